import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { make, withCode } from "./elements.ts";
import { rulePage, type ShownFinding } from "./verdict.ts";

/** Marks the findings in the text they are about. */
export function markFindings(view: EditorView, findings: readonly ShownFinding[]): void {
  const marks = findings.flatMap((finding) => {
    const place = placeOf(view.state.doc, finding);
    return place ? [{ ...place, ...describe(finding) }] : [];
  });
  view.dispatch(setDiagnostics(view.state, marks));
}

/** Moves to a finding and shows it. */
export function goTo(view: EditorView, finding: ShownFinding): void {
  const place = placeOf(view.state.doc, finding);
  if (!place) return;
  view.dispatch({ selection: { anchor: place.from }, scrollIntoView: true });
  view.focus();
}

function describe({
  severity,
  message,
  rule,
}: ShownFinding): Pick<Diagnostic, "severity" | "message" | "renderMessage"> {
  return {
    severity: severity === "error" || severity === "info" ? severity : "warning",
    message,
    renderMessage: () =>
      make(
        "span",
        {},
        ...withCode(message),
        " ",
        make("a", { href: rulePage(rule), target: "_blank" }, rule),
      ),
  };
}

/** The word at the finding's column, or the text of its line. Columns count code points, an editor UTF-16 units. */
function placeOf(
  text: Text,
  { line, column, file }: ShownFinding,
): Readonly<{ from: number; to: number }> | undefined {
  if (file !== undefined || line === null || line < 1 || line > text.lines) return undefined;
  const { from, to, text: content } = text.line(line);
  const before = Array.from(content).slice(0, Math.max(0, (column ?? 1) - 1));
  const stated = column === null ? content.length - content.trimStart().length : before.join("").length;
  // What is missing at the end of a line is shown at its last character: an empty range would show nothing.
  const start = Math.min(stated, Math.max(0, content.length - 1));
  const word =
    column === null ? content.slice(start).trimEnd() : /^[\p{L}\p{N}_.]+/u.exec(content.slice(start))?.[0];
  return { from: from + start, to: Math.min(to, from + start + Math.max(1, word?.length ?? 1)) };
}
