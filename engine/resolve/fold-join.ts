import { pieceOf } from "./fold-format.ts";
import { addPieces } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import {
  bytes,
  isClosed,
  isConstant,
  onlyInt,
  onlyItems,
  onlyTextOf,
  tainted,
  text,
  type Entries,
  type Text,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxParts = 4000;

/** `by.join(parts)`: what is known of it where some parts are not. */
export function joinText(by: Text, parts: PossibleValues): PossibleValues {
  const list = onlyItems(parts);
  if (list === undefined || list.length > maxParts)
    return tainted(isAllConstant(parts) ? taints.harmless : taintOf(parts));
  const things: AbstractValue[] = [];
  for (const [at, item] of list.entries()) {
    if (at > 0 && by.value !== "") things.push(by);
    things.push(pieceOf(item));
  }
  // A part that is no text raises.
  if (things.some((thing) => isConstant(thing) && thing.kind !== by.kind)) return tainted(taintOf(parts));
  if (by.kind === "str") return addPieces(things);
  return things.every((thing) => thing.kind === "bytes")
    ? bytes(things.map((thing) => (thing as Text).value).join(""), true)
    : tainted(taintOf(parts));
}

/** However many there are, each is one of a few constants: the question marks of a prepared statement. */
function isAllConstant(given: PossibleValues): boolean {
  return given.every(
    (thing) =>
      "items" in thing && thing.items.length > 0 && thing.items.every((item) => item.every(isConstant)),
  );
}

/** `of.translate(table)`, and `of.translate(table, dropped)` for bytes. */
export function translateText(
  of: Text,
  table: PossibleValues,
  dropped: PossibleValues | undefined,
): PossibleValues | undefined {
  const [map] = table;
  if (table.length !== 1 || !map) return undefined;
  if (of.kind === "bytes") return translateBytes(of.value, map, dropped);
  if (dropped !== undefined || map.kind !== "dict" || !isClosed(map)) return undefined;
  let out = "";
  for (const letter of Array.from(of.value)) {
    const put = putFor(letter, map);
    if (put === undefined) return undefined;
    out += put;
  }
  return text(out, true);
}

function putFor(letter: string, { entries }: Entries): string | undefined {
  const put = entries.get(`int:${letter.codePointAt(0)!}`)?.value;
  if (put === undefined) return letter;
  if (put.length === 1 && put[0]!.kind === "none") return "";
  const point = onlyInt(put);
  if (point === undefined) return onlyTextOf("str", put);
  return point >= 0n && point <= 0x10ffffn ? String.fromCodePoint(Number(point)) : undefined;
}

function translateBytes(
  of: string,
  table: AbstractValue,
  dropped: PossibleValues | undefined,
): PossibleValues | undefined {
  const drop = dropped === undefined ? "" : onlyTextOf("bytes", dropped);
  const letters = table.kind === "bytes" ? table.value : table.kind === "none" ? undefined : "";
  if (drop === undefined || letters?.length === 0 || (letters !== undefined && letters.length !== 256))
    return undefined;
  const left = Array.from(of, (one) => (drop.includes(one) ? "" : (letters?.[one.charCodeAt(0)] ?? one)));
  return bytes(left.join(""), true);
}
