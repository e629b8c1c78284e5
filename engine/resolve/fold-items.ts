import type { Given } from "./machine.ts";
import { asEntries } from "./powers.ts";
import {
  areApart,
  join,
  joinAll,
  anything,
  int,
  items,
  keyOf,
  mayBeEqual,
  none,
  onlyInt,
  onlyItems,
  passing,
  setItems,
  text,
  type Entries,
  type Items,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxItems = 2000;

/** Methods that only look at a list, tuple or set. */
const lookingAtItems = new Set(
  "index count union intersection difference symmetric_difference issubset issuperset isdisjoint".split(" "),
);

/** What a method of a list, tuple or set does. `isSure` is false where the call may not happen, or happen often. */
export function callItemsMethod(of: Items, name: string, given: Given, isSure: boolean): PossibleValues {
  const { args } = given;
  const first = args[0] ?? anything;
  if (given.isOpen || given.keywords.size > 0) of.isOpen = true;
  switch (name) {
    case "append":
    case "add":
      put(of, of.items.length, first, isSure);
      return none;
    case "extend":
    case "update":
      extend(of, args, isSure);
      return none;
    case "insert": {
      const at = onlyInt(first);
      put(of, Number(at ?? -1n), args[1] ?? anything, isSure && at !== undefined);
      return none;
    }
    case "pop":
      return pop(of, args, isSure);
    case "popleft":
      return pop(of, [int(0)], isSure);
    case "appendleft":
      put(of, 0, first, isSure);
      return none;
    case "rotate":
    case "extendleft":
      if (name === "extendleft") extend(of, args, false);
      of.isOpen = true;
      return none;
    case "reverse":
      of.items.reverse();
      of.isOpen ||= !isSure;
      return none;
    case "copy":
      return items(of.kind, [...of.items], of.isOpen);
    case "clear":
      if (isSure) of.items = [];
      of.isOpen = !isSure;
      return none;
    default:
      of.isOpen ||= !lookingAtItems.has(name);
      return name === "remove" || name === "sort" ? none : anything;
  }
}

function put(of: Items, at: number, value: PossibleValues, isSure: boolean): void {
  of.isOpen ||= !isSure || of.items.length >= maxItems;
  if (of.items.length >= maxItems) return;
  if (of.kind === "set") return putIntoSet(of, value);
  of.items.splice(at < 0 ? Math.max(0, of.items.length + at) : at, 0, value);
}

/** The spellings of a set's first items: to spell all of them for each that is put in would take long. */
const spelled = new WeakMap<readonly PossibleValues[], { keys: Set<string>; count: number }>();

function putIntoSet(of: Items, value: PossibleValues): void {
  const known = spelled.get(of.items) ?? { keys: new Set<string>(), count: 0 };
  spelled.set(of.items, known);
  for (; known.count < of.items.length; known.count += 1) {
    const key = keyOf(of.items[known.count]!);
    if (key !== undefined) known.keys.add(key);
  }
  const key = keyOf(value);
  if (key !== undefined && known.keys.has(key)) return;
  // Those that are there are apart from each other, or the set is open.
  of.isOpen ||= of.items.length > 0 && !areApart([keyOf(of.items[0]!), key]);
  of.items.push(value);
}

function extend(of: Items, args: readonly PossibleValues[], isSure: boolean): void {
  const lists = args.map((value) => onlyItems(value));
  const isKnown = !lists.includes(undefined) && args.length === 1;
  const more = isKnown ? lists[0]! : [];
  if (!isKnown || of.items.length + more.length > maxItems) of.isOpen = true;
  else if (of.kind === "set") {
    const [both] = setItems([...of.items, ...more], of.isOpen) as [Items];
    of.items = both.items;
    of.isOpen = both.isOpen;
  } else of.items.push(...more);
  of.isOpen ||= !isSure;
}

function pop(of: Items, args: readonly PossibleValues[], isSure: boolean): PossibleValues {
  const wanted = args.length === 0 ? -1 : Number(onlyInt(args[0]) ?? NaN);
  const at = wanted < 0 ? wanted + of.items.length : wanted;
  if (!isSure || of.isOpen || !(at in of.items) || of.kind !== "list" || args.length > 1) {
    of.isOpen = true;
    return join(joinAll(of.items), anything);
  }
  return of.items.splice(at, 1)[0]!;
}

const lookingAtEntries = new Set(["__contains__", "__len__", "__iter__", "__eq__", "__or__"]);

/** What a method of a dictionary does. */
export function callDictMethod(of: Entries, name: string, given: Given, isSure: boolean): PossibleValues {
  const { args, keywords } = given;
  const [key = anything, other] = args;
  if (given.isOpen) blur(of);
  switch (name) {
    case "get":
      return orElse(of, key, other ?? none);
    case "setdefault": {
      const found = orElse(of, key, other ?? none);
      writeEntry(of, key, found);
      if (!isSure) blur(of);
      return found;
    }
    case "pop": {
      const found = orElse(of, key, other ?? anything);
      removeEntry(of, key, isSure);
      return found;
    }
    case "popitem":
      blur(of);
      return items("tuple", [anything, readEntry(of, anything) ?? anything]);
    case "__getitem__":
      return readEntry(of, key) ?? anything;
    case "__setitem__":
      writeEntry(of, key, isSure ? (other ?? anything) : join(other ?? anything, anything));
      return none;
    case "update": {
      const [more] = args[0]?.map(asEntries) ?? [];
      if (args.length === 1 && args[0]!.length === 1 && more!.kind === "dict") addEntries(of, more!);
      else if (args.length > 0) blur(of);
      for (const [word, value] of keywords) writeEntry(of, text(word), value);
      if (!isSure) blur(of);
      return none;
    }
    case "clear":
      if (isSure) of.entries.clear();
      else blur(of);
      of.isOpen = !isSure;
      return none;
    case "values":
      return view(of, ({ value }) => value);
    case "keys":
      return view(of, (entry) => entry.key);
    case "items":
      return view(of, (entry) => items("tuple", [entry.key, entry.value]));
    case "copy":
      return [{ kind: "dict", entries: new Map(of.entries), isOpen: of.isOpen }];
    default:
      if (!lookingAtEntries.has(name)) blur(of);
      return anything;
  }
}

function view(
  { entries, isOpen }: Entries,
  show: (entry: Readonly<{ key: PossibleValues; value: PossibleValues }>) => PossibleValues,
): PossibleValues {
  return passing([...entries.values()].map(show), isOpen || !areApart([...entries.keys()]));
}

/** What stands under a key, or something else where it may be missing. */
function orElse(of: Entries, key: PossibleValues, other: PossibleValues): PossibleValues {
  const found = readEntry(of, key);
  if (found === undefined) return other;
  const isThere = keyOf(key) !== undefined && of.entries.has(keyOf(key)!) && !of.isOpen;
  return isThere ? found : join(found, other);
}

/** From now on nothing is known of what a dictionary holds but what it held. */
export function blur(of: Entries): void {
  of.isOpen = true;
  for (const [key, entry] of of.entries)
    of.entries.set(key, { key: entry.key, value: join(entry.value, anything) });
}

export function removeEntry(of: Entries, key: PossibleValues, isSure: boolean): void {
  const spelled = keyOf(key);
  if (isSure && spelled !== undefined && of.entries.keys().every((at) => !mayBeEqual(at, spelled)))
    of.entries.delete(spelled);
  else blur(of);
}

/** Adds what another dictionary holds. */
export function addEntries(to: Entries, from: Entries): void {
  if (from.isOpen) blur(to);
  for (const { key, value } of from.entries.values()) writeEntry(to, key, value);
}

/** What stands under a key: one entry, or any of them when the key is unknown. Undefined when there is none. */
export function readEntry(of: Entries, key: PossibleValues): PossibleValues | undefined {
  const spelled = keyOf(key);
  if (spelled !== undefined) {
    const found = of.entries.get(spelled)?.value;
    const unsure: PossibleValues[] = [];
    for (const [at, { value }] of of.entries)
      if (at !== spelled && mayBeEqual(at, spelled)) unsure.push(value);
    if (unsure.length > 0) return joinAll([...(found ? [found] : [anything]), ...unsure.slice(0, 200)]);
    return found ?? (of.isOpen ? anything : undefined);
  }
  if (of.entries.size === 0) return of.isOpen ? anything : undefined;
  const all = joinAll([...of.entries.values()].slice(0, 200).map(({ value }) => value));
  return of.isOpen || of.entries.size > 200 ? join(all, anything) : all;
}

export function writeEntry(of: Entries, key: PossibleValues, value: PossibleValues): void {
  const spelled = keyOf(key);
  if (spelled === undefined) {
    // Under an unknown key it may be found again under any.
    if (of.entries.size < 200) of.entries.set(`?${of.entries.size}`, { key, value });
    else blur(of);
  } else if (of.entries.size > maxItems && !of.entries.has(spelled)) of.isOpen = true;
  else of.entries.set(spelled, { key: of.entries.get(spelled)?.key ?? key, value });
}

/** `thing[at]`. */
export function indexOf(thing: AbstractValue, at: bigint): PossibleValues | undefined {
  return thing.kind === "list" && thing.isOneShot ? undefined : onlyItems([thing])?.at(Number(at));
}
