import type { ClassDef, Expression, FunctionDef, Node } from "../tree/nodes.ts";
import * as keys from "../values/keys.ts";
import type { Concrete, Outcome } from "../values/value.ts";

export type Lambda = Extract<Expression, { kind: "Lambda" }>;

/** A value that is known in full and has no parts; those with parts are on the heap. */
export type Scalar = Exclude<Concrete, { kind: "tuple" | "list" }>;

/** What is known of a Python value. `id` tells two readings of one unknown object from two objects. */
export type KnownValue =
  | Readonly<{ kind: "unknown"; id?: number | undefined; max?: MaxLength | undefined }>
  /** Some object of one of Python's own types. */
  | Readonly<{ kind: "some"; type: string; id?: number | undefined; max?: MaxLength | undefined }>
  | Scalar
  /** The length of an unknown object plus a number, as long as nothing may have changed since `epoch`. */
  | Readonly<{ kind: "length"; of: number; epoch: number; plus: bigint }>
  /** Something on the heap. */
  | Readonly<{ kind: "ref"; id: number }>
  /** `home` is the frame it was defined in. */
  | Readonly<{
      kind: "function";
      node: FunctionDef | Lambda;
      home?: number | undefined;
      self?: KnownValue | undefined;
    }>
  | Readonly<{ kind: "class"; node: ClassDef; home?: number | undefined }>
  | Readonly<{ kind: "builtin"; name: string }>
  | Readonly<{ kind: "method"; self: KnownValue; name: string }>;

/** How many items a value has at most; what can change has them as long as nothing may have changed since `epoch`. */
type MaxLength = Readonly<{ count: number; epoch?: number | undefined }>;

/** An object that has an identity and usually contents. What is not known of it is left out. */
export type HeapObject = Readonly<{
  type: string;
  /** The members of a list, tuple or deque. */
  items?: readonly KnownValue[] | undefined;
  /** The keys and values of a dict; the members of a set, as their own values. */
  entries?: ReadonlyMap<string, readonly [KnownValue, KnownValue]> | undefined;
  /** What every member is like, where they cannot be told apart. */
  each?: KnownValue | undefined;
  /** How many members there are at most, where they are not known. */
  maxLength?: number | undefined;
  /** What a defaultdict makes. */
  factory?: KnownValue | undefined;
  range?: readonly [KnownValue, KnownValue, KnownValue] | undefined;
  /** The dict that a view shows as it is now. */
  view?: KnownValue | undefined;
  /** What an iterator goes through, each with the contents it had then: when they change, so does what is left. */
  sources?: readonly (readonly [KnownValue, unknown])[] | undefined;
  owner?: ClassDef | undefined;
  /** The frame that the owner was defined in. */
  home?: number | undefined;
  attributes?: ReadonlyMap<string, KnownValue> | undefined;
  /** When it was made or last changed. */
  changed: number;
  /** Code that is not followed can reach it. */
  isShared?: boolean | undefined;
  /** It stands for many objects that were made alike. */
  isMany?: boolean | undefined;
  /** It was given by a caller, who may have given it twice. */
  isGiven?: boolean | undefined;
}>;

const scalars = new Set(["none", "bool", "int", "float", "str", "bytes"]);

export function isScalar(value: KnownValue): value is Scalar {
  return scalars.has(value.kind);
}

/** What Python makes of scalars, or something of a type where that is not worked out. */
export function ofOutcome(outcome: Outcome, type: string): KnownValue {
  if (outcome === undefined || outcome.kind === "raises" || "items" in outcome) return some(type);
  if (outcome.kind === "str") return str(outcome.value);
  return outcome.kind === "float" ? float(outcome.value) : outcome;
}

export const unknown: KnownValue = { kind: "unknown" };
export const none: KnownValue = { kind: "none" };
export const some = (type: string): KnownValue => ({ kind: "some", type });
export const int = (value: bigint | number): KnownValue => ({ kind: "int", value: BigInt(value) });
/** What comes of infinities is left alone. */
export const float = (value: number): KnownValue =>
  Number.isFinite(value) ? { kind: "float", value } : some("float");
export const bool = (value: boolean): KnownValue => ({ kind: "bool", value });
export const str = (value: string): KnownValue => (isPlain(value) ? { kind: "str", value } : some("str"));

const maxLength = 5000;
/** Text whose characters are the units JavaScript counts in. */
function isPlain(value: string): boolean {
  return value.length <= maxLength && !/[\ud800-\udfff]/.test(value);
}

export function literal(node: Extract<Node, { kind: "Constant" }>): KnownValue {
  const { value } = node;
  switch (value.type) {
    case "int":
      return int(value.value);
    case "float":
      return float(value.value);
    case "bool":
      return bool(value.value);
    case "none":
      return none;
    case "str":
      return value.exact ? str(value.value) : some("str");
    case "bytes":
      return some("bytes");
    case "complex":
      return some("complex");
    case "ellipsis":
      return some("ellipsis");
  }
}

/** How a value is found again in a dict or a set; undefined when it is not known. */
export function keyOf(
  value: KnownValue,
  thingOf: (id: number) => HeapObject | undefined,
): string | undefined {
  if (isScalar(value)) return keys.keyOf(value);
  if (value.kind !== "ref") return undefined;
  const thing = thingOf(value.id);
  if (thing?.type !== "tuple" || !thing.items) return undefined;
  return keys.keyOfTuple(thing.items.map((item) => keyOf(item, thingOf)));
}

export function isSame(a: KnownValue, b: KnownValue): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  if ("value" in a && "value" in b) return Object.is(a.value, b.value);
  if (a.kind === "length" && b.kind === "length") {
    return a.of === b.of && a.plus === b.plus && a.epoch === b.epoch;
  }
  if (maxOf(a)?.count !== maxOf(b)?.count || maxOf(a)?.epoch !== maxOf(b)?.epoch) return false;
  if (a.kind === "some" && b.kind === "some") return a.type === b.type && a.id === b.id;
  if ("node" in a && "node" in b)
    return a.node === b.node && a.home === b.home && !("self" in a) && !("self" in b);
  if (a.kind === "builtin" && b.kind === "builtin") return a.name === b.name;
  if (a.kind === "none") return true;
  return "id" in a && "id" in b && a.id !== undefined && a.id === b.id;
}

function maxOf(value: KnownValue): MaxLength | undefined {
  return "max" in value ? value.max : undefined;
}
