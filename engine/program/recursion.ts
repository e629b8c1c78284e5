import type { Call, Expression, FunctionDef, Name } from "../tree/nodes.ts";
import { isTrue } from "../values/truth.ts";
import { numberOf, ofNumber, type Numeric } from "../values/value.ts";
import { decide, type Decided } from "./decide.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";
import type { Condition } from "./flow-graph.ts";
import { conditionsOn } from "./paths.ts";
import { effectOf } from "./uses.ts";

/** A function calling itself, what it passes for each of its parameters, and what is tested before. */
export type SelfCall = Readonly<{
  node: Call;
  passes: ReadonlyMap<string, Expression>;
  conditions: readonly Condition[] | undefined;
}>;

/** The calls a function makes to itself, where the name can mean nothing else. */
export function selfCalls(facts: ProgramFacts, definition: FunctionDef): SelfCall[] {
  const variable = facts.names.variableOf(definition);
  if (definition.decorator_list.length > 0 || variable?.bindings.length !== 1) return [];
  const isMethod = variable.scope.kind === "class";
  const { args, vararg, kwarg, posonlyargs, kwonlyargs } = definition.args;
  if (vararg || kwarg || kwonlyargs.length > 0) return [];
  const parameters = [...posonlyargs, ...args].map(({ arg }) => arg);
  const names = isMethod ? parameters.slice(1) : parameters;
  return facts.parts(definition).flatMap((node) => {
    if (node.kind !== "Call" || !isSelf(facts, definition, node, isMethod ? parameters[0] : undefined))
      return [];
    if (
      facts.names.scopeOf(node) !== facts.names.inside(definition) ||
      node.keywords.length > 0 ||
      node.args.length !== names.length
    )
      return [];
    if (node.args.some(({ kind }) => kind === "Starred")) return [];
    const passes = new Map(names.map((name, at) => [name, node.args[at]!]));
    return [{ node, passes, conditions: conditionsOn(facts, definition, node) }];
  });
}

function isSelf(
  facts: ProgramFacts,
  definition: FunctionDef,
  { func }: Call,
  self: string | undefined,
): boolean {
  if (self !== undefined)
    return (
      func.kind === "Attribute" &&
      func.attr === definition.name &&
      func.value.kind === "Name" &&
      func.value.id === self
    );
  return (
    func.kind === "Name" &&
    func.id === definition.name &&
    facts.names.lookUp(func, func.id)?.bindings[0] === definition
  );
}

type Values = Readonly<Record<string, Decided>>;

/** Works out an expression inside a function; names given one value stand for it. */
function decideIn(facts: ProgramFacts, definition: FunctionDef, node: Expression, values: Values): Decided {
  const { variables } = facts.names.inside(definition)!;
  const valueOf = (name: string): Decided => {
    if (name in values) return values[name];
    const [bound] = variables.get(name)?.bindings ?? [];
    const value = bound?.kind === "Name" ? onlyValue(facts, bound) : undefined;
    return value && decide(value, valueOf, 20);
  };
  return decide(node, valueOf);
}

function numberIn(
  facts: ProgramFacts,
  definition: FunctionDef,
  node: Expression,
  values: Values,
): Numeric | undefined {
  const decided = decideIn(facts, definition, node, values);
  return decided && numberOf(decided);
}

const samples: readonly bigint[] = [2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 11n, 13n];
/** Python itself goes no deeper than this. */
const deepest = 1000;
/** Calls that are looked at in one text; beyond them nothing more is claimed. */
const maxCalls = 20_000;
const callsLeft = new WeakMap<ProgramFacts, number>();

/** Whether every call with whole numbers that does not end at once never ends; undefined when that cannot be told. */
export function neverEnds(facts: ProgramFacts, definition: FunctionDef, calls: readonly SelfCall[]): boolean {
  const names = [...calls[0]!.passes.keys()];
  if (names.length === 0 || calls.some(({ conditions }) => !conditions)) return false;
  if (names.some((name) => facts.names.inside(definition)!.variables.get(name)?.bindings.length !== 1))
    return false;
  if (!namesThatDecide(facts, calls).every((name) => isSteady(facts, definition, name))) return false;
  let endless = 0;
  const known = new Set<string>();
  const following = (state: readonly Numeric[]) => callsFrom(facts, definition, calls, names, state);
  for (const [at] of samples.entries()) {
    const start = names.map((_, place) => samples[(at + place * 3) % samples.length]!);
    const outcome = explore(start, following, known);
    if (outcome === "unknown" || outcome === "ends") return false;
    if (outcome === "endless") endless += 1;
  }
  return endless >= 5;
}

/** The parameters that are tested, or that what is passed on is made of. */
function namesThatDecide(facts: ProgramFacts, calls: readonly SelfCall[]): string[] {
  const names = [...calls[0]!.passes.keys()];
  const asked = new Set(
    calls
      .flatMap(({ passes, conditions = [] }) => [
        ...conditions.map(({ test }) => test),
        ...[...passes.values()].filter(({ kind }) => kind !== "Name"),
      ])
      .flatMap((node) => [node, ...facts.parts(node)])
      .flatMap((part) => (part.kind === "Name" ? [part.id] : [])),
  );
  return names.filter((name) => asked.has(name));
}

/** Whether a parameter is a number or only looked at: what can change may come to an end although it is passed on. */
function isSteady(facts: ProgramFacts, definition: FunctionDef, name: string): boolean {
  const { mentions } = facts.names.inside(definition)!.variables.get(name)!;
  if (mentions.some(isUsedAsNumber)) return true;
  return mentions.every((use) => {
    const { parent } = use;
    const isPassedOn = parent?.kind === "Call" && isCallOf(definition, parent);
    return isPassedOn || effectOf(facts, use) === "none";
  });
}

const ofNumbersOnly = new Set(["Sub", "Div", "FloorDiv", "Pow"]);

function isUsedAsNumber({ parent }: Name): boolean {
  if (parent?.kind === "BinOp") return ofNumbersOnly.has(parent.op);
  return (
    parent?.kind === "Compare" &&
    [parent.left, ...parent.comparators].some(
      (side) => side.kind === "Constant" && (side.value.type === "int" || side.value.type === "float"),
    )
  );
}

function isCallOf({ name }: FunctionDef, { func }: Call): boolean {
  return func.kind === "Name" ? func.id === name : func.kind === "Attribute" && func.attr === name;
}

/** Goes from call to call: over again, or deeper than Python goes, it never ends. `endless` keeps what is known not to. */
function explore(
  start: readonly Numeric[],
  callsAfter: (state: readonly Numeric[]) => (readonly Numeric[])[] | undefined,
  endless: Set<string>,
): "endless" | "ends" | "at once" | "unknown" {
  const open = new Set<string>();
  const done = new Set<string>();
  const path: { key: string; waiting: (readonly Numeric[])[] }[] = [];
  let next: readonly Numeric[] | undefined = start;
  for (;;) {
    if (next) {
      const key = next.join();
      if (open.has(key) || open.size > deepest || endless.has(key)) {
        for (const each of open) endless.add(each);
        return "endless";
      }
      const following = done.has(key) ? [] : callsAfter(next);
      if (following === undefined || done.size > deepest) return "unknown";
      if (path.length === 0 && following.length === 0) return "at once";
      open.add(key);
      path.push({ key, waiting: following });
    }
    const last = path.at(-1);
    if (!last) return "ends";
    next = last.waiting.shift();
    if (next) continue;
    path.pop();
    open.delete(last.key);
    done.add(last.key);
  }
}

function callsFrom(
  facts: ProgramFacts,
  definition: FunctionDef,
  calls: readonly SelfCall[],
  names: readonly string[],
  state: readonly Numeric[],
): (readonly Numeric[])[] | undefined {
  const left = (callsLeft.get(facts) ?? maxCalls) - 1;
  callsLeft.set(facts, left);
  if (left < 0) return undefined;
  const values = Object.fromEntries(names.map((name, at) => [name, ofNumber(state[at]!)]));
  const following: (readonly Numeric[])[] = [];
  for (const { passes, conditions } of calls) {
    const verdicts = conditions!.map(({ test, holds }) => {
      const known = decideIn(facts, definition, test, values);
      return known === undefined ? undefined : isTrue(known) === holds;
    });
    if (verdicts.includes(false)) continue;
    const given = names.map((name) => decideIn(facts, definition, passes.get(name)!, values));
    if (
      verdicts.includes(undefined) ||
      given.some((value) => value?.kind !== "int" && value?.kind !== "float")
    )
      return undefined;
    following.push(given.map((value) => numberOf(value!)!));
  }
  return following;
}

/** Whether a call passes on what it was given when only one item, or one step, is left. */
export function isStuck(
  facts: ProgramFacts,
  definition: FunctionDef,
  { passes, conditions }: SelfCall,
): boolean {
  if (!conditions) return false;
  const names = [...passes.keys()];
  return (
    isStuckOnOneItem(facts, definition, names, passes, conditions) ||
    isStuckOnOneStep(facts, definition, names, passes, conditions)
  );
}

function isStuckOnOneItem(
  facts: ProgramFacts,
  definition: FunctionDef,
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  conditions: readonly Condition[],
): boolean {
  return names.some((name) => {
    const part = passes.get(name)!;
    if (
      part.kind !== "Subscript" ||
      part.slice.kind !== "Slice" ||
      part.value.kind !== "Name" ||
      part.value.id !== name
    )
      return false;
    const values: Values = { [`len ${name}`]: ofNumber(1n), [name]: { kind: "bool", value: true } };
    const { lower, upper, step } = part.slice;
    const from = lower ? numberIn(facts, definition, lower, values) : 0n;
    const to = upper ? numberIn(facts, definition, upper, values) : 1n;
    if (step || from !== 0n || to === undefined || to < 1n || !(lower ?? upper)) return false;
    return (
      isSteady(facts, definition, name) &&
      isOpen(facts, definition, conditions, values) &&
      areUnchanged(names, passes, [name])
    );
  });
}

function isStuckOnOneStep(
  facts: ProgramFacts,
  definition: FunctionDef,
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  conditions: readonly Condition[],
): boolean {
  return names.some((low, at) =>
    names.slice(at + 1).some((high) => {
      if (passes.get(high)!.kind !== "Name" || passes.get(low)!.kind !== "Name") return false;
      const isSame = [3n, 8n].every((start) => {
        const values = { [low]: ofNumber(start), [high]: ofNumber(start + 1n) };
        return (
          numberIn(facts, definition, passes.get(low)!, values) === start &&
          numberIn(facts, definition, passes.get(high)!, values) === start + 1n &&
          isOpen(facts, definition, conditions, values)
        );
      });
      const isMiddle = (passes.get(low) as { id: string }).id !== low;
      return isSame && isMiddle && areUnchanged(names, passes, [low, high]);
    }),
  );
}

/** Whether nothing that is tested on the way forbids the call; only what is in a list may be unknown. */
function isOpen(
  facts: ProgramFacts,
  definition: FunctionDef,
  conditions: readonly Condition[],
  values: Values,
): boolean {
  let decided = 0;
  for (const { test, holds } of conditions) {
    const known = decideIn(facts, definition, test, values);
    if (known === undefined && !facts.parts(test).some(({ kind }) => kind === "Subscript")) return false;
    if (known !== undefined && isTrue(known) !== holds) return false;
    if (known !== undefined) decided += 1;
  }
  return decided > 0;
}

function areUnchanged(
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  but: readonly string[],
): boolean {
  return names.every((name) => {
    const part = passes.get(name)!;
    return but.includes(name) || (part.kind === "Name" && part.id === name);
  });
}
