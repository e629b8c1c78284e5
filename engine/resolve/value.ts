import type { Arguments, ClassDef, Expression, Node, Statement } from "../tree/nodes.ts";
import { textLength } from "../kernel/characters.ts";
import * as keys from "../values/keys.ts";
import { isTrue } from "../values/truth.ts";
import { integerOf, maxBits, maxTextLength, type Concrete, type Outcome } from "../values/value.ts";

/** One thing an expression may stand for. */
export type AbstractValue =
  /** `decoded`: it was made by decoding, reversing or counting out characters, as one hides a word. */
  | Readonly<{ kind: "str" | "bytes"; value: string; decoded: boolean }>
  | Readonly<{ kind: "int"; value: bigint }>
  | Readonly<{ kind: "bool"; value: boolean }>
  | Readonly<{ kind: "none" }>
  /** Nobody looks at which. */
  | Readonly<{ kind: "float" }>
  | Mixed
  | Items
  | Entries
  | Reference
  | OwnFunction
  | OwnClass
  | OwnObject
  | Readonly<{
      kind: "partial";
      callee: PossibleValues;
      args: readonly PossibleValues[];
      keywords: ReadonlyMap<string, PossibleValues>;
    }>
  /** `operator.attrgetter` and its relatives. */
  | Readonly<{
      kind: "getter";
      gets: "attribute" | "item" | "method";
      names: readonly PossibleValues[];
      args: readonly PossibleValues[];
      keywords: ReadonlyMap<string, PossibleValues>;
    }>
  /** A method taken from a value of ours, not called yet. */
  | Readonly<{ kind: "method"; of: AbstractValue; name: string }>
  /** The names of a scope, or the attributes of a thing, seen as a dictionary. */
  | Readonly<{ kind: "names"; frame: ScopeFrame }>
  | Readonly<{ kind: "attributes"; of: AbstractValue }>
  | Readonly<{ kind: "super"; of: OwnObject | OwnClass }>
  | Readonly<{ kind: "code"; source: PossibleValues }>
  /** A template or a file in memory, made of a text. */
  | Readonly<{ kind: "stream"; path: string; content: AbstractValue }>
  | Unknown;

/** Text of which only some pieces are known. */
export type Mixed = Readonly<{ kind: "mixed"; pieces: readonly (string | Unknown)[] }>;
/**
 * Changed in place, as Python does it; `isOpen`: it may hold more or less than is listed. `isOneShot`: it can be gone
 * through once (an iterator) or shows what another holds (a view), so its elements are known only where it is made.
 */
export type Items = {
  readonly kind: "list" | "tuple" | "set";
  items: PossibleValues[];
  isOpen: boolean;
  readonly isOneShot?: true;
};
export type Entries = { readonly kind: "dict"; entries: Map<string, DictEntry>; isOpen: boolean };
export type DictEntry = Readonly<{ key: PossibleValues; value: PossibleValues }>;
/**
 * Something that is known only by the way to it: `os.system`, `flask.request.args[]`, `param:cursor.execute()`.
 * `[]` stands for any element and `()` for what a call answers.
 */
export type Reference = Readonly<{ kind: "reference"; path: string; taint: number }>;
export type OwnFunction = Readonly<{
  kind: "function";
  name: string;
  args: Omit<Arguments, keyof Node>;
  body: readonly Statement[] | Expression;
  outer: ScopeFrame;
  defaults: ReadonlyMap<string, PossibleValues>;
  /** The object a method was taken from. */
  self: AbstractValue | undefined;
  holder: OwnClass | undefined;
  how: "plain" | "static" | "class" | "property";
  /** Where its arguments come from when nobody in the text calls it: a route's come from users. */
  taint: number;
  /** Those of its arguments that a framework turns into numbers and the like before it calls. */
  converted: ReadonlySet<string>;
  /** What it answers is sent to a browser as a page. */
  answersPages: boolean;
  /** Set when the function stands in a text of code that is itself a string. */
  at: Node | undefined;
}>;
export type OwnClass = Readonly<{
  kind: "class";
  name: string;
  node: ClassDef | undefined;
  attributes: Map<string, PossibleValues>;
  bases: readonly PossibleValues[];
  metaclass: PossibleValues | undefined;
  /** What the methods of any object of this class have put into `self`. */
  fields: Map<string, PossibleValues>;
}>;
export type OwnObject = Readonly<{ kind: "object"; of: OwnClass; attributes: Map<string, PossibleValues> }>;
/** The names of one scope while it runs. */
export type ScopeFrame = {
  readonly kind: "module" | "function" | "class" | "comprehension";
  readonly outer: ScopeFrame | undefined;
  /** The names as they stand, and on top of them what each branch being followed has changed. */
  readonly layers: Map<string, PossibleValues>[];
  readonly elsewhere: Map<string, "global" | "nonlocal">;
  /** Modules of which everything was imported. */
  readonly stars: string[];
  /** What the function answers, on all the ways out seen so far. */
  readonly returned: PossibleValues[];
  yielded: PossibleValues[] | undefined;
  /** Some `yield` may happen more or less often than once. */
  yieldsOften: boolean;
  readonly writes: { count: number };
};
/** Nothing is known but where it may come from. */
export type Unknown = Readonly<{ kind: "anything"; taint: number }>;

export type Text = Extract<AbstractValue, { kind: "str" | "bytes" }>;

/** Everything an expression may stand for; never empty. */
export type PossibleValues = readonly AbstractValue[];

const maxThings = 12;

export const anything: PossibleValues = [{ kind: "anything", taint: 0 }];
export const none: PossibleValues = [{ kind: "none" }];

export function tainted(taint: number): PossibleValues {
  return taint === 0 ? anything : [{ kind: "anything", taint }];
}

/** Text with a lone surrogate is not held: see the folder of Python's text. */
export function text(value: string, decoded = false): PossibleValues {
  return value.length > maxTextLength || !value.isWellFormed() ? anything : [{ kind: "str", value, decoded }];
}

export function bytes(value: string, decoded = false): PossibleValues {
  return value.length > maxTextLength ? anything : [{ kind: "bytes", value, decoded }];
}

export function int(value: bigint | number): PossibleValues {
  const whole = BigInt(value);
  return whole > largest || whole < -largest ? anything : [{ kind: "int", value: whole }];
}
const largest = 1n << maxBits;

export function bool(value: boolean): PossibleValues {
  return [{ kind: "bool", value }];
}

/** What Python makes of constants; undefined where it raises, or where that is not worked out. */
export function ofOutcome(outcome: Outcome, decoded = false): PossibleValues | undefined {
  if (outcome === undefined) return undefined;
  switch (outcome.kind) {
    case "raises":
      return undefined;
    case "str":
      return text(outcome.value, decoded);
    case "bytes":
      return bytes(outcome.value, decoded);
    case "int":
      return int(outcome.value);
    case "float":
      return [{ kind: "float" }];
    case "tuple":
    case "list":
      return items(
        outcome.kind,
        outcome.items.map((item) => ofOutcome(item, decoded)!),
      );
    default:
      return [outcome];
  }
}

/** A thing that is known in full. */
export function concreteValue(thing: AbstractValue | undefined): Concrete | undefined {
  return thing && ["str", "bytes", "int", "bool", "none"].includes(thing.kind)
    ? (thing as Concrete)
    : undefined;
}

/** The one constant a value stands for, if it stands for nothing else. */
export function concreteOf(value: PossibleValues | undefined): Concrete | undefined {
  return value?.length === 1 ? concreteValue(value[0]) : undefined;
}

const maxPathLength = 240;

export function reference(path: string, taint = 0): PossibleValues {
  return path.length > maxPathLength ? tainted(taint) : [{ kind: "reference", path, taint }];
}

export function items(kind: Items["kind"], of: PossibleValues[], isOpen = false): PossibleValues {
  return [{ kind, items: of, isOpen }];
}

/** The members of a set, each once; which of several unknown ones are equal is not known. */
export function setItems(of: readonly PossibleValues[], isOpen = false): PossibleValues {
  const members = new Map<string, PossibleValues>();
  for (const [at, item] of of.entries()) {
    const key = keyOf(item) ?? `?${at}`;
    if (!members.has(key)) members.set(key, item);
  }
  const isUnsure = members.size > 1 && !areApart([...members.keys()]);
  return items("set", [...members.values()], isOpen || isUnsure);
}

export function passing(of: PossibleValues[], isOpen = false): PossibleValues {
  return [{ kind: "list", items: of, isOpen, isOneShot: true }];
}

/** An iterator kept under a name may be used up when it is read again. */
export function kept(value: PossibleValues): PossibleValues {
  if (!value.some(isFleeting)) return value;
  return value.map((thing) =>
    thing.kind === "stream"
      ? { kind: "reference", path: `${thing.path}()`, taint: 0 }
      : isFleeting(thing)
        ? { ...(thing as Items), isOpen: true }
        : thing,
  );
}

function isFleeting(thing: AbstractValue): boolean {
  return thing.kind === "stream" || (thing.kind === "list" && thing.isOneShot === true && !thing.isOpen);
}

/** Either of two values. */
export function join(a: PossibleValues, b: PossibleValues): PossibleValues {
  if (a === b) return a;
  const joined = [...a];
  for (const thing of b) if (!joined.some((other) => isSame(other, thing))) joined.push(thing);
  if (joined.length <= maxThings) return joined;
  return [...joined.slice(0, maxThings - 1), ...anything];
}

export function joinAll(values: Iterable<PossibleValues>): PossibleValues {
  let joined: PossibleValues | undefined;
  for (const value of values) joined = joined === undefined ? value : join(joined, value);
  return joined ?? anything;
}

function isSame(a: AbstractValue, b: AbstractValue): boolean {
  if (a === b) return true;
  if (a.kind === "reference") return b.kind === "reference" && a.path === b.path && a.taint === b.taint;
  if (a.kind === "anything") return b.kind === "anything" && a.taint === b.taint;
  if (a.kind === "none") return b.kind === "none";
  if (a.kind === "str" || a.kind === "bytes" || a.kind === "int" || a.kind === "bool")
    return b.kind === a.kind && a.value === b.value;
  return false;
}

/** The one string of a kind a value stands for, if it stands for nothing else. */
export function onlyTextOf(kind: "str" | "bytes", value: PossibleValues | undefined): string | undefined {
  return value?.[0]?.kind === kind ? onlyText(value) : undefined;
}

/** The one string or bytes a value stands for, if it stands for nothing else. */
export function onlyText(value: PossibleValues | undefined): string | undefined {
  if (value?.length !== 1) return undefined;
  const [thing] = value;
  return thing!.kind === "str" || thing!.kind === "bytes" ? thing!.value : undefined;
}

export function onlyInt(value: PossibleValues | undefined): bigint | undefined {
  const constant = concreteOf(value);
  return constant && integerOf(constant);
}

export function onlyBool(value: PossibleValues | undefined): boolean | undefined {
  const [thing] = value ?? [];
  return value?.length === 1 && thing!.kind === "bool" ? thing!.value : undefined;
}

/** Whether a value counts as true, where that is decided. */
export function truthOf(value: PossibleValues): boolean | undefined {
  const constant = concreteOf(value);
  if (constant) return isTrue(constant);
  const size = sizeOf(value);
  return size === undefined ? undefined : size > 0;
}

/** The elements of a value that is one complete sequence, in the order of iteration. */
export function onlyItems(value: PossibleValues | undefined): readonly PossibleValues[] | undefined {
  const list = onlyMembers(value);
  // Nobody knows the order of a set.
  return list !== undefined && list.length > 1 && value![0]!.kind === "set" ? undefined : list;
}

/** The elements of a value that holds no others, in any order. */
export function onlyMembers(value: PossibleValues | undefined): readonly PossibleValues[] | undefined {
  if (value?.length !== 1) return undefined;
  const [thing] = value as [AbstractValue];
  if (thing.kind === "list" || thing.kind === "tuple" || thing.kind === "set")
    return thing.isOpen ? undefined : thing.items;
  if (thing.kind === "dict" && isClosed(thing)) return [...thing.entries.values()].map(({ key }) => key);
  if (thing.kind === "str") return Array.from(thing.value).map((one) => text(one, thing.decoded));
  if (thing.kind === "bytes") return Array.from(thing.value, (one) => int(one.charCodeAt(0)));
  return undefined;
}

/** How many elements a value has; undefined for what has no length, too. */
export function sizeOf(value: PossibleValues | undefined): number | undefined {
  if (value?.length !== 1) return undefined;
  const [thing] = value as [AbstractValue];
  if (thing.kind === "str") return textLength(thing.value);
  if (thing.kind === "bytes") return thing.value.length;
  if (thing.kind === "list" && thing.isOneShot) return undefined;
  return onlyMembers(value)?.length;
}

/** Whether all the keys of a dictionary are known, and known to differ. */
export function isClosed({ entries, isOpen }: Entries): boolean {
  return !isOpen && areApart([...entries.keys()]);
}

/** Whether no two of these different spellings can be of equal keys. */
export function areApart(keys: readonly (string | undefined)[]): boolean {
  return keys.every((key) => key !== undefined && !mayBeEqual(keys[0]!, key));
}

/** Whether keys of two spellings may be equal: what a path leads to may equal any constant. */
export function mayBeEqual(one: string, other: string): boolean {
  if (one.startsWith("?") || other.startsWith("?")) return true;
  return one.startsWith("at:") !== other.startsWith("at:");
}

/** What a value may be as a key of a dictionary, in one spelling. */
export function keyOf(value: PossibleValues): string | undefined {
  if (value.length !== 1) return undefined;
  const [thing] = value as [AbstractValue];
  const constant = concreteValue(thing);
  if (constant) return keys.keyOf(constant);
  // An enumeration's member or a class is the same key everywhere; what a call answers is not.
  return thing.kind === "reference" && /^(?!param:|self\.)[\w.]+$/.test(thing.path)
    ? `at:${thing.path}`
    : undefined;
}

export function isConstant(thing: AbstractValue): boolean {
  return thing.kind === "float" || concreteValue(thing) !== undefined;
}

/** Whether everything a value may stand for is written in the text. */
export function isKnown(value: PossibleValues, depth = 0): boolean {
  if (depth > 20) return false;
  return value.every(
    (thing) =>
      isConstant(thing) ||
      ((thing.kind === "list" || thing.kind === "tuple" || thing.kind === "set") &&
        !thing.isOpen &&
        thing.items.every((item) => isKnown(item, depth + 1))) ||
      (thing.kind === "dict" &&
        !thing.isOpen &&
        [...thing.entries.values()].every((entry) => isKnown(entry.value, depth + 1))),
  );
}

/** Every path a value may be reached by. */
export function pathsOf(value: PossibleValues): string[] {
  return value.flatMap((thing) => (thing.kind === "reference" ? [thing.path] : []));
}

/** Whether an expression can only be None. */
export function isNone(value: PossibleValues | undefined): boolean {
  return value?.length === 1 && value[0]!.kind === "none";
}
