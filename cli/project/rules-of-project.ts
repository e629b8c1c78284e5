import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { isQuiet } from "../../engine/own-rules.ts";
import { chosenRules, namesRule, type RuleChoice } from "../settings/chosen-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { createLintSettings } from "./lint/settings.ts";

/**
 * What counts in each file: by our own settings, and of rules that ruff or bandit have a code for, by what the project
 * says of that code. One who ignores `S301` does not want to hear of it from another tool.
 */
export function rulesOfProject(
  root: string,
  settings: Settings,
  { isTyped }: Readonly<{ isTyped: boolean }>,
): (path: string) => RuleChoice {
  const isAskedFor = (rule: string): boolean =>
    [...settings.select, ...settings.extendSelect].some((pattern) => namesRule(pattern, rule));
  const ours = chosenRules(settings);
  const lintSettingsOf = createLintSettings();
  const skipped = skippedByBandit(root);
  return (path) => {
    const isChosen = ours(path);
    const { ignored, ignoredIn } = lintSettingsOf(dirname(path));
    const ignoredHere = [...ignored, ...ignoredIn(path), ...skipped];
    return (rule) =>
      isChosen(rule) &&
      (isAskedFor(rule) || !isQuiet(rule, isTyped)) &&
      !ignoredHere.some((code) => hasCode(rule, code));
  };
}

function hasCode(rule: string, code: string): boolean {
  const own = rule.slice(rule.indexOf(":") + 1);
  return /^[A-Z]+\d/.test(own) && (code === "ALL" || own.startsWith(code));
}

/** Bandit's codes are ruff's with another letter. */
export function skippedByBandit(root: string): readonly string[] {
  const file = join(root, "pyproject.toml");
  try {
    const read = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
    const { skips } = ((read as { tool?: { bandit?: { skips?: unknown } } }).tool?.bandit ?? {}) as {
      skips?: unknown;
    };
    return Array.isArray(skips) ? skips.map(String).map((code) => code.replace(/^B(?=\d)/, "S")) : [];
  } catch {
    return []; // what is wrong there is told where the project's own settings are read
  }
}
