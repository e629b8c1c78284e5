import { make } from "../elements.ts";
import type { Span } from "./highlight.ts";

/** A part of a line that is marked, in positions of the whole text: an element around what it covers. */
export type TextMark = Readonly<{ from: number; to: number; tag: "mark" | "span"; class?: string }>;

type Line = Readonly<{ from: number; to: number }>;

/** The text of a line with its colours, and around some of it a mark. */
export function drawLine(
  code: string,
  { from, to }: Line,
  { spans, mark }: { spans: readonly Span[]; mark?: TextMark | undefined },
): readonly (Node | string)[] {
  if (!mark || mark.to <= from || mark.from >= to) return colour(code, { from, to }, spans);
  const [start, end] = [Math.max(from, mark.from), Math.min(to, mark.to)];
  return [
    ...colour(code, { from, to: start }, spans),
    make(mark.tag, { class: mark.class }, ...colour(code, { from: start, to: end }, spans)),
    ...colour(code, { from: end, to }, spans),
  ];
}

function colour(code: string, { from, to }: Line, spans: readonly Span[]): readonly (Node | string)[] {
  const pieces: (Node | string)[] = [];
  let at = from;
  for (const span of spans) {
    if (span.to <= at) continue;
    if (span.from >= to) break;
    const start = Math.max(at, span.from);
    const end = Math.min(to, span.to);
    if (start > at) pieces.push(code.slice(at, start));
    pieces.push(make("span", { class: span.classes }, code.slice(start, end)));
    at = end;
  }
  if (at < to) pieces.push(code.slice(at, to));
  return pieces;
}

/** Where each line begins and ends, without its line break. */
export function linesOf(code: string): readonly Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const text of code.replace(/\n$/, "").split("\n")) {
    lines.push({ from, to: from + text.length });
    from += text.length + 1;
  }
  return lines;
}
