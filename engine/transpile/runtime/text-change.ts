import { textLength } from "./code-points.ts";
import { Dict } from "./dict.ts";
import { LookupError, TypeError, ValueError } from "./errors.ts";
import { getItem } from "./items.ts";
import { chr } from "./numbers-text.ts";
import { checkSize } from "./numbers.ts";
import { asInt } from "./range.ts";
import { asText } from "./text-search.ts";

export function str_replace(text: string, old: unknown, by: unknown, count: unknown = -1n): string {
  const part = asText(old, "replace() argument 1 must be str, not ");
  const other = asText(by, "replace() argument 2 must be str, not ");
  const most = asInt(count) < 0n ? Infinity : Number(asInt(count));
  if (part === "") return insertBetween(text, other, most);
  const parts = text.split(part);
  if (parts.length <= most + 1) return parts.join(other);
  return [...parts.slice(0, most), parts.slice(most).join(part)].join(other);
}

export function insertBetween(text: string, part: string, most: number): string {
  const chars = Array.from(text);
  const pieces = chars.map((char, at) => (at < most ? part + char : char));
  return pieces.join("") + (chars.length < most ? part : "");
}

export function str_center(text: string, width: unknown, fill: unknown = " "): string {
  const total = Number(asInt(width));
  const space = total - textLength(text);
  if (space <= 0) return fillChar(fill) && text;
  const left = Math.floor(space / 2) + (space & total & 1);
  return padding(left, fill) + text + padding(space - left, fill);
}

export function str_ljust(text: string, width: unknown, fill: unknown = " "): string {
  return text + padding(Number(asInt(width)) - textLength(text), fill);
}

export function str_rjust(text: string, width: unknown, fill: unknown = " "): string {
  return padding(Number(asInt(width)) - textLength(text), fill) + text;
}

export function padding(count: number, fill: unknown): string {
  return fillChar(fill).repeat(checkSize(Math.max(0, count)));
}

export function fillChar(fill: unknown): string {
  const char = asText(fill, "The fill character must be a unicode character, not ");
  if (textLength(char) === 1) return char;
  throw new TypeError("The fill character must be exactly one character long");
}

export function str_zfill(text: string, width: unknown): string {
  const sign = /^[+-]/.exec(text)?.[0] ?? "";
  return sign + padding(Number(asInt(width)) - textLength(text), "0") + text.slice(sign.length);
}

export function str_expandtabs(text: string, tabsize: unknown = 8n): string {
  const size = Number(asInt(tabsize));
  let column = 0;
  let result = "";
  for (const char of text) {
    const spaces = char === "\t" && size > 0 ? size - (column % size) : 0;
    column = char === "\n" || char === "\r" ? 0 : column + (char === "\t" ? spaces : 1);
    result += char === "\t" ? " ".repeat(spaces) : char;
  }
  return result;
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
