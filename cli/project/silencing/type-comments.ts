import { isSaidByMypy, isTypeError } from "../../../engine/own-rules.ts";
import type { FileFinding, SuppressedFinding, Suppression } from "../../finding.ts";
import type { RuleChoice } from "../../settings/chosen-rules.ts";
import type { IgnoredTypes } from "../types/ask-types.ts";
import { readLayout, type Comment } from "./python-layout.ts";

const ignore = /\btype(?=\s*:\s*ignore)/g;
const inline = /\bmypy(?=\s{0,20}:.{0,300}(?:ignore[-_]errors|disable[-_]error[-_]code))/g;

/** Of the texts in which comments silence mypy, others in which none does; no position moves. */
export function withoutTypeComments(
  sources: ReadonlyMap<string, Readonly<{ text: string }>>,
): ReadonlyMap<string, string> {
  const heard = [...sources].filter(([, { text }]) => text.search(ignore) >= 0 || text.search(inline) >= 0);
  return new Map(heard.map(([path, { text }]) => [path, disarmed(text)]));
}

/** `type` must not stay, or the rest would be read as a type comment. */
function disarmed(text: string): string {
  let [written, read] = ["", 0];
  for (const { start, text: comment } of readLayout(text).comments) {
    written += text.slice(read, start) + comment.replaceAll(ignore, "tyqe").replaceAll(inline, "myqy");
    read = start + comment.length;
  }
  return written + text.slice(read);
}

/** Without what only repeats, by a rule of our own, what mypy has left out for a comment. */
export function withoutRepeated(
  findings: readonly FileFinding[],
  ignored: IgnoredTypes[string],
): readonly FileFinding[] {
  return findings.filter(({ rule, line }) => line === null || !isSaidByMypy(rule, ignored[line] ?? []));
}

/** Mypy says what it leaves out by code and line only. */
export function silencedTypes(
  ignored: IgnoredTypes[string],
  comments: readonly Comment[],
  isChosen: RuleChoice,
): readonly SuppressedFinding[] {
  return Object.entries(ignored).flatMap(([at, codes]) => {
    const line = Number(at);
    const suppressed = ofMypy(line, comments);
    return codes
      .filter((code) => !code.startsWith("import") && isChosen(`mypy:${code}`))
      .map((code): SuppressedFinding => ({
        severity: isTypeError(code) ? "error" : "warning",
        rule: `mypy:${code}`,
        message: `mypy reports ${code} on this line.`,
        line,
        column: null,
        cwe: null,
        isSecurity: false,
        rejects: false,
        suppressed,
      }));
  });
}

/** The comment on a line that mypy hears. */
function ofMypy(line: number, comments: readonly Comment[]): Suppression {
  const comment = comments.find((each) => each.line === line && each.text.search(ignore) >= 0);
  const [, by = "# type: ignore", rest = ""] =
    /(#\s*type\s*:\s*ignore(?:\[[^\]]*\])?)([^#]*)/.exec(comment?.text ?? "") ?? [];
  return { kind: "comment", by, reason: rest.trim() === "" ? null : rest.trim() };
}
