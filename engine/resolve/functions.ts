import type { Arguments, Expression, FunctionDef, Statement } from "../tree/nodes.ts";
import { createFrame, writeName } from "./frame.ts";
import { anyObjectOf } from "./own-classes.ts";
import type { Given, Machine } from "./machine.ts";
import { isLoader, isPower, powerfulModules } from "./power-names.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  items,
  kept,
  joinAll,
  keyOf,
  none,
  passing,
  reference,
  tainted,
  text,
  type DictEntry,
  type OwnClass,
  type OwnFunction,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

type Lambda = Extract<Expression, { kind: "Lambda" }>;

const maxCallDepth = 12;

/** A function or lambda as a value; it is also put aside, to be followed when nobody in the text calls it. */
export function makeFunction(
  machine: Machine,
  node: FunctionDef | Lambda,
  more: Partial<OwnFunction> = {},
): PossibleValues {
  const made: OwnFunction = {
    kind: "function",
    name: node.kind === "Lambda" ? "<lambda>" : node.name,
    args: node.args,
    body: node.body,
    outer: machine.frame,
    defaults: readDefaults(machine, node.args),
    self: undefined,
    holder: undefined,
    how: "plain",
    taint: 0,
    converted: nothing,
    answersPages: false,
    at: machine.at,
    ...more,
  };
  if (machine.isFirstLook) machine.waiting.push(made);
  return [made];
}

const nothing: ReadonlySet<string> = new Set();

/** What is never run is judged all the same, after everything that is, so that it changes nothing there. */
export function putAside(machine: Machine, body: readonly Statement[]): void {
  if (body.length === 0 || !machine.isFirstLook) return;
  machine.waiting.push({ ...aside, body, outer: machine.frame, at: machine.at });
}

const aside: Omit<OwnFunction, "body" | "outer" | "at"> = {
  kind: "function",
  name: "<unreached>",
  args: {
    posonlyargs: [],
    args: [],
    vararg: undefined,
    kwonlyargs: [],
    kw_defaults: [],
    kwarg: undefined,
    defaults: [],
  },
  defaults: new Map(),
  self: undefined,
  holder: undefined,
  how: "plain",
  taint: 0,
  converted: nothing,
  answersPages: false,
};

function readDefaults(machine: Machine, args: Arguments): Map<string, PossibleValues> {
  const defaults = new Map<string, PossibleValues>();
  const positional = [...args.posonlyargs, ...args.args];
  for (const [at, node] of args.defaults.entries()) {
    const parameter = positional[positional.length - args.defaults.length + at];
    if (parameter) defaults.set(parameter.arg, machine.evaluate(node));
  }
  for (const [at, node] of args.kw_defaults.entries())
    if (node && args.kwonlyargs[at]) defaults.set(args.kwonlyargs[at].arg, machine.evaluate(node));
  return defaults;
}

/** Follows a function as called here. What is too deep, or calls itself, answers anything of the same origins. */
export function callFunction(machine: Machine, fn: OwnFunction, given: Given): PossibleValues {
  const origins = tainted(taintOf(...given.args, ...given.keywords.values()));
  if (machine.calling.length >= maxCallDepth || machine.calling.includes(fn.body)) return origins;
  const key = keyOfCall(machine, fn, given);
  const answers = machine.answers.get(fn.body) ?? new Map<string, PossibleValues>();
  const known = key === undefined ? undefined : answers.get(key);
  if (known) return known;
  const isPlain = ![...given.args, ...given.keywords.values()].some(isWorthFollowing);
  if (isPlain && machine.plainSteps <= 0) return origins;
  const args = fn.self === undefined ? given.args : [[fn.self], ...given.args];
  const saved = { isFirstLook: machine.isFirstLook, at: machine.at, plainCalls: machine.plainCalls };
  machine.isFirstLook = false;
  machine.plainCalls += isPlain ? 1 : 0;
  machine.at = fn.at === undefined ? machine.at : fn.at;
  const answer = follow(machine, fn, { ...given, args }, false);
  Object.assign(machine, saved);
  if (key !== undefined && answers.size < 100) machine.answers.set(fn.body, answers.set(key, answer));
  return answer;
}

/** An argument that may be called, or that was hidden: the call is followed whatever it costs. */
function isWorthFollowing(value: PossibleValues): boolean {
  return value.some((thing) => {
    if (thing.kind === "reference") return isPowerful(thing.path);
    if (thing.kind === "str" || thing.kind === "bytes") return thing.decoded;
    return thing.kind === "partial" || thing.kind === "getter" || thing.kind === "code";
  });
}

function isPowerful(path: string): boolean {
  return (
    isPower(path) ||
    isLoader(path) ||
    powerfulModules.has(path) ||
    /^builtins\.(?:compile|getattr)$/.test(path)
  );
}

/** The same arguments in the same state of the program get the same answer. */
function keyOfCall(machine: Machine, fn: OwnFunction, given: Given): string | undefined {
  if (fn.self !== undefined || given.isOpen || fn.outer.kind !== "module") return undefined;
  const parts = [String(machine.frame.writes.count)];
  for (const [name, value] of [...given.args.entries(), ...given.keywords.entries()]) {
    const key =
      keyOf(value) ??
      (value.length === 1 && value[0]!.kind === "anything" ? `any${value[0]!.taint}` : undefined);
    if (key === undefined || key.length > 200) return undefined;
    parts.push(`${name}=${key}`);
  }
  return parts.join("|");
}

/** Follows a function that nobody in the text may call, with whatever arguments. */
export function followWaiting(machine: Machine, fn: OwnFunction): void {
  const isMethod = fn.holder !== undefined && fn.how !== "static";
  const self: AbstractValue | undefined = !isMethod
    ? undefined
    : fn.how === "class"
      ? fn.holder
      : anyObjectOf(fn.holder as OwnClass);
  machine.at = fn.at;
  machine.isRoute = fn.taint !== 0 || fn.answersPages;
  machine.answersPages = fn.answersPages;
  follow(machine, fn, { args: self ? [[self]] : [], keywords: new Map(), isOpen: true }, true);
}

function follow(machine: Machine, fn: OwnFunction, given: Given, isFirstLook: boolean): PossibleValues {
  const saved = { frame: machine.frame, uncertain: machine.uncertain };
  machine.frame = createFrame("function", fn.outer);
  machine.uncertain = 0;
  machine.calling.push(fn.body);
  machine.spend(5);
  try {
    bindParameters(machine, fn, given, isFirstLook);
    if (!isBlock(fn.body)) return machine.evaluate(fn.body);
    const goesOn = machine.run(fn.body) !== "left";
    const { frame } = machine;
    if (frame.yielded) return passing(frame.yielded.map(kept), frame.yieldsOften);
    const returned = goesOn
      ? [...frame.returned, ...(frame.returned.length === 0 ? [none] : [])]
      : frame.returned;
    return joinAll(returned);
  } finally {
    machine.calling.pop();
    machine.frame = saved.frame;
    machine.uncertain = saved.uncertain;
  }
}

function isBlock(body: OwnFunction["body"]): body is Extract<OwnFunction["body"], readonly unknown[]> {
  return Array.isArray(body);
}

function bindParameters(machine: Machine, fn: OwnFunction, given: Given, isFirstLook: boolean): void {
  const { frame } = machine;
  const left = new Map(given.keywords);
  const unknown = (name: string): PossibleValues =>
    fn.converted.has(name) ? tainted(taints.harmless) : reference(`param:${name}`, fn.taint);
  const positional = [...fn.args.posonlyargs, ...fn.args.args];
  for (const [at, { arg }] of positional.entries()) {
    const value = given.args[at] ?? left.get(arg);
    left.delete(arg);
    writeName(frame, arg, value ?? orDefault(fn, arg, given, unknown, isFirstLook));
  }
  for (const { arg } of fn.args.kwonlyargs) {
    const value = left.get(arg);
    left.delete(arg);
    writeName(frame, arg, value ?? orDefault(fn, arg, given, unknown, isFirstLook));
  }
  const rest = given.args.slice(positional.length);
  if (fn.args.vararg)
    writeName(
      frame,
      fn.args.vararg.arg,
      given.isOpen && rest.length === 0 ? unknown(fn.args.vararg.arg) : items("tuple", rest, given.isOpen),
    );
  if (fn.args.kwarg) {
    const entries = new Map<string, DictEntry>(
      [...left].map(([name, value]) => [`str:${name}`, { key: text(name), value }]),
    );
    writeName(
      frame,
      fn.args.kwarg.arg,
      given.isOpen && entries.size === 0
        ? unknown(fn.args.kwarg.arg)
        : [{ kind: "dict", entries, isOpen: given.isOpen }],
    );
  }
}

/** A default is one of the things an unknown caller may leave in place. */
function orDefault(
  fn: OwnFunction,
  name: string,
  given: Given,
  unknown: (name: string) => PossibleValues,
  isFirstLook: boolean,
): PossibleValues {
  const value = fn.defaults.get(name);
  if (value === undefined) return given.isOpen ? unknown(name) : anything;
  // A default that is plain data says nothing about what callers send.
  const isData = value.every(({ kind }) => ["str", "int", "bool", "none", "float", "bytes"].includes(kind));
  if (isFirstLook && isData) return unknown(name);
  return given.isOpen ? joinAll([value, unknown(name)]) : value;
}
