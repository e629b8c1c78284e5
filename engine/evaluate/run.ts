import type { ProgramFacts } from "../program/facts.ts";
import type { Variable } from "../program/scopes.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import { gaveUp, Raised } from "./failure.ts";
import { disturb, share, thingOf, type State } from "./state.ts";
import { type HeapObject, type KnownValue } from "./values.ts";

/** How a block of statements ends. */
export type BlockEnd = "next" | "break" | "continue" | "return" | "raised" | "dead";

/** One program being followed. */
export type Run = {
  readonly facts: ProgramFacts;
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
  /** Undecided conditions that stand between here and the start. */
  doubts: number;
  /** Which names other functions see or bind, worked out once for each name. */
  readonly bindings: Map<Variable, Readonly<{ isShared: boolean; isForeign: boolean }>>;
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

/** Changes an object in place. */
export function change(run: Run, value: KnownValue, changes: Partial<HeapObject>): void {
  const thing = thingOf(run.state, value);
  if (!thing || value.kind !== "ref") return;
  run.clock += 1;
  step(run, 1 + (changes.items?.length ?? changes.entries?.size ?? 0) / 16);
  const isBlurred = thing.isMany && (changes.items?.length ?? -1) !== thing.items?.length;
  const blurred = isBlurred ? { items: undefined, entries: undefined, each: undefined } : {};
  run.state.heap.set(value.id, { ...thing, ...changes, ...blurred, changed: run.clock });
  if (thing.isShared) run.state.epoch += 1;
  if (thing.isShared)
    for (const item of [...(changes.items ?? []), changes.each]) if (item) share(run.state, item);
}

/** Code that is not followed runs now, and is given these values. */
export function leave(run: Run, ...given: readonly KnownValue[]): void {
  for (const value of given) share(run.state, value);
  disturb(run.state);
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
