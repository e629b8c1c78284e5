import type { Node } from "../tree/nodes.ts";
import { fillDollars, formatBraces } from "./fold-format.ts";
import { foldTextMethod } from "./fold-text.ts";
import type { Given, Machine } from "./machine.ts";
import { readAttribute, readItem } from "./reach.ts";
import { signature } from "./signature.ts";
import { taintOf } from "./taint.ts";
import {
  anything,
  bytes,
  int,
  isClosed,
  onlyInt,
  onlyTextOf,
  tainted,
  text,
  type Entries,
  type Items,
  type Text,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

/** What a method of a text answers. */
export function callTextMethod(
  machine: Machine,
  of: Text,
  name: string,
  given: Given,
  node: Node,
): PossibleValues {
  if (name !== "format" && name !== "format_map") return foldTextMethod(of, name, given);
  const origins = tainted(taintOf([of], ...given.args, ...given.keywords.values()));
  const walk = (value: PossibleValues, way: string): PossibleValues =>
    [...way.matchAll(/\.(\w+)|\[([^\]]*)(\]?)/g)].reduce((at, [, attribute, key, end]) => {
      if (attribute !== undefined) return readAttribute(machine, at, attribute, node);
      if (end === "") return at;
      return readItem(machine, at, /^\d+$/.test(key!) ? int(BigInt(key!)) : text(key!), node);
    }, value);
  if (of.kind !== "str") return origins;
  if (name === "format")
    return formatBraces(of.value, { ...given, named: (word) => given.keywords.get(word), walk }) ?? origins;
  const named = (word: string): PossibleValues | undefined => namedIn(given.args[0], word);
  return given.args.length === 1 && given.keywords.size === 0
    ? (formatBraces(of.value, { args: [], isOpen: given.isOpen, named, walk }) ?? origins)
    : origins;
}

/** What a mapping holds under a word. */
function namedIn(map: PossibleValues | undefined, word: string): PossibleValues | undefined {
  const [only] = map ?? [];
  return map?.length === 1 && only!.kind === "dict"
    ? entryOf(only!, word)
    : tainted(taintOf(map ?? anything));
}

/** The entry under a word; anything where others may be there. */
function entryOf(of: Entries, word: string): PossibleValues | undefined {
  const found = of.entries.get(`str:${word}`)?.value;
  return isClosed(of) ? found : tainted(taintOf([of]));
}

/** A template or a file in memory, right where it is made. */
export function callStreamMethod(
  { path, content }: Extract<AbstractValue, { kind: "stream" }>,
  name: string,
  given: Given,
): PossibleValues {
  const origins = tainted(taintOf([content], ...given.args, ...given.keywords.values()));
  if (path !== "string.Template") {
    const isWhole = given.args.length === 0 && given.keywords.size === 0 && !given.isOpen;
    // A file in memory turns some ends of lines into others.
    const isAsIs = content.kind === "bytes" || (content.kind === "str" && !content.value.includes("\r"));
    return isWhole && isAsIs && (name === "read" || name === "getvalue") ? [content] : origins;
  }
  if (content.kind !== "str" || (name !== "substitute" && name !== "safe_substitute")) return origins;
  const [map] = given.args[0] ?? [];
  if (given.isOpen || given.args.length > 1 || (map !== undefined && map.kind !== "dict")) return origins;
  const named = (word: string): PossibleValues | undefined =>
    given.keywords.get(word) ?? (map?.kind === "dict" ? entryOf(map, word) : undefined);
  return fillDollars(content.value, named, name === "safe_substitute") ?? origins;
}

const toBytes = signature("length? byteorder? * signed?");

/** `int.to_bytes`. */
export function intToBytes(value: bigint, given: Given): PossibleValues {
  const args = toBytes(given);
  const length = Number(args?.has("length") ? (onlyInt(args.get("length")) ?? -1n) : 1n);
  const order = args?.has("byteorder") ? onlyTextOf("str", args.get("byteorder")) : "big";
  if (args === undefined || args.has("signed") || (order !== "big" && order !== "little")) return anything;
  if (value < 0n || length < 0 || length > 10_000) return anything;
  const digits = value === 0n ? "" : value.toString(16);
  if (digits.length > length * 2) return anything;
  const buffer = Buffer.from(digits.padStart(length * 2, "0"), "hex");
  return bytes((order === "little" ? Buffer.from(buffer.toReversed()) : buffer).toString("latin1"), true);
}

/** A bytearray is kept as the list of its numbers. */
export function callOnBytes(of: Items, name: string, given: Given): PossibleValues {
  const codes = of.isOpen || of.isOneShot ? undefined : of.items.map((item) => Number(onlyInt(item) ?? -1n));
  if (codes === undefined || codes.some((code) => code < 0 || code > 255)) return anything;
  const value = codes.map((code) => String.fromCodePoint(code)).join("");
  return foldTextMethod({ kind: "bytes", value, decoded: true }, name, given);
}
