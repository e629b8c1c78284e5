import {
  splitLines,
  splitWords,
  splitWordsFromRight,
  stripChars,
  trimEnd,
  trimStart,
} from "../../kernel/spaces.ts";
import { partitionText, splitFromRight, splitText } from "../../kernel/text-search.ts";
import { TypeError, ValueError } from "./errors.ts";
import { collect } from "./iterate.ts";
import { typeName } from "./kinds.ts";
import { asInt } from "./range.ts";
import { asText } from "./text-search.ts";
import { truthy } from "./truth.ts";
import { Tuple } from "./tuple.ts";

/** How often something is done at most; a count below 0 means everywhere. */
export function upTo(count: unknown): number {
  const maxSplits = asInt(count);
  return maxSplits < 0n ? Infinity : Number(maxSplits);
}

export function str_split(text: string, separator: unknown = null, maxsplit: unknown = -1n): string[] {
  const maxSplits = upTo(maxsplit);
  return separator === null
    ? splitWords(text, maxSplits)
    : splitText(text, separatorText(separator, "must be str or None, not "), maxSplits);
}

export function str_rsplit(text: string, separator: unknown = null, maxsplit: unknown = -1n): string[] {
  const maxSplits = upTo(maxsplit);
  return separator === null
    ? splitWordsFromRight(text, maxSplits)
    : splitFromRight(text, separatorText(separator, "must be str or None, not "), maxSplits);
}

export function separatorText(separator: unknown, complaint: string): string {
  if (separator === "") throw new ValueError("empty separator");
  return asText(separator, complaint);
}

export function str_strip(text: string, chars: unknown = null): string {
  if (chars === null) return trimStart(trimEnd(text));
  return stripChars(text, charsText(chars, "strip"), true, true);
}

export function str_lstrip(text: string, chars: unknown = null): string {
  return chars === null ? trimStart(text) : stripChars(text, charsText(chars, "lstrip"), true, false);
}

export function str_rstrip(text: string, chars: unknown = null): string {
  return chars === null ? trimEnd(text) : stripChars(text, charsText(chars, "rstrip"), false, true);
}

export function charsText(chars: unknown, name: string): string {
  if (typeof chars === "string") return chars;
  throw new TypeError(`${name} arg must be None or str`);
}

export function str_partition(text: string, separator: unknown): Tuple {
  return new Tuple(partitionText(text, separatorText(separator, "must be str, not "), false));
}

export function str_rpartition(text: string, separator: unknown): Tuple {
  return new Tuple(partitionText(text, separatorText(separator, "must be str, not "), true));
}

export function str_splitlines(text: string, keepends: unknown = false): string[] {
  return splitLines(text, truthy(keepends));
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
