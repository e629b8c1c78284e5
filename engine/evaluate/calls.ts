import { lineage } from "../program/classes.ts";
import type { Arguments, Call, Expression, FunctionDef } from "../tree/nodes.ts";
import { argumentsOf } from "../library/types.ts";
import { callBuiltin } from "./builtins/call.ts";
import { isMethodOfPython, learnFromUse, mustHold, resultOnUnknown } from "./by-use.ts";
import { noneUsed, shown, typeName } from "./describe.ts";
import { gaveUp, Raised } from "./failure.ts";
import { methodOf } from "./instances.ts";
import { callMethod, isUnchanging, reorder } from "./methods.ts";
import { refuses } from "./refuses.ts";
import { leave, make, useOf, type Run } from "./run.ts";
import { useUp } from "./sequences.ts";
import { keyIn, share, thingOf, typeOf, copyOf } from "./state.ts";
import { isSame, literal, none, str, unknown, type Lambda, type KnownValue } from "./values.ts";

/** Deeper than this, calls are not followed. */
const maxCalls = 40;

export function callExpression(run: Run, node: Call, go: (part: Expression) => KnownValue): KnownValue {
  const callee = superMethod(run, node) ?? go(node.func);
  const given = node.args.map((part) => (part.kind === "Starred" ? spread(run, go(part.value)) : go(part)));
  const named = new Map(node.keywords.map(({ arg, value }) => [arg ?? "**", go(value)]));
  const isExact = node.args.every(({ kind }) => kind !== "Starred") && !named.has("**");
  const type = typeOf(run.state, callee);
  if (type !== undefined && refuses(type, "call")) throw notCallable(node, type);
  switch (callee.kind) {
    case "builtin":
      return callBuiltin(run, node, callee.name, { given, named });
    case "method":
      if (isExact && named.size === 0) countArguments(run, node, callee);
      return callMethod(run, node, callee, { given, named });
    case "function":
      if (isExact && !hasMangledNames(callee.node.args))
        return callFunction(run, node, callee, { given, named });
      break;
    case "class":
      if (isExact) return construct(run, node, callee, { given, named });
      break;
    default:
  }
  return callUnknown(run, node, [callee, ...given, ...named.values()]);
}

/** The members of `*value` become arguments. */
function spread(run: Run, value: KnownValue): KnownValue {
  useUp(run, value);
  return value;
}

/** In a class, names that begin with two underscores are not what they seem. */
function hasMangledNames({ posonlyargs, args, kwonlyargs }: Arguments): boolean {
  return [...posonlyargs, ...args, ...kwonlyargs].some(({ arg }) => /^__.*[^_]_?$/.test(arg));
}

/** `super().name` in a method of a class all of whose bases are in sight, one after the other. */
function superMethod(run: Run, { func }: Call): KnownValue | undefined {
  if (func.kind !== "Attribute" || func.value.kind !== "Call" || func.value.args.length > 0) return undefined;
  if (func.value.func.kind !== "Name" || func.value.func.id !== "super") return undefined;
  const method = run.facts.names.scopeOf(func).owner;
  const frame = run.state.frames.at(-1)!;
  if (method.kind !== "FunctionDef" || method.parent?.kind !== "ClassDef" || frame.scope.owner !== method)
    return undefined;
  const self = frame.names.get(method.args.args[0]?.arg ?? "");
  const owner = self && thingOf(run.state, self)?.owner;
  const line = lineage(run.facts, owner ?? method.parent);
  const [, base] = lineage(run.facts, method.parent) ?? [];
  const isChain = line?.every(({ bases }) => bases.length <= 1);
  const isNamed = !func.attr.startsWith("__") || func.attr === "__init__";
  const found = isChain && isNamed && base ? methodOf(run, base, func.attr) : undefined;
  if (found && self) return { kind: "function", node: found, self, home: thingOf(run.state, self)?.home };
  // Somebody else's method is given the object.
  if (self) leave(run, self);
  return undefined;
}

function notCallable(node: Call, type: string): Raised {
  const isRebound = node.func.kind === "Name";
  const remedy = isRebound
    ? " If you meant a builtin or a function of that name, do not assign to the name."
    : " Remove the parentheses, or use `[…]` for an item.";
  const message = `${shown(node.func)} is ${typeName(type)} here and cannot be called: this raises TypeError.${remedy}`;
  return type === "NoneType"
    ? new Raised(node, "none-used", "TypeError", message, { data: noneUsed(node.func) })
    : new Raised(node, "not-callable", "TypeError", message);
}

function callUnknown(run: Run, node: Call, given: readonly KnownValue[]): KnownValue {
  const { func } = node;
  const receiver = func.kind === "Attribute" && isPath(func.value) ? [run.evaluate(func.value)] : [];
  mustHold(run, node, receiver[0]);
  const name = func.kind === "Attribute" && isMethodOfPython(run, func.attr) ? func.attr : "";
  const isPassive = run.own.operations.size === 0 && given.every(isNoCode) && node.keywords.length === 0;
  if (isUnchanging(name) && isPassive) for (const value of given) share(run.state, value);
  else if ((name === "sort" || name === "reverse") && isPassive) reorder(run, unknown);
  else leave(run, ...receiver, ...given);
  if (func.kind !== "Attribute") return unknown;
  learnFromUse(run, node);
  return resultOnUnknown(run, func.attr, node);
}

function isNoCode({ kind }: KnownValue): boolean {
  return kind !== "function" && kind !== "method" && kind !== "class";
}

/** Names and attributes of names: reading them again changes nothing. */
function isPath(node: Expression): boolean {
  return node.kind === "Name" || (node.kind === "Attribute" && isPath(node.value));
}

function countArguments(run: Run, node: Call, { self, name }: Extract<KnownValue, { kind: "method" }>): void {
  const type = typeOf(run.state, self);
  const range = type === undefined ? undefined : argumentsOf(type, name);
  const count = node.args.length;
  if (!range || (count >= range.min && count <= range.max)) return;
  const wanted = range.min === range.max ? `${range.min}` : `${range.min} to ${range.max}`;
  const message = `\`${type}.${name}\` takes ${wanted} argument${wanted === "1" ? "" : "s"}, but got ${count}: this raises TypeError. Correct the call.`;
  throw new Raised(node, "wrong-arguments", "TypeError", message);
}

type Given = Readonly<{ given: readonly KnownValue[]; named: ReadonlyMap<string, KnownValue> }>;

function callFunction(
  run: Run,
  node: Call,
  callee: Extract<KnownValue, { kind: "function" }>,
  { given, named }: Given,
): KnownValue {
  const { node: definition, self } = callee;
  const bound = bindArguments(
    node,
    definition,
    { given: self ? [self, ...given] : given, named },
    self ? 1 : 0,
  );
  gatherOthers(run, definition.args, bound, { given: self ? [self, ...given] : given, named });
  const values = [...bound.values()];
  const isFollowed = definition.kind === "FunctionDef" && !isGenerator(run, definition);
  const isKnown = values.every((value) => value.kind !== "unknown" && value.kind !== "length");
  if (isFollowed && isKnown && run.calls.length < maxCalls)
    return follow(run, node, { node: definition, home: callee.home }, bound);
  leave(run, ...values);
  return definition.kind === "FunctionDef" && !isGenerator(run, definition) && returnsNothing(run, definition)
    ? none
    : unknown;
}

/** The values of all parameters; raises when the call does not fit the definition. */
function bindArguments(
  node: Call,
  { args, ...definition }: FunctionDef | Lambda,
  { given, named }: Given,
  hidden: number,
): Map<string, KnownValue> {
  const bound = new Map<string, KnownValue>();
  const positional = [...args.posonlyargs, ...args.args];
  const name = "name" in definition ? `\`${definition.name}\`` : "This function";
  if (given.length > positional.length && !args.vararg) {
    const max = positional.length - hidden;
    throw misfit(
      node,
      `${name} takes ${max === 0 ? "no" : `at most ${max}`} argument${max === 1 ? "" : "s"} by position, but got ${given.length - hidden}`,
    );
  }
  for (const [at, value] of given.entries()) if (positional[at]) bound.set(positional[at].arg, value);
  const open = new Set([...args.args, ...args.kwonlyargs].map(({ arg }) => arg));
  for (const [key, value] of named) {
    if (open.has(key) && bound.has(key)) throw misfit(node, `${name} got \`${key}\` twice`);
    if (!open.has(key) && !args.kwarg) throw misfit(node, `${name} has no parameter \`${key}\``);
    if (open.has(key)) bound.set(key, value);
  }
  const missing = fillDefaults(args, bound);
  if (missing.length > 0)
    throw misfit(node, `${name} also needs ${missing.map((each) => `\`${each}\``).join(", ")}`);
  return bound;
}

/** What no parameter is named for comes in a tuple and in a dict. */
function gatherOthers(
  run: Run,
  { posonlyargs, args, kwonlyargs, vararg, kwarg }: Arguments,
  bound: Map<string, KnownValue>,
  { given, named }: Given,
): void {
  const open = new Set([...args, ...kwonlyargs].map(({ arg }) => arg));
  const others = [...named].filter(([name]) => !open.has(name));
  if (vararg)
    bound.set(vararg.arg, make(run, { type: "tuple", items: given.slice(posonlyargs.length + args.length) }));
  if (!kwarg) return;
  const entries = others.map(([name, value]) => {
    const key = str(name);
    return [keyIn(run.state, key)!, [key, value]] as const;
  });
  bound.set(kwarg.arg, make(run, { type: "dict", entries: new Map(entries) }));
}

function misfit(node: Call, what: string): Raised {
  return new Raised(
    node,
    "wrong-arguments",
    "TypeError",
    `${what}: this call raises TypeError. Match the call to the definition.`,
  );
}

/** Gives what was left out its default; the names of those that have none are returned. */
function fillDefaults(args: Arguments, bound: Map<string, KnownValue>): string[] {
  const positional = [...args.posonlyargs, ...args.args];
  const missing: string[] = [];
  for (const [at, { arg }] of positional.entries()) {
    if (bound.has(arg)) continue;
    const value = args.defaults[at - positional.length + args.defaults.length];
    if (value === undefined) missing.push(arg);
    else bound.set(arg, value.kind === "Constant" ? literal(value) : unknown);
  }
  for (const [at, { arg }] of args.kwonlyargs.entries()) {
    if (bound.has(arg)) continue;
    const value = args.kw_defaults[at];
    if (!value) missing.push(arg);
    else bound.set(arg, value.kind === "Constant" ? literal(value) : unknown);
  }
  return missing;
}

type Callee = Readonly<{ node: FunctionDef; home: number | undefined }>;

/** Follows a call of a function of the program with values that are known. Undecided, it is left as it was. */
function follow(run: Run, node: Call, callee: Callee, bound: ReadonlyMap<string, KnownValue>): KnownValue {
  const { node: definition } = callee;
  const values = [...bound.values()];
  mustEnd(run, node, definition, values);
  const isFirst = run.calls.length === 0;
  const before = isFirst ? copyOf(run.state) : undefined;
  const budget = run.steps;
  if (isFirst) run.steps = Math.min(run.steps, 6000);
  const { isStrict, mute, counting } = run;
  run.calls.push({ node: definition, given: values });
  run.isStrict = true;
  try {
    return enter(run, callee, bound);
  } catch (error) {
    if (error !== gaveUp || !before) throw error;
    run.state = before;
    leave(run, ...values);
    return returnsNothing(run, definition) ? none : unknown;
  } finally {
    run.calls.pop();
    Object.assign(run, { isStrict, mute, counting });
    if (isFirst) run.steps = budget - Math.max(0, Math.min(budget, 6000) - run.steps);
  }
}

function enter(run: Run, { node, home }: Callee, bound: ReadonlyMap<string, KnownValue>): KnownValue {
  const before = run.state.frames;
  const scope = run.facts.names.inside(node)!;
  run.clock += 1;
  run.state.frames = [...before, { id: run.clock, home, scope, names: new Map(bound) }];
  for (const [name, value] of bound) {
    const variable = scope.variables.get(name);
    if (variable && useOf(run, variable).isShared) share(run.state, value);
  }
  try {
    run.returned = undefined;
    const flow = run.execute(node.body);
    return flow === "return" ? (run.returned ?? none) : none;
  } finally {
    run.state.frames = run.state.frames.slice(0, before.length);
  }
}

/** A call that is under way already, with the same values and nothing else to look at, never ends. */
function mustEnd(run: Run, node: Call, definition: FunctionDef, values: readonly KnownValue[]): void {
  const isUnderWay = run.calls.some(
    (call) =>
      call.node === definition &&
      call.given.length === values.length &&
      call.given.every((value, at) => value.kind !== "ref" && isSame(value, values[at]!)),
  );
  if (!isUnderWay || !isSelfContained(run, definition)) return;
  const message = `\`${definition.name}\` calls itself with the same arguments, so it never ends: this raises RecursionError. Change the arguments, or return before the call.`;
  throw new Raised(node, "endless-recursion", "RecursionError", message);
}

/** Whether a function looks at nothing but its parameters, builtins and other functions. */
function isSelfContained(run: Run, definition: FunctionDef): boolean {
  return run.facts.parts(definition).every((node) => {
    if (node.kind === "Attribute" || node.kind === "Global" || node.kind === "Nonlocal") return false;
    if (node.kind !== "Name" || node.ctx !== "Load") return true;
    const variable = run.facts.names.variableOf(node);
    const kind = variable?.bindings[0]?.kind;
    const owner = variable?.scope.owner;
    return (
      owner === undefined ||
      owner === definition ||
      kind === "FunctionDef" ||
      kind === "ClassDef" ||
      owner.kind === "Lambda" ||
      owner.start > definition.start
    );
  });
}

function isGenerator(run: Run, definition: FunctionDef): boolean {
  return run.facts.shapes.of(definition).isGenerator;
}

function returnsNothing(run: Run, definition: FunctionDef): boolean {
  return run.facts.shapes.of(definition).returnsNothing;
}

const unusual = "__new__ __call__ __getattr__ __getattribute__ __setattr__ __delattr__ __slots__".split(" ");

/** Makes an object of a class of the program, where the class does nothing out of the ordinary. */
function construct(
  run: Run,
  node: Call,
  { node: owner, home }: Extract<KnownValue, { kind: "class" }>,
  { given, named }: Given,
): KnownValue {
  const line = lineage(run.facts, owner);
  const has = (name: string): boolean =>
    run.own.isPatched(name) || line!.some((part) => run.facts.names.inside(part)!.variables.has(name));
  const isPlain = line?.every((part) => part.decorator_list.length === 0) && !unusual.some(has);
  const start = isPlain ? methodOf(run, owner, "__init__") : undefined;
  if (!isPlain || (!start && has("__init__"))) return callUnknown(run, node, [...given, ...named.values()]);
  const self = make(run, { type: "instance", owner, home, attributes: new Map() });
  if (!start) {
    if (given.length + named.size > 0)
      throw misfit(node, `\`${owner.name}\` has no \`__init__\` and takes no arguments`);
    return self;
  }
  callFunction(run, node, { kind: "function", node: start, self, home }, { given, named });
  return self;
}
