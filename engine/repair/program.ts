import { readFacts } from "../program/facts.ts";
import type { Tree } from "../tree/tree.ts";
import type { Diagnostic, SecurityFinding } from "../verdict.ts";
import type { Found, Program } from "./repair.ts";

type Findings = Readonly<{ diagnostics: readonly Diagnostic[]; security: readonly SecurityFinding[] }>;

/** A program and what the checkers say of it. */
export function createProgram(tree: Tree, { diagnostics, security }: Findings): Program {
  const findings = [
    ...diagnostics.flatMap((diagnostic) => toFound(tree, diagnostic)),
    ...security.flatMap(({ tool, id, ...finding }) =>
      toFound(tree, { ...finding, rule: `${tool}:${id}`, column: null }),
    ),
  ].toSorted((a, b) => a.line - b.line || (a.start ?? 0) - (b.start ?? 0));
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return {
    text: tree.text,
    tree,
    facts: readFacts(tree),
    findings,
    found: (...rules) => rules.flatMap((rule) => byRule.get(rule) ?? []),
    source: ({ start, end }) => tree.text.slice(start, end),
  };
}

function toFound({ positions }: Tree, { rule, severity, message, line, column }: Diagnostic): Found[] {
  if (line === null) return [];
  const start = column === null ? undefined : positions.offsetOf(line, column);
  return [{ rule, severity, message, line, start }];
}
