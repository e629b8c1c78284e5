import { call } from "./calls.ts";
import { same } from "./equality.ts";
import { ValueError } from "./errors.ts";
import { iter, iterate, Steps, stepOf } from "./iterate.ts";
import { asInt } from "./range.ts";
import { truthy } from "./truth.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

export function itertools_batched(values: unknown, n: unknown, strict: unknown = false): Generator<Tuple> {
  const size = Number(asInt(n));
  if (size < 1) throw new ValueError("n must be at least one");
  return batches(iterate(values), size, truthy(strict));
}

export function* batches(values: Iterable<unknown>, size: number, strict: boolean): Generator<Tuple> {
  let batch: unknown[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield new Tuple(batch);
    batch = [];
  }
  if (batch.length === 0) return;
  if (strict) throw new ValueError("batched(): incomplete batch");
  yield new Tuple(batch);
}

/** Several iterators over one: what the quickest has taken waits for the others. */
export function itertools_tee(values: unknown, n: unknown = 2n): Tuple {
  const count = Number(asInt(n));
  if (count < 0) throw new ValueError("n must be >= 0");
  const source = iter(values);
  const waiting: unknown[][] = Array.from({ length: count }, () => []);
  const step = (queue: unknown[]): IteratorResult<unknown> => {
    if (queue.length > 0) return { done: false, value: queue.shift() };
    const next = stepOf(source);
    if (next.done !== true) for (const other of waiting) if (other !== queue) other.push(next.value);
    return next;
  };
  return new Tuple(waiting.map((queue) => new Steps(() => step(queue))));
}

/** `itertools.groupby`: a group ends when the next one is asked for. */
export function itertools_groupby(values: unknown, key: unknown = null): Generator<Tuple> {
  return groups(iter(values), key);
}

/** How far `groupby` has come, shared by it and the groups it has given out. */
export type GroupState = {
  /** The latest step; calls of others change it. */
  step: { done?: unknown; value: unknown };
  current: object | undefined;
  key: unknown;
};

export function* groups(source: unknown, key: unknown): Generator<Tuple> {
  const keyOf = (value: unknown): unknown => (key === null ? value : call(key, value));
  const state: GroupState = { step: stepOf(source), current: undefined, key: undefined };
  if (state.step.done !== true) state.key = keyOf(state.step.value);
  const advance = (): void => {
    state.step = stepOf(source);
    if (state.step.done !== true) state.key = keyOf(state.step.value);
  };
  while (state.step.done !== true) {
    const groupKey = state.key;
    const group = {};
    state.current = group;
    yield new Tuple([groupKey, itemsOfGroup(state, group, groupKey, advance)]);
    while (state.step.done !== true && same(state.key, groupKey)) advance();
  }
}

export function* itemsOfGroup(
  state: GroupState,
  group: object,
  groupKey: unknown,
  advance: () => void,
): Generator<Dynamic> {
  while (state.current === group && state.step.done !== true && same(state.key, groupKey)) {
    const { value } = state.step;
    advance();
    yield value;
  }
}
