import type { DataKind } from "../findings/data.ts";
import type { StaticDiagnostic } from "../findings/static-findings.ts";
import { readFacts } from "../program/facts.ts";
import type { Tree } from "../tree/tree.ts";
import type { SecurityFinding } from "../verdict.ts";
import type { About, Found, RepairableProgram } from "./repair.ts";
import { isTestPath } from "../test-path.ts";
import { isTestText } from "./test-text.ts";

type Findings = Readonly<{ diagnostics: readonly StaticDiagnostic[]; security: readonly SecurityFinding[] }>;

/** A program and what the checkers say of it. */
export function createProgram(
  tree: Tree,
  { diagnostics, security }: Findings,
  path?: string,
): RepairableProgram {
  const findings = [
    ...diagnostics.flatMap((diagnostic) => toFound(tree, diagnostic)),
    ...security.flatMap(({ tool, id, ...finding }) =>
      toFound(tree, { ...finding, rule: `${tool}:${id}`, column: null }),
    ),
  ].toSorted((a, b) => a.line - b.line || (a.start ?? 0) - (b.start ?? 0));
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const byKind = Map.groupBy(findings, ({ data }) => data?.kind);
  const found: RepairableProgram["found"] = (...rules) => rules.flatMap((rule) => byRule.get(rule) ?? []);
  return {
    text: tree.text,
    tree,
    isTest: (path !== undefined && isTestPath(path)) || isTestText(tree),
    facts: readFacts(tree),
    findings,
    found,
    about: (kind, ...rules) =>
      (rules.length > 0 ? found(...rules) : (byKind.get(kind) ?? [])).filter(isAbout(kind)),
    source: ({ start, end }) => tree.text.slice(start, end),
  };
}

function isAbout<Kind extends DataKind>(kind: Kind) {
  return (found: Found): found is About<Kind> => found.data?.kind === kind;
}

function toFound({ positions }: Tree, { rule, severity, line, column, data }: StaticDiagnostic): Found[] {
  if (line === null) return [];
  const start = column === null ? undefined : positions.offsetOf(line, column);
  return [{ rule, severity, line, start, data }];
}
