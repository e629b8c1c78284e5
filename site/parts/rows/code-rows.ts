import { make, withCode } from "../elements.ts";

import { rulePage, type ShownFinding } from "../verdict.ts";
import { drawLine, linesOf, type TextMark } from "./draw-line.ts";
import { highlightPython } from "./highlight.ts";

/** A program to be read, each finding below the line that it is about. */
export function drawCode(code: string, label: string, findings: readonly ShownFinding[]): HTMLElement {
  const spans = highlightPython(code);
  const rows = linesOf(code).flatMap((line, index) => {
    const found = findings.filter((one) => one.file === undefined && one.line === index + 1);
    const mark = markFor(code.slice(line.from, line.to), line.from, found[0]);
    return [
      make(
        "span",
        { class: "row", "data-n": String(index + 1) },
        ...drawLine(code, line, { spans, mark }),
        "\n",
      ),
      ...found.map(noteOf),
    ];
  });
  return make(
    "pre",
    { class: "code", tabindex: "0", role: "group", "aria-label": label },
    make("code", {}, ...rows),
  );
}

/** The word at the finding's column, or the text of its line. Columns count code points. */
function markFor(text: string, from: number, finding: ShownFinding | undefined): TextMark | undefined {
  if (!finding) return undefined;
  const indent = text.length - text.trimStart().length;
  const { column } = finding;
  const stated =
    column === null
      ? indent
      : Array.from(text)
          .slice(0, Math.max(0, column - 1))
          .join("").length;
  const start = Math.min(stated, Math.max(0, text.length - 1));
  const word =
    column === null ? text.slice(start).trimEnd() : (/^[\p{L}\p{N}_.]+/u.exec(text.slice(start))?.[0] ?? "");
  const length = Math.max(1, word.length);
  const look = finding.severity === "error" ? "sq" : "sq w";
  return { from: from + start, to: from + start + length, tag: "span", class: look };
}

function noteOf({ severity, message, rule }: ShownFinding): HTMLElement {
  return make(
    "span",
    { class: severity === "error" ? "row said" : "row said w" },
    make(
      "span",
      {},
      make("b", {}, severity),
      " ",
      ...withCode(message),
      " ",
      make("a", { href: rulePage(rule) }, rule),
      "\n",
    ),
  );
}
