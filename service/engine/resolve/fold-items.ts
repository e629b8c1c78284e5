import {
  join,
  joinAll,
  anything,
  items,
  keyOf,
  none,
  onlyInt,
  onlyItems,
  type Entries,
  type Items,
  type Value,
} from "./value.ts";

/** What a method of a list, tuple or set does. `isSure` is false where the call may not happen, or happen often. */
export function callItemsMethod(of: Items, name: string, args: readonly Value[], isSure: boolean): Value {
  const given = args[0] ?? anything;
  switch (name) {
    case "append":
    case "add":
      put(of, of.items.length, given, isSure);
      return none;
    case "extend":
    case "update": {
      const more = onlyItems(given);
      if (more === undefined || of.items.length + more.length > 2000) of.isOpen = true;
      else of.items.push(...more);
      of.isOpen ||= !isSure;
      return none;
    }
    case "insert":
      put(of, Number(onlyInt(given) ?? -1n), args[1] ?? anything, isSure && onlyInt(given) !== undefined);
      return none;
    case "pop": {
      const at = args.length === 0 ? of.items.length - 1 : Number(onlyInt(given) ?? NaN);
      if (!isSure || of.isOpen || !(at in of.items)) return joinAll(of.items);
      return of.items.splice(at, 1)[0]!;
    }
    case "reverse":
      of.items.reverse();
      of.isOpen ||= !isSure;
      return none;
    case "copy":
      return items(of.kind, [...of.items], of.isOpen);
    case "clear":
      of.items = [];
      return none;
    case "remove":
    case "sort":
      of.isOpen = true;
      return none;
    case "index":
    case "count":
      return anything;
    default:
      return anything;
  }
}

function put(of: Items, at: number, value: Value, isSure: boolean): void {
  if (of.items.length >= 2000) of.isOpen = true;
  else of.items.splice(at < 0 ? of.items.length + at : at, 0, value);
  of.isOpen ||= !isSure;
}

export function callDictMethod(of: Entries, name: string, args: readonly Value[]): Value {
  switch (name) {
    case "get":
    case "pop":
    case "setdefault": {
      const found = readEntry(of, args[0] ?? anything);
      if (name === "setdefault" && args[1]) writeEntry(of, args[0]!, args[1]);
      if (found === undefined) return args[1] ?? none;
      return of.isOpen || keyOf(args[0] ?? anything) === undefined ? join(found, args[1] ?? none) : found;
    }
    case "__getitem__":
      return readEntry(of, args[0] ?? anything) ?? anything;
    case "__setitem__":
      writeEntry(of, args[0] ?? anything, args[1] ?? anything);
      return none;
    case "update": {
      const [more] = args[0] ?? [];
      if (more?.kind === "dict") for (const [key, entry] of more.entries) of.entries.set(key, entry);
      else of.isOpen = true;
      return none;
    }
    case "values":
      return items(
        "list",
        [...of.entries.values()].map(({ value }) => value),
        of.isOpen,
      );
    case "keys":
      return items(
        "list",
        [...of.entries.values()].map(({ key }) => key),
        of.isOpen,
      );
    case "items":
      return items(
        "list",
        [...of.entries.values()].map(({ key, value }) => items("tuple", [key, value])),
        of.isOpen,
      );
    case "copy":
      return [{ kind: "dict", entries: new Map(of.entries), isOpen: of.isOpen }];
    default:
      return anything;
  }
}

/** What stands under a key: one entry, or any of them when the key is unknown. Undefined when there is none. */
export function readEntry(of: Entries, key: Value): Value | undefined {
  const spelled = keyOf(key);
  if (spelled !== undefined) {
    const found = of.entries.get(spelled)?.value;
    return found ?? (of.isOpen ? anything : undefined);
  }
  if (of.entries.size === 0) return of.isOpen ? anything : undefined;
  const all = joinAll([...of.entries.values()].slice(0, 200).map(({ value }) => value));
  return of.isOpen ? join(all, anything) : all;
}

export function writeEntry(of: Entries, key: Value, value: Value): void {
  const spelled = keyOf(key);
  if (spelled === undefined || of.entries.size > 2000) of.isOpen = true;
  else of.entries.set(spelled, { key, value });
  // Under an unknown key it may still be found again under any.
  if (spelled === undefined && of.entries.size < 200) of.entries.set(`?${of.entries.size}`, { key, value });
}

export function indexOf(value: Value, at: bigint): Value | undefined {
  const list = onlyItems(value);
  return list?.at(Number(at));
}
