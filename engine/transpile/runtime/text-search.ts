import {
  countText,
  findText,
  removePrefix,
  removeSuffix,
  searchRange,
  type TextRange,
} from "../../kernel/text-search.ts";
import { TypeError, ValueError } from "./errors.ts";
import { typeName } from "./kinds.ts";
import { sliceBound } from "./slices.ts";
import { Tuple } from "./tuple.ts";

/** An argument that has to be a text. */
export function asText(value: unknown, complaint: string): string {
  if (typeof value === "string") return value;
  throw new TypeError(complaint + typeName(value));
}

/** Where `text[start:stop]` lies. */
export function rangeOf(text: string, start: unknown, stop: unknown): TextRange | undefined {
  return searchRange(text, sliceBound(start), sliceBound(stop));
}

export function str_find(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "find() argument 1 must be str, not ");
  return BigInt(findText(text, sought, rangeOf(text, start, stop), false));
}

export function str_rfind(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "rfind() argument 1 must be str, not ");
  return BigInt(findText(text, sought, rangeOf(text, start, stop), true));
}

export function str_index(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "index() argument 1 must be str, not ");
  return foundAt(findText(text, sought, rangeOf(text, start, stop), false));
}

export function str_rindex(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "rindex() argument 1 must be str, not ");
  return foundAt(findText(text, sought, rangeOf(text, start, stop), true));
}

export function foundAt(at: number): bigint {
  if (at < 0) throw new ValueError("substring not found");
  return BigInt(at);
}

export function str_count(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "count() argument 1 must be str, not ");
  return BigInt(countText(text, sought, rangeOf(text, start, stop)));
}

export function str_startswith(text: string, prefix: unknown, start?: unknown, stop?: unknown): boolean {
  return hasAffix(text, prefix, start, stop, "startswith", (whole, part) => whole.startsWith(part));
}

export function str_endswith(text: string, suffix: unknown, start?: unknown, stop?: unknown): boolean {
  return hasAffix(text, suffix, start, stop, "endswith", (whole, part) => whole.endsWith(part));
}

export function hasAffix(
  text: string,
  affix: unknown,
  start: unknown,
  stop: unknown,
  name: string,
  fits: (whole: string, part: string) => boolean,
): boolean {
  const range = rangeOf(text, start, stop);
  const wrong = `${name} first arg must be str or a tuple of str, not `;
  const wrongItem = `tuple for ${name} must only contain str, not `;
  const affixes = affix instanceof Tuple ? affix.items : [asText(affix, wrong)];
  return affixes.some(
    (part) => asText(part, wrongItem) === part && range !== undefined && fits(text.slice(...range), part),
  );
}

export function str_removeprefix(text: string, prefix: unknown): string {
  return removePrefix(text, asText(prefix, "removeprefix() argument must be str, not "));
}

export function str_removesuffix(text: string, suffix: unknown): string {
  return removeSuffix(text, asText(suffix, "removesuffix() argument must be str, not "));
}
