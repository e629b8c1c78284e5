import { createHash } from "node:crypto";
import type { FileFinding } from "../../finding.ts";
import type { Comment } from "./python-layout.ts";

/**
 * A name for a finding's line that stays when the line moves, is indented again or gets another comment. A line with a
 * credential is named by what stands before the text that holds it.
 */
export function lineHashes(
  text: string,
  comments: readonly Comment[],
): (finding: Pick<FileFinding, "line" | "rule">) => string {
  const lines = text.split(/\r\n|\r|\n/);
  const comment = new Map(comments.map((each) => [each.line, each.column]));
  return ({ line, rule }) => {
    const written = line === null ? "" : (lines[line - 1] ?? "");
    const column = line === null ? undefined : comment.get(line);
    const code =
      column === undefined
        ? written
        : Array.from(written)
            .slice(0, column - 1)
            .join("");
    const shown = holdsCredential(rule) ? withoutTexts(code) : code;
    return createHash("sha256").update(shown.replaceAll(/\s+/g, " ").trim()).digest("hex").slice(0, 16);
  };
}

function holdsCredential(rule: string): boolean {
  return /^credentials:|^(?:ruff:)?S10[567]$/.test(rule);
}

/** Inside a text of several lines nothing shows where the credential begins. */
function withoutTexts(code: string): string {
  const quote = /["']/.exec(code);
  return quote ? code.slice(0, quote.index) : "";
}
