/**
 * Python's text, held as JavaScript holds it and counted as Python counts it: one for each code point. Text with a lone
 * surrogate is never held, since two of them side by side are one character here and two there.
 */
export type TextKind = "str" | "bytes";

export function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  return !/[^\0-\x7f]/.test(text);
}

/** Whether every character is one unit, so that both languages count alike. */
function isNarrow(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

export function charactersOf(text: string): string[] {
  return isNarrow(text) ? text.split("") : Array.from(text);
}

export function lengthOf(text: string): number {
  return isNarrow(text) ? text.length : Array.from(text).length;
}

/** Below 0 when `a` comes first. A character of two units comes after every character of one. */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const [one, two] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== two) return Number(isSurrogate(one)) - Number(isSurrogate(two)) || one - two;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Where a part begins in the characters from `start` to `end`, both as a slice takes them; -1 when it does not. */
export function findText(
  text: string,
  part: string,
  { start, end, isLast }: Readonly<{ start: number; end: number; isLast: boolean }>,
): number {
  const all = charactersOf(text);
  const from = clamp(start, all.length);
  const to = Math.min(clamp(end, all.length), all.length);
  if (from > all.length || from > to) return -1;
  const within = all.slice(from, to).join("");
  const at = isLast ? within.lastIndexOf(part) : within.indexOf(part);
  return at < 0 ? -1 : from + lengthOf(within.slice(0, at));
}

/** An end of a slice, counted from the beginning; it may lie behind the end. */
export function clamp(at: number, length: number): number {
  return at < 0 ? Math.max(0, at + length) : at;
}

export function countText(text: string, part: string): number {
  return part === "" ? lengthOf(text) + 1 : text.split(part).length - 1;
}

/** `text.replace(part, by, count)`; a count below 0 means all. */
export function replaceText(text: string, part: string, by: string, count: number): string {
  if (count === 0) return text;
  if (part !== "") {
    const pieces = splitText(text, part, count);
    return pieces.join(by);
  }
  const all = charactersOf(text);
  const most = count < 0 ? all.length + 1 : Math.min(count, all.length + 1);
  const changed = all.map((one, at) => (at < most ? by + one : one)).join("");
  return most > all.length ? changed + by : changed;
}

/** Split at a part that is not empty, at most `count` times from the left; below 0 means everywhere. */
export function splitText(text: string, part: string, count: number): string[] {
  const pieces = text.split(part);
  if (count < 0 || pieces.length <= count + 1) return pieces;
  return [...pieces.slice(0, count), pieces.slice(count).join(part)];
}

export function splitFromRight(text: string, part: string, count: number): string[] {
  if (count < 0) return text.split(part);
  const pieces: string[] = [];
  let rest = text;
  for (let at = rest.lastIndexOf(part); at >= 0 && pieces.length < count; at = rest.lastIndexOf(part)) {
    pieces.unshift(rest.slice(at + part.length));
    rest = rest.slice(0, at);
  }
  return [rest, ...pieces];
}
