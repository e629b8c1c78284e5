import { lineage } from "../program/classes.ts";
import type { HookedOperation } from "./own-code.ts";
import { leave, type Run } from "./run.ts";
import { thingOf } from "./state.ts";
import { isScalar, type KnownValue } from "./values.ts";

/** Types of Python's own whose objects hold no others. */
const atomic = new Set(
  "int float bool str bytes complex NoneType quotient number range ellipsis TextIOWrapper".split(" "),
);
/** Types of Python's own that do nothing but hold others. */
const holding = new Set(
  "list tuple dict set frozenset deque defaultdict dict_keys dict_values dict_items".split(" "),
);

/** How many members are looked at before a value counts as one that may hold anything. */
const maxLookedAt = 64;

/** An operation looks at values and at all that is in them: that may run code of the program's own. */
export function touch(run: Run, operation: HookedOperation, ...values: readonly KnownValue[]): void {
  if (!run.own.operations.has(operation)) return;
  const room = { left: maxLookedAt };
  if (!values.every((value) => isPlain(run, value, room))) leave(run, ...values);
}

/** An operation looks at values, not at what is in them. */
export function touchLightly(run: Run, operation: HookedOperation, ...values: readonly KnownValue[]): void {
  if (!run.own.operations.has(operation)) return;
  if (!values.every((value) => isPlainOutside(run, value))) leave(run, ...values);
}

/** An operation runs a method of a value, if it has one, and gives it others. */
export function runOn(
  run: Run,
  operation: HookedOperation,
  value: KnownValue,
  ...given: readonly KnownValue[]
): void {
  if (!run.own.operations.has(operation)) return;
  if (value.kind === "class" || !isPlainOutside(run, value)) leave(run, value, ...given);
}

export function isAtomic(value: KnownValue): boolean {
  return isScalar(value) || value.kind === "length" || (value.kind === "some" && atomic.has(value.type));
}

function isPlainOutside(run: Run, value: KnownValue): boolean {
  if (isAtomic(value) || value.kind === "function" || value.kind === "builtin" || value.kind === "method")
    return true;
  if (value.kind === "class") return lineage(run.facts, value.node) !== undefined;
  if (value.kind === "some") return holding.has(value.type);
  const thing = thingOf(run.state, value);
  if (thing === undefined || thing.type === "instance") return false;
  return atomic.has(thing.type) || holding.has(thing.type) || thing.items !== undefined;
}

function isPlain(run: Run, value: KnownValue, room: { left: number }): boolean {
  room.left -= 1;
  if (room.left < 0 || !isPlainOutside(run, value)) return false;
  if (value.kind === "some") return atomic.has(value.type);
  const thing = thingOf(run.state, value);
  if (thing === undefined || thing.range) return true;
  const held = (part: KnownValue): boolean => isPlain(run, part, room);
  if (thing.view) return held(thing.view);
  if (thing.items) return thing.items.every(held);
  if (thing.entries) return [...thing.entries.values()].every((pair) => pair.every(held));
  return thing.each !== undefined && held(thing.each);
}
