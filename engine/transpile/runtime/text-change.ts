import { textLength } from "../../kernel/characters.ts";
import { centerText, padText, zeroFill } from "../../kernel/padding.ts";
import { expandTabs } from "../../kernel/spaces.ts";
import { replaceText } from "../../kernel/text-search.ts";
import { Dict } from "./dict.ts";
import { LookupError, TypeError, ValueError } from "./errors.ts";
import { getItem } from "./items.ts";
import { chr } from "./numbers-text.ts";
import { checkSize } from "./numbers.ts";
import { asInt } from "./range.ts";
import { asText } from "./text-search.ts";
import { upTo } from "./text-split.ts";

export function str_replace(text: string, old: unknown, by: unknown, count: unknown = -1n): string {
  const part = asText(old, "replace() argument 1 must be str, not ");
  const other = asText(by, "replace() argument 2 must be str, not ");
  return replaceText(text, part, other, upTo(count));
}

export function str_center(text: string, width: unknown, fill: unknown = " "): string {
  return centerText(text, widthOf(width), fillChar(fill));
}

export function str_ljust(text: string, width: unknown, fill: unknown = " "): string {
  return padText(text, widthOf(width), fillChar(fill), "<");
}

export function str_rjust(text: string, width: unknown, fill: unknown = " "): string {
  return padText(text, widthOf(width), fillChar(fill), ">");
}

export function widthOf(width: unknown): number {
  return checkSize(Number(asInt(width)));
}

export function fillChar(fill: unknown): string {
  const char = asText(fill, "The fill character must be a unicode character, not ");
  if (textLength(char) === 1) return char;
  throw new TypeError("The fill character must be exactly one character long");
}

export function str_zfill(text: string, width: unknown): string {
  return zeroFill(text, widthOf(width));
}

export function str_expandtabs(text: string, tabsize: unknown = 8n): string {
  return expandTabs(text, Number(asInt(tabsize)));
}

/** `str.maketrans`. */
export function str_maketrans(from: unknown, to?: unknown, removed?: unknown): Dict {
  if (to === undefined) return tableFromDict(from);
  const [keys, values] = [
    Array.from(asText(from, "first maketrans argument must be a string if there is a second argument, not ")),
    Array.from(asText(to, "maketrans() argument 2 must be str, not ")),
  ];
  if (keys.length !== values.length)
    throw new ValueError("the first two maketrans arguments must have equal length");
  const table = new Dict();
  const code = (char: string): bigint => BigInt(char.codePointAt(0)!);
  for (const [at, key] of keys.entries()) table.table.set(code(key), code(values[at]!));
  for (const char of asText(removed ?? "", "maketrans() argument 3 must be str, not "))
    table.table.set(code(char), null);
  return table;
}

export function tableFromDict(source: unknown): Dict {
  if (!(source instanceof Dict))
    throw new TypeError("if you give only one argument to maketrans it must be a dict");
  const table = new Dict();
  for (const [key, value] of source.pairs()) {
    if (typeof key === "string" && textLength(key) !== 1)
      throw new ValueError("string keys in translate table must be of length 1");
    if (typeof key !== "string" && typeof key !== "bigint")
      throw new TypeError("keys in translate table must be strings or integers");
    table.table.set(typeof key === "string" ? BigInt(key.codePointAt(0)!) : key, value);
  }
  return table;
}

export function str_translate(text: string, table: unknown): string {
  const known = new Map<string, string>();
  const change = (char: string): string => {
    if (!known.has(char)) known.set(char, translatedChar(char, table));
    return known.get(char)!;
  };
  return Array.from(text, change).join("");
}

export function translatedChar(char: string, table: unknown): string {
  let value: unknown;
  try {
    value = getItem(table, BigInt(char.codePointAt(0)!));
  } catch (error) {
    if (error instanceof LookupError) return char;
    throw error;
  }
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (typeof value === "bigint" && value >= 0n && value <= 0x10ffffn) return chr(value);
  throw typeof value === "bigint"
    ? new ValueError("character mapping must be in range(0x110000)")
    : new TypeError("character mapping must return integer, None or str");
}
