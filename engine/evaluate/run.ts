import type { ProgramFacts } from "../program/facts.ts";
import { isComprehension, type Scope, type Variable } from "../program/scopes.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import { gaveUp, Raised } from "./failure.ts";
import { isConsumed } from "../program/consumed.ts";
import type { OwnCode } from "./own-code.ts";
import { copyOf, emptied, isKnown, join, partsOf, share, sizeOf, thingOf, type State } from "./state.ts";
import { unknown, type HeapObject, type KnownValue } from "./values.ts";

/** How a block of statements ends. */
export type BlockEnd = "next" | "break" | "continue" | "return" | "raised" | "dead";

/** Whether functions inside the one that has a name see it (shared) or even bind it (foreign). */
export type NameUse = Readonly<{ isShared: boolean; isForeign: boolean }>;

/** One program being followed. */
export type Run = {
  readonly facts: ProgramFacts;
  readonly own: OwnCode;
  state: State;
  /** Steps that are left; at none, nothing more is claimed. */
  steps: number;
  /** Counts changes to objects, and makes their names. */
  clock: number;
  /** Calls of the program's own functions under way. */
  readonly calls: { node: Node; given: readonly KnownValue[] }[];
  /** Above nothing: what fails here may never be reached. */
  mute: number;
  /** Whether a condition that cannot be decided may have left the loop under way. */
  isUncertain: boolean;
  /** Inside the body of a `try` that may catch. */
  tries: number;
  /** Following one path only: nothing undecided may decide where it goes. */
  isStrict: boolean;
  /** Loops under way whose rounds are followed one by one. */
  counting: number;
  /** In a later round of a loop that may be over by now, only what the loop itself changed is reported. */
  since: number;
  /** Following a function that nothing in the text calls: only its own text can tell what it is given. */
  readonly isUncalled: boolean;
  /** Undecided conditions that stand between here and the start. */
  doubts: number;
  /** Which names other functions see or bind, worked out once for each name and each scope. */
  readonly bindings: Map<Variable, NameUse>;
  readonly foreign: Map<Scope, readonly string[]>;
  returned: KnownValue | undefined;
  raised: Raised | undefined;
  report(raised: Raised): void;
  evaluate(node: Expression): KnownValue;
  execute(body: readonly Statement[]): BlockEnd;
};

export function step(run: Run, cost = 1): void {
  run.steps -= cost;
  if (run.steps < 0) throw gaveUp;
}

export function make(run: Run, thing: Omit<HeapObject, "changed">): KnownValue {
  run.clock += 1;
  step(run, 1 + (thing.items?.length ?? thing.entries?.size ?? 0) / 16);
  if ((thing.items?.length ?? 0) > 5000) throw gaveUp;
  run.state.heap.set(run.clock, { ...thing, changed: run.clock });
  return { kind: "ref", id: run.clock };
}

export function list(run: Run, items: readonly KnownValue[] | undefined, each?: KnownValue): KnownValue {
  return make(run, { type: "list", items, each });
}

/** Changes an object in place. One that is not in sight may be any that others can reach. */
export function change(run: Run, value: KnownValue, changes: Partial<HeapObject>): void {
  const { state } = run;
  const thing = thingOf(state, value);
  if (!thing || value.kind !== "ref") return invalidateHeap(run);
  run.clock += 1;
  step(run, 1 + (changes.items?.length ?? changes.entries?.size ?? 0) / 16);
  const changed = { ...thing, maxLength: undefined, ...changes, changed: run.clock };
  const isBlurred = thing.isMany && (changes.items?.length ?? -1) !== thing.items?.length;
  const next = isBlurred ? { ...emptied(changed), changed: run.clock } : changed;
  state.heap.set(value.id, state.isConcurrent && thing.isShared ? emptied(next) : next);
  // What it held is held still by whatever its contents are now.
  if (!isKnown(next)) for (const part of [...partsOf(thing), ...partsOf(changed)]) share(state, part);
  changeAlike(run, value.id, thing);
  if (!thing.isShared) return;
  state.exposed.add(value.id);
  for (const part of partsOf(next)) share(state, part);
}

/** What may be the same object as one that changes: what was given, and where it is shared, what is not in sight. */
export function changeAlike({ state }: Run, changed: number, { isGiven, isShared }: HeapObject): void {
  if (isGiven)
    for (const [id, other] of state.heap)
      if (other.isGiven && id !== changed) state.heap.set(id, emptied(other));
  if (isShared) state.epoch += 1;
}

/** What all calls of a program know about a name. */
export function useOf(run: Run, variable: Variable): NameUse {
  let use = run.bindings.get(variable);
  if (use) return use;
  const isElsewhere = (node: Node): boolean => !isWithin(run, node, variable.scope);
  use = { isShared: variable.mentions.some(isElsewhere), isForeign: variable.bindings.some(isElsewhere) };
  run.bindings.set(variable, use);
  return use;
}

/** Whether a part of a scope runs with it: what comprehensions do at once does. */
function isWithin(run: Run, node: Node, scope: Scope): boolean {
  let at = run.facts.names.scopeOf(node);
  while (at !== scope && at.parent) {
    const owner = at.owner as Node;
    if (!isComprehension(owner) || (owner.kind === "GeneratorExp" && !isConsumed(run.facts, owner))) break;
    at = at.parent;
  }
  return at === scope;
}

function foreignNames(run: Run, scope: Scope): readonly string[] {
  let names = run.foreign.get(scope);
  if (names) return names;
  const foreign = [...scope.variables.values()].filter((variable) => useOf(run, variable).isForeign);
  run.foreign.set(scope, (names = foreign.map(({ name }) => name)));
  return names;
}

/** Everything that code which is not followed can reach may be different now. */
export function invalidateHeap(run: Run): void {
  const { state, own } = run;
  state.epoch += 1;
  for (const id of own.isOpen ? state.heap.keys() : state.exposed)
    state.heap.set(id, emptied(state.heap.get(id)!));
  state.exposed.clear();
  for (const { scope, names } of state.frames)
    for (const name of own.isOpen ? names.keys() : foreignNames(run, scope)) names.set(name, unknown);
}

/** Code that is not followed runs now, and is given these values. */
export function leave(run: Run, ...given: readonly KnownValue[]): void {
  for (const value of given) share(run.state, value);
  invalidateHeap(run);
}

/** An object takes values in: where its contents are not known, nobody sees them any more. */
export function hold(run: Run, owner: KnownValue, ...values: readonly KnownValue[]): void {
  const thing = thingOf(run.state, owner);
  if (thing && !thing.isShared && isKnown(thing)) return;
  for (const value of values) share(run.state, value);
}

/** A name for an object that nothing is known of, so that it is known again. */
export function identified(run: Run, value: KnownValue): KnownValue {
  if ((value.kind !== "unknown" && value.kind !== "some") || value.id !== undefined) return value;
  run.clock += 1;
  return { ...value, id: run.clock };
}

/** Runs something that may not be reached: where a loop counts, it proves nothing, and `otherwise` stands for it. */
export function perhaps<Result>(run: Run, otherwise: Result, go: () => Result): Result {
  if (run.isStrict) throw gaveUp;
  const isCounting = run.counting > 0;
  if (isCounting) run.mute += 1;
  run.doubts += 1;
  try {
    return go();
  } catch (error) {
    if (!(error instanceof Raised) || (!isCounting && error.failure !== "raised-error")) throw error;
    return otherwise;
  } finally {
    run.doubts -= 1;
    if (isCounting) run.mute -= 1;
  }
}

/** A part of an expression that may not be reached: what it changes may be as it was. */
export function evaluatePerhaps(run: Run, node: Expression, go: () => KnownValue): KnownValue {
  // Reading an item of a `defaultdict` may make it.
  const makesItems = run.own.operations.has("subscript");
  const mayChange = [node, ...run.facts.parts(node)].some(
    ({ kind }) => changing.has(kind) || (makesItems && kind === "Subscript"),
  );
  if (!mayChange || run.isStrict) return perhaps(run, unknown, go);
  step(run, sizeOf(run.state) / 8);
  const entry = copyOf(run.state);
  const value = perhaps(run, undefined, go);
  run.state = value ? join(entry, run.state) : entry;
  return value ?? unknown;
}

const changing: ReadonlySet<string> = new Set(["Call", "NamedExpr", "Await", "Yield", "YieldFrom"]);
