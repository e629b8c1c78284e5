import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parse } from "smol-toml";
import { isQuiet } from "../../engine/own-rules.ts";
import { chosenRules, namesRule, type RuleChoice } from "../settings/chosen-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { createLintSettings } from "./lint/settings.ts";
import { usualIgnoresIn } from "./usual-ignores.ts";

/** Whether the settings name a rule as one that counts. */
export function askedFor({ select, extendSelect }: Settings): (rule: string) => boolean {
  const patterns = [...select, ...extendSelect];
  return (rule) => patterns.some((pattern) => namesRule(pattern, rule));
}

/** The codes that they name for ruff, or how such codes begin. */
export function codesAskedFor({ select, extendSelect }: Settings): readonly string[] {
  return [...select, ...extendSelect].flatMap((pattern) => {
    const [, code = "", digits, rest] = /^(?:ruff:)?([A-Z]+(\d+)?)(\*)?$/.exec(pattern) ?? [];
    return code !== "" && (digits !== undefined || rest !== undefined) ? [code] : [];
  });
}

/**
 * What counts in each file: by our own settings, and of rules that ruff or bandit have a code for, by what the project
 * says of that code. One who ignores `S301` does not want to hear of it from another tool.
 */
export function rulesOfProject(
  root: string,
  settings: Settings,
  { isTyped }: Readonly<{ isTyped: boolean }>,
): (path: string) => RuleChoice {
  const isAskedFor = askedFor(settings);
  const ours = chosenRules(settings);
  const lintSettingsOf = createLintSettings();
  const skipped = skippedByBandit(root);
  return (path) => {
    const isChosen = ours(path);
    const { file, ignored, ignoredIn } = lintSettingsOf(dirname(path));
    const ignoredHere = [...ignored, ...ignoredIn(path), ...skipped];
    const usual = file === undefined ? usualIgnoresIn(relative(root, path).replaceAll("\\", "/")) : [];
    return (rule) =>
      isChosen(rule) &&
      (isAskedFor(rule) || !(isQuiet(rule, isTyped) || usual.some((code) => hasCode(rule, code)))) &&
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
