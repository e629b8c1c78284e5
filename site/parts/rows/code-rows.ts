import { make, withCode } from "../elements.ts";
import { rulePage, type ShownFinding } from "../verdict.ts";
import { drawLine, linesOf } from "./draw-line.ts";
import { highlightPython } from "./highlight.ts";
import { markFinding } from "./mark-finding.ts";

/** A program to be read, each finding below the line that it is about. */
export function drawCode(code: string, label: string, findings: readonly ShownFinding[]): HTMLElement {
  const spans = highlightPython(code);
  const rows = linesOf(code).flatMap((line, index) => {
    const found = findings.filter((one) => one.file === undefined && one.line === index + 1);
    const mark = found[0] && markFinding(code.slice(line.from, line.to), line.from, found[0]);
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
