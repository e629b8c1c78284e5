/** Patterns of white space, at the start of a text or anywhere, of what stands between, and of what ends a line. */
export type Spaces = { start: RegExp; one: RegExp; word: RegExp; lineEnd: RegExp };

/** Where JavaScript lacks four control characters and has a byte order mark. */
const whitespace = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const lineEnd = "\\r\\n|[\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029]";

export const textSpaces: Spaces = {
  start: new RegExp(`^[${whitespace}]+`),
  one: new RegExp(`[${whitespace}]`),
  word: new RegExp(`[^${whitespace}]+`, "g"),
  lineEnd: new RegExp(lineEnd, "g"),
};

/** In bytes, and around a number in ASCII. */
export const byteSpaces: Spaces = {
  start: /^[\t-\r ]+/,
  one: /[\t-\r ]/,
  word: /[^\t-\r ]+/g,
  lineEnd: /\r\n|[\r\n]/g,
};

export function trimStart(text: string, spaces: Spaces = textSpaces): string {
  return text.replace(spaces.start, "");
}

export function trimEnd(text: string, spaces: Spaces = textSpaces): string {
  let end = text.length;
  while (end > 0 && spaces.one.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Without these characters at its start, at its end or at both. */
export function stripChars(text: string, chars: string, start: boolean, end: boolean): string {
  const dropped = new Set(chars);
  const points = Array.from(text);
  let [first, last] = [0, points.length];
  while (start && first < last && dropped.has(points[first]!)) first += 1;
  while (end && last > first && dropped.has(points[last - 1]!)) last -= 1;
  return points.slice(first, last).join("");
}

/** Splits at runs of white space, at most so many times. */
export function splitWords(text: string, maxSplits: number, spaces: Spaces = textSpaces): string[] {
  const words: string[] = [];
  for (const found of text.matchAll(spaces.word)) {
    if (words.length === maxSplits) return [...words, text.slice(found.index)];
    words.push(found[0]);
  }
  return words;
}

export function splitWordsFromRight(text: string, maxSplits: number, spaces: Spaces = textSpaces): string[] {
  const words = Array.from(text.matchAll(spaces.word));
  const cut = words.length - maxSplits;
  const last = words[cut - 1];
  if (last === undefined) return words.map(([word]) => word);
  return [text.slice(0, last.index + last[0].length), ...words.slice(cut).map(([word]) => word)];
}

export function splitLines(text: string, keepsEnds: boolean, spaces: Spaces = textSpaces): string[] {
  const lines: string[] = [];
  let start = 0;
  for (const found of text.matchAll(spaces.lineEnd)) {
    const next = found.index + found[0].length;
    lines.push(text.slice(start, keepsEnds ? next : found.index));
    start = next;
  }
  return start < text.length ? [...lines, text.slice(start)] : lines;
}

export function expandTabs(text: string, size: number): string {
  let column = 0;
  let result = "";
  for (const char of text) {
    const spaces = char === "\t" && size > 0 ? size - (column % size) : 0;
    column = char === "\n" || char === "\r" ? 0 : column + (char === "\t" ? spaces : 1);
    result += char === "\t" ? " ".repeat(spaces) : char;
  }
  return result;
}
