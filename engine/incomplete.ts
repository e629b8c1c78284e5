import type { Diagnostic } from "./verdict.ts";

/** How a tool that did not finish is told, by the name it has in `meta.incomplete`. */
const words = {
  ruff: "Lint could not be finished, so this text is not known to be right; shorten or simplify it and send it again.",
  mypy: "Type checking could not be finished, so this text is not known to be right; shorten or simplify it and send it again.",
  python:
    "The checks of what the code does could not read this text to its end, so it is not known to be right; write it more plainly and send it again.",
  policy:
    "The security policy could not follow this text to its end, so it is not known to be harmless; write it more plainly, or in parts, and send it again.",
  credentials:
    "The search for credentials could not read this text to its end, so it is not known to hold none; write it more plainly and send it again.",
  sandbox:
    "The examples could not be judged in time, so it is not known whether they hold; simplify what they expect and send it again.",
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

/** The tools that some diagnostics call unfinished, each once. */
export function unfinishedTools(diagnostics: readonly Diagnostic[]): string[] {
  const rules = diagnostics.filter(({ rule }) => rule.endsWith(suffix)).map(({ rule }) => rule);
  return [...new Set(rules)].map((rule) => rule.slice(0, -suffix.length)).toSorted();
}
