import { pointIndex, textLength, unitIndex } from "./characters.ts";
import { sliceBounds } from "./sequences.ts";

/** A part of a text: where it begins and ends in JavaScript's text. */
export type TextRange = readonly [number, number];

/** Where `text[start:stop]` lies; nothing when it starts behind the end or stops before its start. */
export function searchRange(text: string, start?: number, stop?: number): TextRange | undefined {
  if (start === undefined && stop === undefined) return [0, text.length];
  const length = textLength(text);
  const [first, last] = sliceBounds(length, start, stop);
  if (first > last || (start ?? 0) > length) return undefined;
  return [unitIndex(text, first), unitIndex(text, last)];
}

/** Where a part begins within a range, as Python counts; -1 when it is not there. */
export function findText(text: string, part: string, range: TextRange | undefined, isLast: boolean): number {
  if (range === undefined) return -1;
  const within = text.slice(...range);
  const at = isLast ? within.lastIndexOf(part) : within.indexOf(part);
  return at < 0 ? -1 : pointIndex(text, at + range[0]);
}

export function countText(text: string, part: string, range: TextRange | undefined): number {
  if (range === undefined) return 0;
  const within = text.slice(...range);
  return part === "" ? textLength(within) + 1 : within.split(part).length - 1;
}

export function removePrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

export function removeSuffix(text: string, suffix: string): string {
  return text.endsWith(suffix) ? text.slice(0, text.length - suffix.length) : text;
}

/** `text.replace(part, by, max)`; infinitely many for all. */
export function replaceText(text: string, part: string, by: string, max: number): string {
  return part === "" ? insertBetween(text, by, max) : splitText(text, part, max).join(by);
}

function insertBetween(text: string, part: string, max: number): string {
  const chars = Array.from(text);
  const pieces = chars.map((char, at) => (at < max ? part + char : char));
  return pieces.join("") + (chars.length < max ? part : "");
}

/** Split at a separator that is not empty, at most so many times. */
export function splitText(text: string, separator: string, max: number): string[] {
  const parts = text.split(separator);
  if (parts.length <= max + 1) return parts;
  return [...parts.slice(0, max), parts.slice(max).join(separator)];
}

export function splitFromRight(text: string, separator: string, max: number): string[] {
  const parts: string[] = [];
  let end = text.length;
  while (parts.length < max && end >= separator.length) {
    const at = text.lastIndexOf(separator, end - separator.length);
    if (at < 0) break;
    parts.push(text.slice(at + separator.length, end));
    end = at;
  }
  return [...parts, text.slice(0, end)].reverse();
}

/** The text before a separator that is not empty, the separator, and the text behind it. */
export function partitionText(text: string, separator: string, isLast: boolean): string[] {
  const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at < 0) return isLast ? ["", "", text] : [text, "", ""];
  return [text.slice(0, at), separator, text.slice(at + separator.length)];
}
