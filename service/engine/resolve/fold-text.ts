import { bytesToText, textToBytes } from "./decode.ts";
import { addPieces } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import {
  anything,
  bool,
  bytes,
  int,
  isConstant,
  items,
  onlyInt,
  onlyItems,
  onlyText,
  tainted,
  text,
  type Thing,
  type Value,
} from "./value.ts";

type Text = Extract<Thing, { kind: "str" | "bytes" }>;
type Fold = (of: Text, args: readonly Value[]) => Value | undefined;

const same = (of: Text, value: string, decoded = of.decoded): Value =>
  of.kind === "str" ? text(value, decoded) : bytes(value, decoded);

const each =
  (change: (value: string) => string): Fold =>
  (of) =>
    same(of, change(of.value));

const trim =
  (start: boolean, end: boolean): Fold =>
  (of, args) => {
    const signs = args.length === 0 ? " \t\n\r\f\v" : onlyText(args[0]);
    if (signs === undefined) return undefined;
    let from = 0;
    let to = of.value.length;
    while (start && from < to && signs.includes(of.value[from]!)) from += 1;
    while (end && to > from && signs.includes(of.value[to - 1]!)) to -= 1;
    return same(of, of.value.slice(from, to));
  };

const check =
  (holds: (value: string, other: string) => boolean): Fold =>
  (of, args) => {
    const other = onlyText(args[0]);
    return other === undefined ? undefined : bool(holds(of.value, other));
  };

const split: Fold = (of, args) => {
  const by = args.length === 0 || args[0]![0]!.kind === "none" ? undefined : onlyText(args[0]);
  if (args.length > 1 || (args.length === 1 && by === undefined) || by === "") return undefined;
  const words = by === undefined ? of.value.split(/\s+/).filter(Boolean) : of.value.split(by);
  return words.length > 4000
    ? undefined
    : items(
        "list",
        words.map((word) => same(of, word)),
      );
};

/** The methods of strings and bytes that are worked out when everything about the call is known. */
const methods: Readonly<Record<string, Fold>> = {
  upper: each((value) => value.toUpperCase()),
  lower: each((value) => value.toLowerCase()),
  casefold: each((value) => value.toLowerCase()),
  title: each((value) =>
    value.toLowerCase().replace(/[a-z]+/g, (word) => word[0]!.toUpperCase() + word.slice(1)),
  ),
  capitalize: each((value) => value.slice(0, 1).toUpperCase() + value.slice(1).toLowerCase()),
  swapcase: each((value) =>
    Array.from(value, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    ).join(""),
  ),
  strip: trim(true, true),
  lstrip: trim(true, false),
  rstrip: trim(false, true),
  split,
  rsplit: split,
  splitlines: (of) =>
    items(
      "list",
      of.value.split(/\r\n|\r|\n/).map((line) => same(of, line)),
    ),
  startswith: check((value, other) => value.startsWith(other)),
  endswith: check((value, other) => value.endsWith(other)),
  removeprefix: (of, args) => {
    const other = onlyText(args[0]);
    return other === undefined
      ? undefined
      : same(of, of.value.startsWith(other) ? of.value.slice(other.length) : of.value);
  },
  removesuffix: (of, args) => {
    const other = onlyText(args[0]);
    return other === undefined
      ? undefined
      : same(of, other !== "" && of.value.endsWith(other) ? of.value.slice(0, -other.length) : of.value);
  },
  partition: (of, args) => {
    const by = onlyText(args[0]);
    const at = by === undefined ? -1 : of.value.indexOf(by);
    if (by === undefined || at < 0) return undefined;
    return items(
      "tuple",
      [of.value.slice(0, at), by, of.value.slice(at + by.length)].map((piece) => same(of, piece)),
    );
  },
  replace: (of, args) => {
    const [from, to] = [onlyText(args[0]), onlyText(args[1])];
    if (from === undefined || to === undefined || args.length > 3) return undefined;
    const most = args.length === 3 ? Number(onlyInt(args[2]) ?? -1) : -1;
    if (most < 0)
      return same(
        of,
        of.value.replaceAll(from, () => to),
      );
    let value = of.value;
    for (let done = 0, at = 0; done < Math.min(most, 100); done += 1) {
      at = value.indexOf(from, at);
      if (at < 0) break;
      value = value.slice(0, at) + to + value.slice(at + from.length);
      at += to.length;
    }
    return same(of, value);
  },
  zfill: (of, args) => {
    const width = Number(onlyInt(args[0]) ?? -1);
    return width < 0 || width > 1000 ? undefined : same(of, of.value.padStart(width, "0"));
  },
  find: (of, args) => {
    const other = onlyText(args[0]);
    return other === undefined || args.length > 1 ? undefined : int(of.value.indexOf(other));
  },
  index: (of, args) => methods.find!(of, args),
  count: (of, args) => {
    const other = onlyText(args[0]);
    return other === undefined || other === "" ? undefined : int(of.value.split(other).length - 1);
  },
  isdigit: (of) => bool(/^\d+$/.test(of.value)),
  encode: (of, args) => {
    const encoded = of.kind === "str" ? textToBytes(of.value, onlyText(args[0]) ?? "utf-8") : undefined;
    return encoded === undefined ? undefined : bytes(encoded, of.decoded);
  },
  decode: (of, args) => {
    const decoded = of.kind === "bytes" ? bytesToText(of.value, onlyText(args[0]) ?? "utf-8") : undefined;
    return decoded === undefined ? undefined : text(decoded, of.decoded);
  },
  hex: (of) => (of.kind === "bytes" ? text(Buffer.from(of.value, "latin1").toString("hex")) : undefined),
  translate: (of, args) => translate(of, args[0]),
  join: (of, args) => joinText(of, args[0]),
  tolist: (of) =>
    items(
      "list",
      Array.from(of.value, (one) => int(one.codePointAt(0)!)),
    ),
};

/** What a method of a string answers; a method that cannot be worked out answers text of the same origins. */
export function foldTextMethod(of: Text, name: string, args: readonly Value[]): Value {
  const folded = Object.hasOwn(methods, name) ? methods[name]!(of, args) : undefined;
  return folded ?? tainted(taintOf([of], ...args));
}

const keepingPieces = new Set(["strip", "lstrip", "rstrip", "upper", "lower", "encode", "decode", "title"]);

export function foldMixedMethod(of: Thing, name: string, args: readonly Value[]): Value {
  return keepingPieces.has(name) ? [of] : tainted(taintOf([of], ...args));
}

function joinText(by: Text, given: Value | undefined): Value | undefined {
  const list = onlyItems(given);
  if (list === undefined || list.length > 4000)
    return given && tainted(isAllConstant(given) ? taints.harmless : taintOf(given));
  const things: Thing[] = [];
  for (const [at, item] of list.entries()) {
    if (at > 0 && by.value !== "") things.push(by);
    things.push(item.length === 1 ? item[0]! : { kind: "anything", taint: taintOf(item) });
  }
  if (by.kind === "str") return addPieces(things);
  return things.every((thing) => thing.kind === "bytes")
    ? bytes(things.map((thing) => (thing as Text).value).join(""), true)
    : anything;
}

/** However many there are, each is one of a few constants: the question marks of a prepared statement. */
function isAllConstant(given: Value): boolean {
  return given.every(
    (thing) =>
      "items" in thing && thing.items.length > 0 && thing.items.every((item) => item.every(isConstant)),
  );
}

function translate(of: Text, table: Value | undefined): Value | undefined {
  const [map] = table ?? [];
  if (table?.length !== 1 || !map) return undefined;
  if (map.kind === "bytes" && map.value.length === 256)
    return same(of, Array.from(of.value, (one) => map.value[one.codePointAt(0)!] ?? one).join(""), true);
  if (map.kind !== "dict" || map.isOpen) return undefined;
  let out = "";
  for (const letter of of.value) {
    const put = map.entries.get(`int:${letter.codePointAt(0)!}`)?.value;
    const point = onlyInt(put);
    if (put === undefined) out += letter;
    else if (point !== undefined) out += String.fromCodePoint(Number(point));
    else if (put[0]!.kind !== "none") out += onlyText(put) ?? "";
  }
  return same(of, out, true);
}
