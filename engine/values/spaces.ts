import type { TextKind } from "./characters.ts";

/** What Python takes for white space: JavaScript lacks four control characters and has a byte order mark. */
const spaces = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const lineEnds = "\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029";

const byKind = {
  str: {
    start: new RegExp(`^[${spaces}]+`),
    end: new RegExp(`[${spaces}]$`),
    word: new RegExp(`[^${spaces}]+`, "gu"),
    only: new RegExp(`^[${spaces}]+$`),
    lineEnd: new RegExp(`\\r\\n|[${lineEnds}]`, "g"),
  },
  bytes: {
    start: /^[\t-\r ]+/,
    end: /[\t-\r ]$/,
    word: /[^\t-\r ]+/gu,
    only: /^[\t-\r ]+$/,
    lineEnd: /\r\n|[\r\n]/g,
  },
} as const;

export function isSpace(text: string, kind: TextKind): boolean {
  return byKind[kind].only.test(text);
}

export function stripStart(text: string, kind: TextKind): string {
  return text.replace(byKind[kind].start, "");
}

export function stripEnd(text: string, kind: TextKind): string {
  let to = text.length;
  while (to > 0 && byKind[kind].end.test(text[to - 1]!)) to -= 1;
  return text.slice(0, to);
}

/** `text.split(None, count)`; a count below 0 means all. */
export function wordsOf(text: string, kind: TextKind, count = -1): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(byKind[kind].word)) {
    if (count >= 0 && words.length === count) return [...words, text.slice(match.index)];
    words.push(match[0]);
  }
  return words;
}

/** `text.rsplit(None, count)`. */
export function wordsFromRight(text: string, kind: TextKind, count: number): string[] {
  const all = Array.from(text.matchAll(byKind[kind].word));
  if (count < 0 || all.length <= count) return all.map(([word]) => word);
  const last = all[all.length - count - 1]!;
  const rest = text.slice(0, last.index + last[0].length);
  return [rest, ...all.slice(all.length - count).map(([word]) => word)];
}

export function linesOf(text: string, kind: TextKind, keepsEnds: boolean): string[] {
  const lines: string[] = [];
  let from = 0;
  for (const match of text.matchAll(byKind[kind].lineEnd)) {
    const after = match.index + match[0].length;
    lines.push(text.slice(from, keepsEnds ? after : match.index));
    from = after;
  }
  return from < text.length ? [...lines, text.slice(from)] : lines;
}

/** `text.expandtabs(size)`. */
export function expandTabs(text: string, size: number): string {
  let column = 0;
  let out = "";
  for (const one of text) {
    if (one === "\t") {
      const width = size > 0 ? size - (column % size) : 0;
      out += " ".repeat(width);
      column += width;
    } else {
      out += one;
      column = one === "\n" || one === "\r" ? 0 : column + 1;
    }
  }
  return out;
}

/** What `textwrap.dedent` leaves of a text. */
export function dedent(text: string): string {
  const lines = text.split("\n").map((line) => (/^[ \t]+$/.test(line) ? "" : line));
  const margins = lines.filter((line) => line !== "").map((line) => /^[ \t]*/.exec(line)![0]);
  let [margin = ""] = margins;
  for (const other of margins) while (!other.startsWith(margin)) margin = margin.slice(0, -1);
  return lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join("\n");
}

/** What `inspect.cleandoc` leaves of a text. */
export function cleanDoc(text: string): string {
  const [first = "", ...others] = expandTabs(text, 8).split("\n");
  const margins = others.filter((line) => /[^ ]/.test(line)).map((line) => /^ */.exec(line)![0].length);
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  const lines = [first.replace(/^ +/, ""), ...others.map((line) => line.slice(margin))];
  while (lines.at(-1) === "") lines.pop();
  while (lines[0] === "") lines.shift();
  return lines.join("\n");
}
