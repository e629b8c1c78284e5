import type { Diagnostic } from "./verdict.ts";

/** How a tool that did not finish is told, by the name it has in `meta.incomplete`. */
const words = {
  ruff: "Lint did not finish, so the code may have errors that were not found. Shorten or simplify it and send it again.",
  mypy: "Type checking did not finish, so the code may have errors that were not found. Shorten or simplify it and send it again.",
  python:
    "The behaviour checks did not finish, so the code may have errors that were not found. Simplify it and send it again.",
  policy: "The security checks did not finish, so the code may be harmful. Simplify it, or send it in parts.",
  credentials:
    "The search for credentials did not finish, so the code may contain some. Simplify it and send it again.",
} as const;

export type EngineTool = keyof typeof words;

/** Every tool that looks at a text without running it. */
export const staticTools = [
  "ruff",
  "mypy",
  "python",
  "policy",
  "credentials",
] as const satisfies EngineTool[];

const suffix = ":incomplete";

/** Says that a tool did not finish. It makes the text invalid: what nobody has looked at is not clean. */
export function incomplete(tool: EngineTool): Diagnostic {
  return { severity: "error", rule: tool + suffix, message: words[tool], line: null, column: null };
}

/** Whether a rule says that a tool did not finish. */
export function isUnfinished(rule: string): boolean {
  return rule.endsWith(suffix);
}

/** The tools that some diagnostics call unfinished, each once. */
export function unfinishedTools(diagnostics: readonly Diagnostic[]): string[] {
  const rules = new Set<string>();
  for (const { rule } of diagnostics) if (isUnfinished(rule)) rules.add(rule);
  return [...rules].map((rule) => rule.slice(0, -suffix.length)).toSorted();
}
