import type { CheckedFile } from "../../finding.ts";
import type { OwnLintFinding, UnusedNoqa } from "../lint/ruff.ts";
import type { RuleChoice } from "../../settings/chosen-rules.ts";
import type { IgnoredTypes } from "../types/ask-types.ts";
import { lineHashes } from "./line-hash.ts";
import { readLayout } from "./python-layout.ts";
import { maySilence, silence } from "./silence.ts";
import { silencedTypes, withoutRepeated } from "./type-comments.ts";

type Looked = Readonly<{
  lints: readonly OwnLintFinding[];
  unusedNoqa: readonly UnusedNoqa[];
  /** What mypy itself has left out for comments. */
  ignoredTypes: IgnoredTypes[string];
  isChosen: RuleChoice;
  /** Whether a rule was looked for in this file. */
  isOn(rule: string): boolean;
  /** Comments of the author are heard. */
  areHeard: boolean;
}>;

/** What was found in a file, named by its lines, and without what the author's comments silence. */
export function withComments(checked: CheckedFile, { areHeard, ...looked }: Looked): CheckedFile {
  const { text, findings } = checked;
  const { ignoredTypes, isChosen } = looked;
  const isSilenced = areHeard && mayConcern(checked, looked);
  if (findings.length === 0 && !isSilenced) return checked;
  // To read a text takes longer than to look at the lines of its findings.
  const lines = text.split(/\r\n|\r|\n/);
  const isCommented = findings.some(({ line }) => line !== null && lines[line - 1]?.includes("#"));
  const layout = isSilenced || isCommented ? readLayout(text) : undefined;
  const comments = layout?.comments ?? [];
  const heard =
    isSilenced && layout
      ? silence({ ...checked, findings: withoutRepeated(findings, ignoredTypes) }, { ...looked, layout })
      : checked;
  const hashOf = lineHashes(text, comments);
  return {
    ...heard,
    findings: heard.findings.map((finding) => ({ ...finding, lineHash: hashOf(finding) })),
    ...(isSilenced && {
      suppressed: [...(heard.suppressed ?? []), ...silencedTypes(ignoredTypes, comments, isChosen)],
    }),
  };
}

/** Whether comments may change what is told of a file; in most there are none, or nothing that they could be about. */
function mayConcern(
  { text, findings }: CheckedFile,
  { ignoredTypes, unusedNoqa }: Pick<Looked, "ignoredTypes" | "unusedNoqa">,
): boolean {
  if (Object.keys(ignoredTypes).length > 0) return true;
  if (!maySilence(text)) return false;
  return findings.length > 0 || unusedNoqa.length > 0 || /nosec|assay:/.test(text);
}
