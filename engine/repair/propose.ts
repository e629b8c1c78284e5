import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Linter } from "../lint/lint.ts";
import { readTree } from "../tree/tree.ts";
import type { SecurityFinding } from "../verdict.ts";
import { safeFixes } from "./lint/safe-fixes.ts";
import { createProgram } from "./program.ts";
import type { Repair } from "./repair.ts";
import type { NamedRewrite } from "../text/rewrite.ts";
import { repairs } from "./repairs.ts";
import { fixSyntax } from "./syntax/fix-syntax.ts";
import { syntaxRepairs } from "./syntax/repairs.ts";
import type { SyntaxRepair } from "./syntax/syntax-repair.ts";

/** What is asked of the repairs: `syntax` of a text that Python refuses, `own` and `lint` of one that it accepts. */
export type RepairQuestion = Readonly<{
  kind: "syntax" | "own" | "lint";
  text: string;
  diagnostics: readonly StaticDiagnostic[];
  security: readonly SecurityFinding[];
}>;

/** Which repairs are asked. */
export type Choice = Readonly<{
  syntax: readonly SyntaxRepair[];
  own: readonly Repair[];
  lint: typeof safeFixes;
}>;

const everything: Choice = { syntax: syntaxRepairs, own: repairs, lint: safeFixes };

/** How many edits of one text are looked at in one pass; the next pass sees the rest. */
const maxRewrites = 200;

/** Edits of one text. Those of `syntax` belong together and are taken one after another, the others stand side by side. */
export function proposeRewrites(
  linter: Linter,
  { kind, text, ...findings }: RepairQuestion,
  { syntax, own, lint }: Choice = everything,
): readonly NamedRewrite[] {
  if (kind === "syntax") return fixSyntax(linter, text, syntax) ?? [];
  if (kind === "lint") return lint(linter, text).slice(0, maxRewrites);
  const tree = readTree(text);
  if (!tree) return [];
  const program = createProgram(tree, findings);
  const proposed: NamedRewrite[] = [];
  for (const { id, kind: usual, propose } of own) {
    for (const rewrite of propose(program)) {
      if (proposed.push({ kind: usual, ...rewrite, repair: id }) === maxRewrites) return proposed;
    }
  }
  return proposed;
}
