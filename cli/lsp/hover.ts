import { MarkupKind, type Hover, type Position } from "vscode-languageserver-protocol";
import type { CheckedFile } from "../finding.ts";
import { pageOf } from "../rule-page.ts";
import { isWithin, linesIn, rangeOf } from "./ranges.ts";
import { wordsOf } from "./to-diagnostic.ts";

const maxFindings = 3;
const line = "\n\n---\n\n";

/** What was found at a place, each with the page of its rule. */
export async function hoverAt(
  { text, findings }: CheckedFile,
  position: Position,
): Promise<Hover | undefined> {
  const lines = linesIn(text);
  const here = findings
    .map((finding) => ({ finding, range: rangeOf(finding, lines) }))
    .filter(({ range }) => isWithin(range, position))
    .slice(0, maxFindings);
  if (here.length === 0) return undefined;
  const { listRules } = await import("../../engine/rules.ts");
  const rules = listRules();
  const told = here.map(({ finding }) => {
    const page = pageOf(finding.rule, rules);
    return [`**${finding.rule}** ${wordsOf(finding)}`, ...(page === undefined ? [] : [page])].join("\n\n");
  });
  return { contents: { kind: MarkupKind.Markdown, value: told.join(line) }, range: here[0]!.range };
}
