import { typeMembers } from "../library/entries.ts";
import type { Call } from "../tree/nodes.ts";
import { shown, typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { piecesOf } from "./max-length.ts";
import { equality } from "./operators.ts";
import { change, hold, leave, list, make, type Run } from "./run.ts";
import { mustHash, takeAll, useUp } from "./sequences.ts";
import { keyIn, share, shareParts, thingOf, typeOf } from "./state.ts";
import { isAtomic, touch, touchLightly } from "./touch.ts";
import { integerOf } from "../values/value.ts";
import {
  int,
  isScalar,
  none,
  ofOutcome,
  some,
  str,
  unknown,
  type HeapObject,
  type KnownValue,
} from "./values.ts";
import { compareText } from "../kernel/characters.ts";
import { placeOf } from "../values/slices.ts";
import { callTextMethod } from "../values/text-methods.ts";
import { own } from "../text/own.ts";

type Method = (run: Run, node: Call, self: KnownValue, given: readonly KnownValue[]) => KnownValue;

/** What a method gives that leaves its object as it is, where that is a value of one of Python's own types. */
function resultOf(type: string, name: string): string | undefined {
  const method = typeMembers(type)?.get(name);
  if (method?.result === undefined || method.kind !== "function" || method.changes) return undefined;
  return typeMembers(method.result) || method.result.startsWith("dict_") ? method.result : undefined;
}

function givesNothing(type: string, name: string): boolean {
  return typeMembers(type)?.get(name)?.result === "None";
}

/** Methods that neither compare nor hash nor iterate over what they are given. */
const passive = new Set(
  "append appendleft insert pop popleft clear copy keys values items reverse lower upper strip split".split(
    " ",
  ),
);

/** Calls a method of one of Python's own objects. */
export function callMethod(
  run: Run,
  node: Call,
  method: Extract<KnownValue, { kind: "method" }>,
  { given, named }: Readonly<{ given: readonly KnownValue[]; named: ReadonlyMap<string, KnownValue> }>,
): KnownValue {
  const { self, name } = method;
  const values = [...given, ...named.values()];
  if (!passive.has(name))
    for (const operation of ["compare", "hash", "text"] as const) touch(run, operation, self, ...values);
  if (!passive.has(name)) touchLightly(run, "iterate", ...values);
  // A function that is given by its keyword is called with the items.
  if (![...named.values()].every(isAtomic)) leave(run, self, ...values);
  const result = answer(run, node, method, given);
  hold(run, self, ...values);
  if (!isAtomic(result) && result.kind !== "ref")
    for (const value of [self, ...values]) shareParts(run.state, value);
  return result;
}

function answer(
  run: Run,
  node: Call,
  method: Extract<KnownValue, { kind: "method" }>,
  given: readonly KnownValue[],
): KnownValue {
  const { self, name } = method;
  const type = typeOf(run.state, self);
  const isPlain = node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
  const exact = isPlain ? own(methods, `${type}.${name}`) : undefined;
  if (exact) return exact(run, node, self, given);
  const text = isPlain ? callOnText(run, node, method, given) : undefined;
  if (text) return text;
  const known = type === undefined ? undefined : resultOf(type, name);
  for (const value of given) useUp(run, value);
  if (known !== undefined) return made(run, node, name, type!, known);
  const isKept = isUnchanging(name) && (type === undefined || !typeMembers(type)?.get(name)?.changes);
  if (isKept) return unknown;
  if (!thingOf(run.state, self) && (name === "sort" || name === "reverse")) reorder(run, self);
  else change(run, self, { items: undefined, entries: undefined, each: undefined });
  return type !== undefined && givesNothing(type, name) ? none : unknown;
}

/** The same items in another order: no length is different. */
export function reorder(run: Run, value: KnownValue): void {
  const { epoch } = run.state;
  leave(run, value);
  run.state.epoch = epoch;
}

/** A new value of a known type; text is split into text. */
function made(run: Run, node: Call, name: string, from: string, type: string): KnownValue {
  const isText = from === "str" || from === "bytes";
  if (isText && (name === "split" || name === "rsplit")) return piecesOf(run, node, from);
  if (isText && (name === "partition" || name === "rpartition"))
    return make(run, { type: "tuple", items: [some(from), some(from), some(from)] });
  if (type !== "list") return some(type);
  return list(run, undefined, from === "str" ? some("str") : undefined);
}

/** Whether a method of that name leaves what it is called on as it is, whichever of Python's own types that has. */
export function isUnchanging(name: string): boolean {
  return unchanging.has(name);
}

const unchanging = new Set(
  "index count find lower upper strip split join replace startswith endswith isdigit isalpha isalnum get keys values items copy format encode decode lstrip rstrip title rfind islower isupper".split(
    " ",
  ),
);

const methods: Readonly<Record<string, Method>> = {
  "list.append": add("end"),
  "deque.append": add("end"),
  "deque.appendleft": add("start"),
  "list.insert": (run, _node, self, [index, value]) => {
    const items = thingOf(run.state, self)?.items;
    const at = integerOf(index ?? unknown);
    const place = at === undefined ? undefined : Number(at);
    change(run, self, {
      items: items && place !== undefined ? inserted(items, place, value!) : undefined,
      each: undefined,
    });
    return none;
  },
  "list.extend": extend,
  "deque.extend": extend,
  "list.pop": pop,
  "deque.pop": pop,
  "deque.popleft": (run, node, self) => pop(run, node, self, [int(0)]),
  "list.remove": (run, node, self, [value]) => {
    const items = thingOf(run.state, self)?.items;
    const found = items?.map((item) => equality(run, item, value!));
    if (!items || !found || found.includes(undefined) || thingOf(run.state, self)?.isMany)
      change(run, self, { items: undefined, each: undefined });
    else if (!found.includes(true)) missing(node, "list.remove", self);
    else change(run, self, { items: items.toSpliced(found.indexOf(true), 1) });
    return none;
  },
  "list.index": indexOf,
  "tuple.index": indexOf,
  "list.clear": (run, _node, self) => (change(run, self, { items: [] }), none),
  "deque.clear": (run, _node, self) => (change(run, self, { items: [] }), none),
  "dict.clear": (run, _node, self) => (change(run, self, { entries: new Map() }), none),
  "defaultdict.clear": (run, _node, self) => (change(run, self, { entries: new Map() }), none),
  "set.clear": (run, _node, self) => (change(run, self, { entries: new Map() }), none),
  "set.pop": takeAny,
  "dict.popitem": takeAny,
  "list.reverse": (run, _node, self) => {
    if (!thingOf(run.state, self)) reorder(run, self);
    else change(run, self, { items: thingOf(run.state, self)?.items?.toReversed() });
    return none;
  },
  "list.sort": (run, node, self) => {
    const items = thingOf(run.state, self)?.items;
    sortable(run, node, items);
    if (!thingOf(run.state, self)) reorder(run, self);
    else {
      if (!sorted(items)?.every(isAtomic)) shareParts(run.state, self);
      change(run, self, { items: sorted(items) });
    }
    return none;
  },
  "list.copy": (run, _node, self) =>
    list(run, thingOf(run.state, self)?.items, thingOf(run.state, self)?.each),
  "dict.get": (run, node, self, [key, other]) => {
    mustHash(run, key!, node, true);
    const entries = entriesOf(run, self);
    const at = keyIn(run.state, key!);
    if (entries && at !== undefined) return entries.get(at)?.[1] ?? other ?? none;
    if (other) share(run.state, other);
    return unknown;
  },
  "dict.pop": (run, node, self, [key, other]) => {
    const entries = entriesOf(run, self);
    const at = keyIn(run.state, key!);
    if (!entries || at === undefined) {
      change(run, self, { entries: undefined });
      if (other) share(run.state, other);
      return unknown;
    }
    const found = entries.get(at);
    if (!found && other === undefined) missing(node, "dict.pop", self);
    change(run, self, { entries: new Map([...entries].filter(([name]) => name !== at)) });
    return found?.[1] ?? other!;
  },
  "dict.items": view("dict_items"),
  "dict.values": view("dict_values"),
  "dict.keys": view("dict_keys"),
  "set.add": (run, node, self, [value]) => {
    mustHash(run, value!, node, true);
    const entries = thingOf(run.state, self)?.entries;
    const key = keyIn(run.state, value!);
    change(run, self, {
      entries: entries && key !== undefined ? new Map(entries).set(key, [value!, value!]) : undefined,
    });
    return none;
  },
  "set.remove": (run, node, self, [value]) => {
    const entries = entriesOf(run, self);
    const key = keyIn(run.state, value!);
    if (entries && key !== undefined && !entries.has(key)) missing(node, "set.remove", self);
    change(run, self, {
      entries: entries && key !== undefined ? new Map([...entries].filter(([at]) => at !== key)) : undefined,
    });
    return none;
  },
  "str.join": (run, node, self, [parts]) => {
    const members = takeAll(run, parts!, node.args[0]!);
    const bad = members?.findIndex((part) =>
      ["int", "float", "bool", "NoneType", "list", "dict"].includes(typeOf(run.state, part) ?? ""),
    );
    if (bad !== undefined && bad >= 0) {
      const type = typeOf(run.state, members![bad]!)!;
      throw new Raised(
        node,
        "argument-types",
        "TypeError",
        `\`join\` takes strings only; item ${bad} is ${typeName(type)}: this raises TypeError. Convert the items with \`str\`.`,
      );
    }
    const texts = members?.map((part) => (part.kind === "str" ? part.value : undefined));
    return self.kind === "str" && texts && !texts.includes(undefined)
      ? str(texts.join(self.value))
      : some("str");
  },
};

/** A method of a text that is known, given what is known; undefined where the answer is not worked out. */
function callOnText(
  run: Run,
  node: Call,
  method: Extract<KnownValue, { kind: "method" }>,
  given: readonly KnownValue[],
): KnownValue | undefined {
  const { self, name } = method;
  if (self.kind !== "str" || !given.every(isScalar)) return undefined;
  const outcome = callTextMethod(self, name, { args: given, keywords: new Map() });
  if (outcome?.kind === "raises") missing(node, `str.${name}`, self);
  if (outcome === undefined) return undefined;
  if (!("items" in outcome)) return ofOutcome(outcome, outcome.kind);
  return make(run, { type: outcome.kind, items: outcome.items.map((item) => ofOutcome(item, "str")) });
}

/** What shows the keys, values or both of a dict, as it is whenever it is asked. */
function view(type: string): Method {
  return (run, _node, self) => (thingOf(run.state, self) ? make(run, { type, view: self }) : some(type));
}

/** The entries of an object that is one and not many. */
function entriesOf(run: Run, value: KnownValue): HeapObject["entries"] {
  const thing = thingOf(run.state, value);
  return thing?.isMany ? undefined : thing?.entries;
}

function add(where: "start" | "end"): Method {
  return (run, _node, self, [value]) => {
    const items = thingOf(run.state, self)?.items;
    change(run, self, {
      items: items && (where === "end" ? [...items, value!] : [value!, ...items]),
      each: undefined,
    });
    return none;
  };
}

function inserted(items: readonly KnownValue[], at: number, value: KnownValue): KnownValue[] {
  const place = at < 0 ? Math.max(0, at + items.length) : Math.min(at, items.length);
  return items.toSpliced(place, 0, value);
}

function extend(run: Run, node: Call, self: KnownValue, [value]: readonly KnownValue[]): KnownValue {
  const members = takeAll(run, value!, node.args[0]!);
  const items = thingOf(run.state, self)?.items;
  change(run, self, { items: items && members ? [...items, ...members] : undefined, each: undefined });
  return none;
}

function pop(run: Run, node: Call, self: KnownValue, [index]: readonly KnownValue[]): KnownValue {
  const thing = thingOf(run.state, self);
  if (!thing?.items) {
    change(run, self, { items: undefined });
    return thing?.each ?? unknown;
  }
  if (thing.items.length === 0 && !thing.isMany) {
    const message = `${receiver(node)} is empty here: taking from it raises IndexError. Check it first.`;
    throw new Raised(node, "empty-collection", "IndexError", message, { about: self });
  }
  const at = integerOf(index ?? int(-1));
  if (at === undefined) {
    change(run, self, { items: undefined });
    return unknown;
  }
  const place = placeOf(at, thing.items.length);
  if (place === undefined) {
    const message = `This list has ${thing.items.length} items: \`pop(${at})\` raises IndexError. Use an index it has.`;
    throw new Raised(node, "index-out-of-range", "IndexError", message, { about: self });
  }
  const taken = thing.items[place]!;
  change(run, self, { items: thing.items.toSpliced(place, 1) });
  return taken;
}

/** Takes an entry, nobody knows which. */
function takeAny(run: Run, node: Call, self: KnownValue): KnownValue {
  if (entriesOf(run, self)?.size === 0) {
    const message = `${receiver(node)} is empty here: taking from it raises KeyError. Check it first.`;
    throw new Raised(node, "empty-collection", "KeyError", message, { about: self });
  }
  change(run, self, { entries: undefined, each: undefined });
  return unknown;
}

function indexOf(run: Run, node: Call, self: KnownValue, given: readonly KnownValue[]): KnownValue {
  const items = thingOf(run.state, self)?.items;
  const found = items?.map((item) => equality(run, item, given[0]!));
  if (!items || !found || given.length > 1 || found.includes(undefined) || thingOf(run.state, self)?.isMany)
    return some("int");
  if (!found.includes(true)) missing(node, "index", self);
  return int(found.indexOf(true));
}

function receiver({ func }: Call): string {
  return func.kind === "Attribute" ? shown(func.value) : "this value";
}

function missing(node: Call, what: string, self: KnownValue): never {
  const isKey = what === "dict.pop" || what === "set.remove";
  const exception = isKey ? "KeyError" : "ValueError";
  throw new Raised(
    node,
    isKey ? "missing-key" : "bad-value",
    exception,
    `The value is not in ${receiver(node)} here: this raises ${exception}. Check with \`in\` first.`,
    { about: self },
  );
}

const kinds: readonly (readonly string[])[] = [
  ["int", "float", "bool"],
  ["str"],
  ["list"],
  ["tuple"],
  ["NoneType"],
  ["dict"],
];

/** Raises where two items that must be compared have no order. */
export function sortable(run: Run, node: Call, items: readonly KnownValue[] | undefined): void {
  if (!items || items.length < 2 || node.keywords.some(({ arg }) => arg === "key" || arg === undefined))
    return;
  const found = new Set(
    items.map((item) => kinds.findIndex((kind) => kind.includes(typeOf(run.state, item) ?? ""))),
  );
  const isNothing = found.has(4) || found.has(5);
  if (found.has(-1) || (found.size < 2 && !isNothing)) return;
  throw new Raised(
    node,
    "operand-types",
    "TypeError",
    "The items cannot be ordered: comparing them raises TypeError. Convert them to one type, or pass a `key`.",
  );
}

/** The same items in order, where that is known. */
export function sorted(items: readonly KnownValue[] | undefined): KnownValue[] | undefined {
  if (!items) return undefined;
  if (items.every((item) => item.kind === "int")) {
    return items.toSorted((a, b) => Number((a as { value: bigint }).value - (b as { value: bigint }).value));
  }
  if (items.every((item) => item.kind === "str")) {
    return items.toSorted((a, b) =>
      compareText((a as { value: string }).value, (b as { value: string }).value),
    );
  }
  return items.map(() => unknown);
}
