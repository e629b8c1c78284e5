import type { ShownFinding } from "../verdict.ts";
import type { TextMark } from "./draw-line.ts";

/** The word at the finding's column, or the text of its line. Columns count code points. */
export function markFinding(text: string, from: number, { column, severity }: ShownFinding): TextMark {
  const indent = text.length - text.trimStart().length;
  const stated = column === null ? indent : charactersIn(text, column - 1);
  // What is missing at the end of a line is marked at its last character.
  const start = Math.min(stated, Math.max(0, text.length - 1));
  const word =
    column === null ? text.slice(start).trimEnd() : (/^[\p{L}\p{N}_]+/u.exec(text.slice(start))?.[0] ?? "");
  return {
    from: from + start,
    to: from + start + Math.max(1, word.length),
    tag: "span",
    class: severity === "error" ? "sq" : "sq w",
  };
}

function charactersIn(text: string, codePoints: number): number {
  return Array.from(text).slice(0, Math.max(0, codePoints)).join("").length;
}
