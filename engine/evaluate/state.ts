import type { Scope } from "../program/scopes.ts";
import { isSame, keyOf, some, unknown, type HeapObject, type KnownValue } from "./values.ts";

/** A function, comprehension or module that is being followed, and what its names stand for. */
export type CallFrame = Readonly<{
  id: number;
  /** The frame that the function was defined in: where the names around it live. */
  home: number | undefined;
  scope: Scope;
  names: Map<string, KnownValue>;
}>;

/** All that is known at one moment of a program. */
export type State = {
  frames: readonly CallFrame[];
  heap: Map<number, HeapObject>;
  /** The shared objects of which something is known: what code that is not followed may change. */
  exposed: Set<number>;
  /** An iterator is out of sight: whatever is iterated over may be it. */
  hasLostIterator: boolean;
  /** Code that is not followed may run at any moment, so nothing is known of what it can reach. */
  readonly isConcurrent: boolean;
  /** Changes whenever an unknown object may have changed. */
  epoch: number;
};

export function newState(scope: Scope, isConcurrent = false): State {
  const frames = [{ id: 0, home: undefined, scope, names: new Map() }];
  return { frames, heap: new Map(), exposed: new Set(), hasLostIterator: false, isConcurrent, epoch: 0 };
}

export function copyOf(state: State): State {
  return {
    ...state,
    frames: state.frames.map((frame) => ({ ...frame, names: new Map(frame.names) })),
    heap: new Map(state.heap),
    exposed: new Set(state.exposed),
  };
}

export function sizeOf(state: State): number {
  return state.heap.size + state.frames.reduce((sum, { names }) => sum + names.size, 0);
}

/** The frame in which the names of a scope live for the code that runs now. */
export function frameOf({ frames }: State, scope: Scope): CallFrame | undefined {
  let at = frames.at(-1);
  while (at && at.scope !== scope) {
    const { home }: CallFrame = at;
    at = home === undefined ? undefined : frames.find(({ id }) => id === home);
  }
  return at;
}

/** What is true in both: the state after two roads meet. */
export function join(a: State, b: State): State {
  /** What one of the roads knew by a name or a place that now stands for either: it may be changed unseen. */
  const lost: KnownValue[] = [];
  const both = (one: KnownValue, other: KnownValue): KnownValue => {
    if (isSame(one, other)) return one;
    lost.push(one, other);
    const type = typeOf(a, one);
    return type !== undefined && type === typeOf(b, other) && isPlainType(type) ? some(type) : unknown;
  };
  const joined: State = {
    ...a,
    frames: a.frames.map((frame, at) => {
      const others = b.frames[at]?.names ?? new Map<string, KnownValue>();
      const names = new Map<string, KnownValue>();
      for (const name of new Set([...frame.names.keys(), ...others.keys()])) {
        const one = frame.names.get(name);
        const other = others.get(name);
        if (one === undefined || other === undefined) lost.push(one ?? other!);
        names.set(name, one && other ? both(one, other) : unknown);
      }
      return { ...frame, names };
    }),
    heap: new Map(),
    exposed: new Set(),
    hasLostIterator: a.hasLostIterator || b.hasLostIterator,
    epoch: Math.max(a.epoch, b.epoch) + (a.epoch === b.epoch ? 0 : 1),
  };
  for (const id of new Set([...a.heap.keys(), ...b.heap.keys()])) {
    const thing = joinThings(a.heap.get(id), b.heap.get(id), both, lost);
    joined.heap.set(id, thing);
    if (thing.isShared) joined.exposed.add(id);
  }
  for (const value of lost) share(joined, value);
  return joined;
}

const plainTypes = new Set("int float bool str bytes list tuple dict set NoneType".split(" "));
function isPlainType(type: string): boolean {
  return plainTypes.has(type);
}

function joinThings(
  a: HeapObject | undefined,
  b: HeapObject | undefined,
  both: (a: KnownValue, b: KnownValue) => KnownValue,
  lost: KnownValue[],
): HeapObject {
  if (a === undefined || b === undefined || a === b) return (a ?? b)!;
  const items =
    a.items && b.items && a.items.length === b.items.length
      ? a.items.map((item, at) => both(item, b.items![at]!))
      : undefined;
  const entries = joinMaps(a.entries, b.entries, ([key, one], [, other]) => [key, both(one, other)] as const);
  const attributes = joinMaps(a.attributes, b.attributes, both);
  const isShared = a.isShared || b.isShared;
  const joined = { ...a, items, entries, attributes, isShared };
  for (const thing of [a, b]) if (!isKnown(joined)) lost.push(...partsOf(thing));
  const each = a.each && b.each && isSame(a.each, b.each) ? a.each : undefined;
  const isMany = a.isMany || b.isMany;
  const [one, other] = [a, b].map(({ items: members, maxLength: max }) => members?.length ?? max);
  const maxLength = one === undefined || other === undefined ? undefined : Math.max(one, other);
  return { ...joined, each, isMany, maxLength, changed: Math.max(a.changed, b.changed) };
}

function joinMaps<Value>(
  a: ReadonlyMap<string, Value> | undefined,
  b: ReadonlyMap<string, Value> | undefined,
  both: (a: Value, b: Value) => Value,
): ReadonlyMap<string, Value> | undefined {
  if (!a || !b || a.size !== b.size) return undefined;
  if (a === b) return a;
  const joined = new Map<string, Value>();
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined) return undefined;
    joined.set(key, both(value, other));
  }
  return joined;
}

/** The name of a value's type; undefined when it may be of several. */
export function typeOf(state: State, value: KnownValue): string | undefined {
  switch (value.kind) {
    case "unknown":
    case "method":
      return undefined;
    case "some":
      return value.type;
    case "none":
      return "NoneType";
    case "length":
      return "int";
    case "ref":
      return state.heap.get(value.id)?.type;
    case "builtin":
    case "class":
      return "type";
    default:
      return value.kind;
  }
}

export function thingOf(state: State, value: KnownValue): HeapObject | undefined {
  return value.kind === "ref" ? state.heap.get(value.id) : undefined;
}

export function keyIn(state: State, value: KnownValue): string | undefined {
  return keyOf(value, (id) => state.heap.get(id));
}

/** Whether the contents of an object are known, so that each of its parts is in sight. */
export function isKnown({ items, entries, attributes, range, view }: HeapObject): boolean {
  return (items ?? entries ?? attributes ?? range ?? view) !== undefined;
}

/** What an object holds. */
export function partsOf(thing: HeapObject): KnownValue[] {
  const parts = [...(thing.items ?? []), ...(thing.attributes?.values() ?? [])];
  for (const pair of thing.entries?.values() ?? []) parts.push(...pair);
  if (thing.each) parts.push(thing.each);
  return parts;
}

/** An object whose contents are no longer known. */
export function emptied(thing: HeapObject): HeapObject {
  const { type, owner, home, factory, view, isShared, isMany, isGiven, changed } = thing;
  if (type === "tuple" || type === "range") return thing;
  return { type, owner, home, factory, view, isShared, isMany, isGiven, changed };
}

/** Iterators: what is taken from them is gone. */
export const oneShot: ReadonlySet<string> = new Set([
  "iterator",
  "zip",
  "map",
  "filter",
  "enumerate",
  "reversed",
  "generator",
]);

/** From now on code that is not followed can reach this value and all that is in it. */
export function share(state: State, value: KnownValue): void {
  const waiting = [value];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ((next.kind === "method" || next.kind === "function") && next.self) waiting.push(next.self);
    const thing = thingOf(state, next);
    if (next.kind !== "ref" || !thing || thing.isShared) continue;
    waiting.push(...partsOf(thing));
    const shared = { ...thing, isShared: true };
    state.heap.set(next.id, state.isConcurrent ? emptied(shared) : shared);
    state.exposed.add(next.id);
    if (oneShot.has(thing.type)) state.hasLostIterator = true;
  }
}

/** From now on code that is not followed can reach what is in a value. */
export function shareParts(state: State, value: KnownValue): void {
  const thing = thingOf(state, value);
  if (thing && !thing.isShared) for (const part of partsOf(thing)) share(state, part);
}
