import { TypeError, ValueError } from "./errors.ts";
import { collect } from "./iterate.ts";
import { typeName } from "./kinds.ts";
import { asInt } from "./range.ts";
import { asText } from "./text-search.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

/** What Python takes for white space, as part of a pattern. */
export const whitespace =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

export function str_split(text: string, separator: unknown = null, maxsplit: unknown = -1n): string[] {
  const most = asInt(maxsplit) < 0n ? Infinity : Number(asInt(maxsplit));
  return separator === null ? splitWords(text, most) : splitAt(text, separatorText(separator), most);
}

export function separatorText(separator: unknown): string {
  if (separator === "") throw new ValueError("empty separator");
  return asText(separator, "must be str or None, not ");
}

/** Splits at runs of white space. */
export function splitWords(text: string, most: number): string[] {
  const words: string[] = [];
  const word = new RegExp(`[^${whitespace}]+`, "g");
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    if (words.length === most) return [...words, text.slice(found.index)];
    words.push(found[0]);
  }
  return words;
}

export function splitAt(text: string, separator: string, most: number): string[] {
  const parts = text.split(separator);
  if (parts.length <= most + 1) return parts;
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}

export function str_rsplit(text: string, separator: unknown = null, maxsplit: unknown = -1n): string[] {
  const most = asInt(maxsplit) < 0n ? Infinity : Number(asInt(maxsplit));
  if (separator === null) return splitWordsFromEnd(text, most);
  return splitFromEnd(text, separatorText(separator), most);
}

export function splitFromEnd(text: string, separator: string, most: number): string[] {
  const parts: string[] = [];
  let end = text.length;
  while (parts.length < most && end >= separator.length) {
    const at = text.lastIndexOf(separator, end - separator.length);
    if (at < 0) break;
    parts.push(text.slice(at + separator.length, end));
    end = at;
  }
  return [...parts, text.slice(0, end)].reverse();
}

export function splitWordsFromEnd(text: string, most: number): string[] {
  const words = splitWords(text, Infinity);
  if (words.length <= most) return words;
  const kept = most === 0 ? [] : words.slice(-most);
  let rest = trimEnd(text);
  for (const word of kept.toReversed()) rest = trimEnd(rest.slice(0, -word.length));
  return [rest, ...kept];
}

export function trimStart(text: string): string {
  return text.replace(new RegExp(`^[${whitespace}]+`), "");
}

export function trimEnd(text: string): string {
  let end = text.length;
  const space = new RegExp(`[${whitespace}]`);
  while (end > 0 && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

export function str_strip(text: string, chars: unknown = null): string {
  return chars === null ? trimStart(trimEnd(text)) : stripChars(text, stripSet(chars, "strip"), true, true);
}

export function str_lstrip(text: string, chars: unknown = null): string {
  return chars === null ? trimStart(text) : stripChars(text, stripSet(chars, "lstrip"), true, false);
}

export function str_rstrip(text: string, chars: unknown = null): string {
  return chars === null ? trimEnd(text) : stripChars(text, stripSet(chars, "rstrip"), false, true);
}

export function stripSet(chars: unknown, name: string): Set<string> {
  if (typeof chars === "string") return new Set(chars);
  throw new TypeError(`${name} arg must be None or str`);
}

export function stripChars(text: string, chars: ReadonlySet<string>, start: boolean, end: boolean): string {
  const points = Array.from(text);
  let [first, last] = [0, points.length];
  while (start && first < last && chars.has(points[first]!)) first += 1;
  while (end && last > first && chars.has(points[last - 1]!)) last -= 1;
  return points.slice(first, last).join("");
}

export function str_partition(text: string, separator: unknown): Tuple {
  const mark = partitionMark(separator);
  const at = text.indexOf(mark);
  return new Tuple(at < 0 ? [text, "", ""] : [text.slice(0, at), mark, text.slice(at + mark.length)]);
}

export function str_rpartition(text: string, separator: unknown): Tuple {
  const mark = partitionMark(separator);
  const at = text.lastIndexOf(mark);
  return new Tuple(at < 0 ? ["", "", text] : [text.slice(0, at), mark, text.slice(at + mark.length)]);
}

export function partitionMark(separator: unknown): string {
  if (separator === "") throw new ValueError("empty separator");
  return asText(separator, "must be str, not ");
}

/** What ends a line, as part of a pattern. */
export const lineEnd = "\\r\\n|[\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029]";

export function str_splitlines(text: string, keepends: unknown = false): string[] {
  const lines: string[] = [];
  const ends = new RegExp(lineEnd, "g");
  let start = 0;
  for (let found = ends.exec(text); found !== null; found = ends.exec(text)) {
    lines.push(text.slice(start, truthy(keepends) ? ends.lastIndex : found.index));
    start = ends.lastIndex;
  }
  return start < text.length ? [...lines, text.slice(start)] : lines;
}

export function str_join(separator: string, parts: unknown): string {
  const texts = collectParts(parts);
  const wrong = texts.findIndex((part) => typeof part !== "string");
  if (wrong < 0) return texts.join(separator);
  throw new TypeError(`sequence item ${wrong}: expected str instance, ${typeName(texts[wrong])} found`);
}

export function collectParts(parts: unknown): unknown[] {
  try {
    return collect(parts);
  } catch (error) {
    const message = error instanceof TypeError ? String(error.args.items[0]) : "";
    throw message.endsWith("object is not iterable") && message.includes(`'${typeName(parts)}'`)
      ? new TypeError("can only join an iterable")
      : error;
  }
}
