import { pointIndex, textLength, unitIndex } from "./code-points.ts";
import { TypeError, ValueError } from "./errors.ts";
import { typeName } from "./kinds.ts";
import { sliceBounds } from "./slices.ts";
import { Tuple } from "./tuple.ts";

/** An argument that has to be a text. */
export function asText(value: unknown, complaint: string): string {
  if (typeof value === "string") return value;
  throw new TypeError(complaint + typeName(value));
}

/** Where `text[start:stop]` lies in JavaScript's text; nothing when it starts behind the end or stops before. */
export function searchRange(text: string, start: unknown, stop: unknown): [number, number] | undefined {
  if (start === undefined && stop === undefined) return [0, text.length];
  const length = textLength(text);
  const [first, last] = sliceBounds(length, start, stop, 1);
  if (first > last || (typeof start === "bigint" && start > BigInt(length))) return undefined;
  return [unitIndex(text, first), unitIndex(text, last)];
}

export function findText(text: string, part: string, start: unknown, stop: unknown): number {
  const range = searchRange(text, start, stop);
  if (range === undefined) return -1;
  const at = text.slice(0, range[1]).indexOf(part, range[0]);
  return pointIndex(text, at);
}

export function findLast(text: string, part: string, start: unknown, stop: unknown): number {
  const range = searchRange(text, start, stop);
  if (range === undefined) return -1;
  const at = text.slice(range[0], range[1]).lastIndexOf(part);
  return at < 0 ? -1 : pointIndex(text, at + range[0]);
}

export function str_find(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  return BigInt(findText(text, asText(part, "find() argument 1 must be str, not "), start, stop));
}

export function str_rfind(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  return BigInt(findLast(text, asText(part, "rfind() argument 1 must be str, not "), start, stop));
}

export function str_index(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const at = findText(text, asText(part, "index() argument 1 must be str, not "), start, stop);
  if (at < 0) throw new ValueError("substring not found");
  return BigInt(at);
}

export function str_rindex(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const at = findLast(text, asText(part, "rindex() argument 1 must be str, not "), start, stop);
  if (at < 0) throw new ValueError("substring not found");
  return BigInt(at);
}

export function str_count(text: string, part: unknown, start?: unknown, stop?: unknown): bigint {
  const sought = asText(part, "count() argument 1 must be str, not ");
  const range = searchRange(text, start, stop);
  if (range === undefined) return 0n;
  const searched = text.slice(...range);
  return BigInt(sought === "" ? textLength(searched) + 1 : searched.split(sought).length - 1);
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
  const range = searchRange(text, start, stop);
  const wrong = `${name} first arg must be str or a tuple of str, not `;
  const wrongItem = `tuple for ${name} must only contain str, not `;
  const affixes = affix instanceof Tuple ? affix.items : [asText(affix, wrong)];
  return affixes.some(
    (part) => asText(part, wrongItem) === part && range !== undefined && fits(text.slice(...range), part),
  );
}

export function str_removeprefix(text: string, prefix: unknown): string {
  const part = asText(prefix, "removeprefix() argument must be str, not ");
  return text.startsWith(part) ? text.slice(part.length) : text;
}

export function str_removesuffix(text: string, suffix: unknown): string {
  const part = asText(suffix, "removesuffix() argument must be str, not ");
  return part !== "" && text.endsWith(part) ? text.slice(0, -part.length) : text;
}
