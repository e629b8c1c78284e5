import { relative } from "node:path";
import createIgnore from "ignore";
import type { Settings } from "./settings.ts";

/** Whether findings of a rule count in a file. */
export type RuleChoice = (rule: string) => boolean;

/** Reads the settings once; gives what counts in each file, named by its full path. */
export function chosenRules(settings: Settings): (path: string) => RuleChoice {
  const perFile = Object.entries(settings.perFileIgnores).map(([pattern, rules]) => ({
    matches: createIgnore().add(pattern),
    rules,
  }));
  return (path) => {
    const inside = relative(settings.root, path).replaceAll("\\", "/");
    const isInside = inside !== "" && !inside.startsWith("..");
    const ignored = [
      ...settings.ignore,
      ...perFile.filter(({ matches }) => isInside && matches.ignores(inside)).flatMap(({ rules }) => rules),
    ];
    return (rule) =>
      (settings.select.length === 0 || settings.select.some((pattern) => namesRule(pattern, rule))) &&
      !ignored.some((pattern) => namesRule(pattern, rule));
  };
}

/** A rule (`ruff:F401`), its code alone (`F401`), a tool (`mypy`), or how rules begin (`ruff:S*`, `S*`). */
export function namesRule(pattern: string, rule: string): boolean {
  const [tool = "", code = ""] = rule.split(/:(.*)/s);
  if (pattern.endsWith("*"))
    return rule.startsWith(pattern.slice(0, -1)) || code.startsWith(pattern.slice(0, -1));
  return pattern === rule || pattern === code || pattern === tool;
}
