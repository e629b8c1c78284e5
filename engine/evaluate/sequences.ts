import type { Expression, Node } from "../tree/nodes.ts";
import { noneUsed, shown, typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { cutOf, maxLengthOf, mustReach } from "./max-length.ts";
import { refuses } from "./refuses.ts";
import { change, hold, leave, list, make, type Run } from "./run.ts";
import { keyIn, oneShot, share, shareParts, thingOf, typeOf } from "./state.ts";
import { isAtomic, runOn, touch, touchLightly } from "./touch.ts";
import { int, isSame, some, str, unknown, type HeapObject, type KnownValue } from "./values.ts";
import { choose, countOut, placeOf } from "../values/slices.ts";
import { integerOf } from "../values/value.ts";

const indexed = new Set(["list", "tuple", "str", "deque"]);

/** The members of a value in their order; undefined when they are not all known. */
export function membersOf(run: Run, value: KnownValue): readonly KnownValue[] | undefined {
  if (value.kind === "str") return Array.from(value.value, (character) => str(character));
  const thing = thingOf(run.state, value);
  if (!thing || thing.isMany) return undefined;
  if (thing.range) return countedOut(thing.range);
  if (thing.view) return shownBy(run, thing.type, thing.view);
  if (thing.items) return isStale(run, thing) ? undefined : thing.items;
  if (thing.entries && (thing.type !== "set" || thing.entries.size < 2)) {
    return [...thing.entries.values()].map(([key]) => key);
  }
  return undefined;
}

/** What a view shows of its dict as it is now. */
function shownBy(run: Run, type: string, dict: KnownValue): KnownValue[] | undefined {
  const thing = thingOf(run.state, dict);
  const pairs = thing?.entries && !thing.isMany ? [...thing.entries.values()] : undefined;
  if (type === "dict_items") return pairs?.map((pair) => make(run, { type: "tuple", items: pair }));
  return pairs?.map(([key, value]) => (type === "dict_keys" ? key : value));
}

/** The contents of an object, to be compared with what they are later. */
export function contentsOf(run: Run, value: KnownValue): unknown {
  const thing = thingOf(run.state, value);
  if (thing?.view) return contentsOf(run, thing.view);
  return thing?.items ?? thing?.entries ?? thing?.range;
}

/** Whether what an iterator goes through has changed since it was made. */
export function isStale(run: Run, { sources }: HeapObject): boolean {
  return sources?.some(([source, before]) => contentsOf(run, source) !== before) ?? false;
}

/** The number of a value's members, where it is known. */
export function sizeOf(run: Run, value: KnownValue): number | undefined {
  if (value.kind === "str") return value.value.length;
  const thing = thingOf(run.state, value);
  if (!thing || thing.isMany) return undefined;
  if (thing.view) return sizeOf(run, thing.view);
  return thing.items?.length ?? thing.entries?.size ?? membersOf(run, value)?.length;
}

/** Whether a value gives each of its members once only. */
export function isOneShot(run: Run, value: KnownValue): boolean {
  return oneShot.has(typeOf(run.state, value) ?? "");
}

/** Whether an expression makes a new object that nothing else can reach. */
export function isFresh({ facts }: Run, node: Node): boolean {
  if (node.kind === "GeneratorExp") return true;
  return node.kind === "Call" && node.func.kind === "Name" && facts.names.variableOf(node.func) === undefined;
}

/** Goes through a value to its end: its members, where all are known. */
export function takeAll(run: Run, value: KnownValue, node: Node): readonly KnownValue[] | undefined {
  mustIterate(run, value, node);
  const members = membersOf(run, value);
  if (members === undefined) useUp(run, value);
  else if (isOneShot(run, value)) change(run, value, { items: [], sources: undefined });
  return members;
}

/** Something is taken from a value, nobody knows how much. */
export function useUp(run: Run, value: KnownValue): void {
  shareParts(run.state, value);
  if (isOneShot(run, value) && value.kind === "ref")
    change(run, value, { items: undefined, each: undefined });
  else if (value.kind === "unknown" && run.state.hasLostIterator) leave(run);
  touchLightly(run, "iterate", value);
}

const maxCounted = 2000;

function countedOut(range: readonly [KnownValue, KnownValue, KnownValue]): KnownValue[] | undefined {
  const [start, stop, step] = range.map(integerOf);
  if (start === undefined || stop === undefined || step === undefined || step === 0n) return undefined;
  const numbers = countOut(start, stop, step, maxCounted + 1);
  return numbers.length > maxCounted ? undefined : numbers.map(int);
}

/** What iterating over a value gives. */
export function memberOf(run: Run, value: KnownValue): KnownValue {
  const type = typeOf(run.state, value);
  if (type === "str" || type === "TextIOWrapper") return some("str");
  if (type === "range" || type === "bytes") return some("int");
  return thingOf(run.state, value)?.each ?? unknown;
}

export function mustIterate(run: Run, value: KnownValue, node: Node): void {
  const type = typeOf(run.state, value);
  const isBuiltin = value.kind === "builtin" && !run.facts.isDynamic;
  if (type === undefined || !(isBuiltin || refuses(type, "iter"))) return;
  const remedy =
    type === "int"
      ? " To count up to it, use `range(…)`."
      : isBuiltin
        ? " Iterate over a value instead."
        : "";
  const what = isBuiltin ? "Python's own" : typeName(type);
  const message = `${shown(node)} is ${what} here and is not iterable: this raises TypeError.${remedy}`;
  if (type === "NoneType")
    throw new Raised(node, "none-used", "TypeError", message, { data: noneUsed(node) });
  throw new Raised(node, "not-iterable", "TypeError", message, { data: { kind: "not iterable", type } });
}

/** `value[index]`, read. */
export function item(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
): KnownValue {
  const found = find(run, node, value, index);
  if (!isAtomic(found) && found.kind !== "ref") shareParts(run.state, value);
  return found;
}

function find(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
): KnownValue {
  const type = typeOf(run.state, value);
  pastTheLength(run, node, value, index);
  mustReach(run, node, value, index);
  if (type === undefined) {
    runOn(run, "subscript", value, index);
    touch(run, "hash", index);
    return unknown;
  }
  if (refuses(type, "getitem")) {
    const message = `${shown(node.value)} is ${typeName(type)} here and cannot be indexed: this raises TypeError.`;
    if (type === "NoneType")
      throw new Raised(node, "none-used", "TypeError", message, { data: noneUsed(node.value) });
    throw new Raised(node, "not-subscriptable", "TypeError", message);
  }
  if (indexed.has(type)) return itemAt(run, node, value, index);
  touch(run, "hash", index);
  const thing = thingOf(run.state, value);
  if (type === "dict" && thing?.entries) return entry(run, node, value, index);
  mustHash(run, index, node, type === "dict" || type === "defaultdict");
  if (type === "defaultdict") return entryOrNew(run, value, index);
  runOn(run, "subscript", value, index);
  return thing?.each ?? unknown;
}

/** An item of a defaultdict, which is made when it is read for the first time. */
function entryOrNew(run: Run, value: KnownValue, index: KnownValue): KnownValue {
  const thing = thingOf(run.state, value);
  const key = keyIn(run.state, index);
  const found = key === undefined || thing?.isMany ? undefined : thing?.entries?.get(key);
  if (found) return found[1];
  const { factory } = thing ?? {};
  const isPlain = factory?.kind === "builtin" && madeBy.has(factory.name);
  if (!isPlain) {
    leave(run, value);
    return unknown;
  }
  if (!thing?.entries || key === undefined || thing.isMany) {
    change(run, value, { entries: undefined });
    return thing?.each ?? unknown;
  }
  const made = newOf(run, factory.name);
  change(run, value, { entries: new Map(thing.entries).set(key, [index, made]) });
  return made;
}

export const madeBy: ReadonlySet<string> = new Set([
  "list",
  "dict",
  "set",
  "int",
  "str",
  "float",
  "bool",
  "tuple",
]);

/** What a type of Python's own gives that is called with nothing. */
function newOf(run: Run, type: string): KnownValue {
  if (type === "list" || type === "tuple") return make(run, { type, items: [] });
  if (type === "dict" || type === "set") return make(run, { type, entries: new Map() });
  return type === "int" ? int(0) : type === "str" ? str("") : some(type);
}

function itemAt(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
): KnownValue {
  const type = typeOf(run.state, value)!;
  mustBeIndex(run, node, type, index);
  touchLightly(run, "subscript", index);
  const items = value.kind === "str" ? value.value : thingOf(run.state, value)?.items;
  const at = integerOf(index);
  // What is not known to be a number may be a slice.
  if (at === undefined && typeOf(run.state, index) !== "int") return unknown;
  if (items === undefined || at === undefined) return memberOf(run, value);
  const place = placeOf(at, items.length);
  if (place === undefined) outOfRange(node, type, at, items.length, value);
  return typeof items === "string" ? str(items[place]!) : items[place]!;
}

function outOfRange(
  node: Extract<Expression, { kind: "Subscript" }>,
  type: string,
  at: bigint,
  size: number,
  value: KnownValue,
): never {
  const holds = size === 0 ? "is empty" : `has ${size} item${size === 1 ? "" : "s"}, the last at ${size - 1}`;
  throw new Raised(
    node,
    "index-out-of-range",
    "IndexError",
    `${shown(node.value)} ${holds}: index ${at} raises IndexError. Use an index the ${type} has, or test its length first.`,
    { about: value },
  );
}

/** `x[len(x)]`: there is nothing behind the last item, whatever `x` is. */
function pastTheLength(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
): void {
  if (index.kind !== "length" || index.plus < 0n || index.epoch !== run.state.epoch) return;
  if (!("id" in value) || value.id !== index.of) return;
  const type = typeOf(run.state, value);
  if (type === undefined ? node.ctx !== "Load" || mayBeMapping(run) : !indexed.has(type)) return;
  throw new Raised(
    node,
    "index-out-of-range",
    "IndexError",
    `The last index of ${shown(node.value)} is one less than its length: this raises IndexError. Subtract 1.`,
  );
}

const mappings: ReadonlySet<string> = new Set("dict defaultdict Counter OrderedDict ChainMap".split(" "));

/** Whether the program makes anything whose keys may go as far as its length. */
function mayBeMapping({ facts, own, isUncalled }: Run): boolean {
  if (isUncalled) return false;
  return (
    own.operations.has("subscript") ||
    facts.all("Dict", "DictComp").length > 0 ||
    facts.all("Name").some(({ id }) => mappings.has(id)) ||
    facts.functions.some(({ args }) => args.kwarg !== undefined)
  );
}

function mustBeIndex(run: Run, node: Node, type: string, index: KnownValue): void {
  const kind = typeOf(run.state, index);
  if (
    kind === undefined ||
    !["str", "text", "float", "NoneType", "list", "tuple", "dict", "set", "quotient"].includes(kind)
  )
    return;
  throw new Raised(
    node,
    kind === "NoneType" ? "none-used" : "operand-types",
    "TypeError",
    `A ${type} takes integer indices, not ${typeName(kind)}: this raises TypeError.${kind === "float" || kind === "quotient" ? " Divide with `//`." : ""}`,
  );
}

function entry(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
): KnownValue {
  mustHash(run, index, node, true);
  const { entries, isMany } = thingOf(run.state, value)!;
  const key = keyIn(run.state, index);
  const found = key === undefined ? undefined : entries!.get(key);
  if (found) return found[1];
  if (
    (key === undefined && entries!.size > 0) ||
    isMany ||
    [...entries!.keys()].some((at) => at.startsWith("?"))
  )
    return unknown;
  const message = `${shown(node.value)} has no such key here: this raises KeyError. Set it first, or use \`.get(…)\`.`;
  throw new Raised(node, "missing-key", "KeyError", message, { about: value });
}

export function mustHash(run: Run, key: KnownValue, node: Node, isKey: boolean): void {
  const type = typeOf(run.state, key);
  if (!isKey || type === undefined || !refuses(type, "hash")) return;
  const message = `A ${type} can change, so it cannot be a key or a member of a set: this raises TypeError. Use a tuple.`;
  throw new Raised(node, "unhashable-key", "TypeError", message);
}

/** `value[index] = …`. */
export function setItem(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
  given: KnownValue,
): void {
  const type = typeOf(run.state, value);
  pastTheLength(run, node, value, index);
  if (type !== undefined && refuses(type, "setitem")) {
    const failure = type === "NoneType" ? "none-used" : "item-assignment";
    const message = `The items of ${typeName(type)} cannot be set: this raises TypeError. Build a new one, or use a list or a dict.`;
    throw new Raised(node, failure, "TypeError", message);
  }
  const thing = thingOf(run.state, value);
  if (!thing || thing.type === "instance") return leave(run, value, index, given);
  if (type === "list" || type === "deque") setAt(run, node, value, index, given);
  else if (type === "dict" || type === "defaultdict") setEntry(run, node, value, index, given);
  else change(run, value, { items: undefined, entries: undefined, each: undefined });
  hold(run, value, index, given);
}

function setAt(
  run: Run,
  node: Extract<Expression, { kind: "Subscript" }>,
  value: KnownValue,
  index: KnownValue,
  given: KnownValue,
): void {
  mustBeIndex(run, node, typeOf(run.state, value)!, index);
  touchLightly(run, "subscript", index);
  const { items, isMany, type } = thingOf(run.state, value)!;
  const at = integerOf(index);
  if (items === undefined) return change(run, value, { each: undefined });
  if (at === undefined) {
    shareParts(run.state, value);
    share(run.state, given);
    return change(run, value, { items: items.length === 0 ? undefined : items.map(() => unknown) });
  }
  const place = placeOf(at, items.length);
  if (place === undefined) outOfRange(node, type, at, items.length, value);
  change(run, value, { items: items.with(place, isMany ? unknown : given) });
}

function setEntry(run: Run, node: Node, value: KnownValue, index: KnownValue, given: KnownValue): void {
  mustHash(run, index, node, true);
  touch(run, "hash", index);
  const { entries, each } = thingOf(run.state, value)!;
  const key = keyIn(run.state, index);
  const isAlike =
    each !== undefined && typeOf(run.state, each) === typeOf(run.state, given) && isAtomic(given);
  change(run, value, {
    entries: entries && key !== undefined ? new Map(entries).set(key, [index, given]) : undefined,
    each: isAlike ? (isSame(each, given) ? each : some(typeOf(run.state, given)!)) : undefined,
  });
}

/** Splits a value over the targets of an unpacking. */
export function unpack(
  run: Run,
  node: Node,
  value: KnownValue,
  targets: readonly Expression[],
): KnownValue[] {
  const starred = targets.findIndex(({ kind }) => kind === "Starred");
  const each = memberOf(run, value);
  const max = maxLengthOf(run, value);
  const members = takeAll(run, value, node);
  const min = starred < 0 ? targets.length : targets.length - 1;
  if (members === undefined) {
    if (max !== undefined && max < min) mismatch(node, max, min, { isLeast: starred >= 0, isMost: true });
    return targets.map(({ kind }) => (kind === "Starred" ? list(run, undefined) : each));
  }
  if (starred < 0 ? members.length !== min : members.length < min)
    mismatch(node, members.length, min, { isLeast: starred >= 0, isMost: false });
  if (starred < 0) return [...members];
  const behind = targets.length - starred - 1;
  const middle = members.slice(starred, members.length - behind);
  return [...members.slice(0, starred), list(run, middle), ...members.slice(members.length - behind)];
}

function mismatch(
  node: Node,
  size: number,
  wanted: number,
  { isLeast, isMost }: Readonly<{ isLeast: boolean; isMost: boolean }>,
): never {
  const message = `${isMost ? "At most " : ""}${size} value${size === 1 ? " is" : "s are"} unpacked into ${isLeast ? "at least " : ""}${wanted} name${wanted === 1 ? "" : "s"}: this raises ValueError. Make both sides the same length.`;
  const data = { kind: "unpack mismatch", names: wanted } as const;
  throw new Raised(node, "unpack-mismatch", "ValueError", message, { data });
}

/** `value[a:b:c]`. */
export function slice(run: Run, value: KnownValue, bounds: readonly (KnownValue | undefined)[]): KnownValue {
  const type = typeOf(run.state, value);
  touchLightly(run, "subscript", value, ...bounds.flatMap((bound) => bound ?? []));
  const items = value.kind === "str" ? Array.from(value.value) : thingOf(run.state, value)?.items;
  const known = bounds.map((bound) =>
    bound === undefined || bound.kind === "none" ? null : integerOf(bound),
  );
  if (type === undefined || !items || known.includes(undefined) || known[2] === 0n) {
    shareParts(run.state, value);
    return cutOf(run, type, known);
  }
  const [start, stop, step] = known as (bigint | null)[];
  const picked = choose<string | KnownValue>(items, start!, stop!, step ?? 1n);
  if (type === "str") return str((picked as string[]).join(""));
  return make(run, { type, items: picked as KnownValue[] });
}
