import { dirname } from "node:path";
import { alwaysRules, ownIgnored, ownRules } from "../../../engine/own-rules.ts";
import type { RuleChoice } from "../../settings/chosen-rules.ts";
import type { LintSettings } from "../lint/settings.ts";

/**
 * Whether a rule was looked for in a file, as far as that is sure. Of what a project's own settings choose for ruff only
 * what Assay adds to them is known here.
 */
export function lookedFor(
  path: string,
  {
    isChosen,
    lintSettingsOf,
  }: Readonly<{ isChosen: RuleChoice; lintSettingsOf(folder: string): LintSettings }>,
): (rule: string) => boolean {
  const isConfigured = lintSettingsOf(dirname(path)).file !== undefined;
  const lintRules = isConfigured ? alwaysRules : ownRules;
  return (rule) => {
    const [tool, code = ""] = rule.split(/:(.*)/s);
    if (!isChosen(rule) || (!isConfigured && ownIgnored.includes(code))) return false;
    return (
      tool !== "ruff" || (code === "" && !isConfigured) || lintRules.some((each) => code.startsWith(each))
    );
  };
}
