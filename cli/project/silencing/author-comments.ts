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
  const mayBeSilenced = areHeard && (maySilence(text) || Object.keys(ignoredTypes).length > 0);
  if (findings.length === 0 && !mayBeSilenced) return checked;
  const layout = mayBeSilenced || text.includes("#") ? readLayout(text) : undefined;
  const comments = layout?.comments ?? [];
  const heard =
    mayBeSilenced && layout
      ? silence({ ...checked, findings: withoutRepeated(findings, ignoredTypes) }, { ...looked, layout })
      : checked;
  const hashOf = lineHashes(text, comments);
  return {
    ...heard,
    findings: heard.findings.map((finding) => ({ ...finding, lineHash: hashOf(finding) })),
    ...(mayBeSilenced && {
      suppressed: [...(heard.suppressed ?? []), ...silencedTypes(ignoredTypes, comments, isChosen)],
    }),
  };
}
