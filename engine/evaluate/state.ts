import type { Scope } from "../program/scopes.ts";
import { isSame, keyOf, some, unknown, type HeapObject, type KnownValue } from "./values.ts";

/** A function, comprehension or module that is being followed, and what its names stand for. */
export type CallFrame = Readonly<{ scope: Scope; names: Map<string, KnownValue> }>;

/** All that is known at one moment of a program. */
export type State = {
  frames: readonly CallFrame[];
  heap: Map<number, HeapObject>;
  /** Changes whenever an unknown object may have changed. */
  epoch: number;
};

export function newState(scope: Scope): State {
  return { frames: [{ scope, names: new Map() }], heap: new Map(), epoch: 0 };
}

export function copyOf(state: State): State {
  return {
    frames: state.frames.map(({ scope, names }) => ({ scope, names: new Map(names) })),
    heap: new Map(state.heap),
    epoch: state.epoch,
  };
}

export function sizeOf(state: State): number {
  return state.heap.size + state.frames.reduce((sum, { names }) => sum + names.size, 0);
}

/** What is true in both: the state after two roads meet. */
export function join(a: State, b: State): State {
  const heap = new Map<number, HeapObject>();
  const joined: State = {
    frames: [],
    heap,
    epoch: Math.max(a.epoch, b.epoch) + (a.epoch === b.epoch ? 0 : 1),
  };
  for (const id of new Set([...a.heap.keys(), ...b.heap.keys()])) {
    heap.set(id, joinThings(a.heap.get(id), b.heap.get(id)));
  }
  const typeIn = (state: State) => (value: KnownValue) => typeOf(state, value);
  joined.frames = a.frames.map(({ scope, names }, at) => {
    const others = b.frames[at]?.names ?? new Map<string, KnownValue>();
    const both = new Map<string, KnownValue>();
    for (const name of new Set([...names.keys(), ...others.keys()])) {
      const one = names.get(name);
      const other = others.get(name);
      both.set(name, one && other ? joinValues(one, other, typeIn(a), typeIn(b)) : unknown);
    }
    return { scope, names: both };
  });
  return joined;
}

function joinValues(
  a: KnownValue,
  b: KnownValue,
  typeInA: (value: KnownValue) => string | undefined,
  typeInB: (value: KnownValue) => string | undefined,
): KnownValue {
  if (isSame(a, b)) return a;
  const type = typeInA(a);
  return type !== undefined && type === typeInB(b) && isPlainType(type) ? some(type) : unknown;
}

const plainTypes = new Set("int float bool str bytes list tuple dict set NoneType".split(" "));
function isPlainType(type: string): boolean {
  return plainTypes.has(type);
}

function joinThings(a: HeapObject | undefined, b: HeapObject | undefined): HeapObject {
  if (a === undefined || b === undefined || a === b) return (a ?? b)!;
  const isShared = a.isShared || b.isShared;
  const changed = Math.max(a.changed, b.changed);
  const isMany = a.isMany || b.isMany;
  const items =
    a.items && b.items && a.items.length === b.items.length
      ? a.items.map((item, at) => (isSame(item, b.items![at]!) ? item : unknown))
      : undefined;
  return { type: a.type, items, owner: a.owner, factory: a.factory, changed, isShared, isMany };
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

/** Everything unknown code can reach may be different now. */
export function disturb(state: State): void {
  state.epoch += 1;
  for (const [id, thing] of state.heap) if (thing.isShared) state.heap.set(id, emptied(thing));
}

/** An object whose contents are no longer known. */
export function emptied(thing: HeapObject): HeapObject {
  if (thing.type === "tuple" || thing.type === "range") return thing;
  return {
    type: thing.type,
    owner: thing.owner,
    factory: thing.factory,
    isShared: thing.isShared,
    changed: thing.changed,
  };
}

/** From now on unknown code can reach this value and all that is in it. */
export function share(state: State, value: KnownValue): void {
  const waiting = [value];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ((next.kind === "method" || next.kind === "function") && next.self) waiting.push(next.self);
    const thing = thingOf(state, next);
    if (next.kind !== "ref" || !thing || thing.isShared) continue;
    state.heap.set(next.id, { ...thing, isShared: true });
    waiting.push(...(thing.items ?? []), ...(thing.attributes?.values() ?? []));
    if (thing.each) waiting.push(thing.each);
    for (const [, held] of thing.entries?.values() ?? []) waiting.push(held);
  }
}
