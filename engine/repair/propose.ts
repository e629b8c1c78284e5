import type { StaticDiagnostic } from "../findings/static-findings.ts";
import type { Linter } from "../lint/lint.ts";
import type { PythonVersion } from "../python-version.ts";
import { readTree, type Tree } from "../tree/tree.ts";
import type { FixKind, SecurityFinding } from "../verdict.ts";
import { whoAwaits } from "./awaited-errors.ts";
import { safeFixes } from "./lint/safe-fixes.ts";
import { createProgram } from "./program.ts";
import type { Repair } from "./repair.ts";
import type { NamedRewrite } from "../text/rewrite.ts";
import { repairs } from "./repairs.ts";
import { fixSyntax } from "./syntax/fix-syntax.ts";
import { syntaxRepairs } from "./syntax/repairs.ts";
import type { SyntaxRepair } from "./syntax/syntax-repair.ts";
import { isTestPath } from "../test-path.ts";

/** What is asked of the repairs: `syntax` of a text that Python refuses, `own` and `lint` of one that it accepts. */
export type RepairQuestion = Readonly<{
  kind: "syntax" | "own" | "lint";
  text: string;
  diagnostics: readonly StaticDiagnostic[];
  security: readonly SecurityFinding[];
  /** Where the file is in its project, if that is known. */
  path?: string | undefined;
  /** `safe`: none that changes what a program does. */
  fixes?: "safe" | "all" | undefined;
  /** What the text is for; unset: the default. */
  python?: PythonVersion | undefined;
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
  question: RepairQuestion,
  choice: Choice = everything,
): readonly NamedRewrite[] {
  const { kind, path, fixes = "all" } = question;
  // What a test or an example gets wrong may be what it is about.
  const isCertain = path === undefined || !isTestPath(path);
  const proposed = proposalsFor(linter, question, choice);
  const found: NamedRewrite[] = [];
  for (const rewrite of proposed) {
    const sure = rewrite.kind === "certain" && !isCertain ? { ...rewrite, kind: changing } : rewrite;
    if (fixes === "safe" && sure.kind === "changing") {
      // Those of `syntax` are one fix.
      if (kind === "syntax") return [];
      continue;
    }
    if (found.push(sure) === maxRewrites && kind !== "syntax") break;
  }
  return found;
}

const changing: FixKind = "changing";

function proposalsFor(
  linter: Linter,
  { kind, text, path, diagnostics, security }: RepairQuestion,
  { syntax, own, lint }: Choice,
): Iterable<NamedRewrite> {
  if (kind === "syntax") return fixSyntax(linter, text, syntax) ?? [];
  if (kind === "lint") return lint(linter, text, path);
  const tree = readTree(text);
  return tree ? ownProposals(tree, createProgram(tree, { diagnostics, security }, path), own) : [];
}

function* ownProposals(
  tree: Tree,
  program: ReturnType<typeof createProgram>,
  own: readonly Repair[],
): Generator<NamedRewrite> {
  for (const { id, kind, propose } of own)
    for (const rewrite of propose(program)) {
      const named = { kind, ...rewrite, repair: id };
      const awaiting = named.kind === "certain" ? whoAwaits(tree, id, placesOf(named)) : undefined;
      // A test that expects the error would fail without it.
      if (awaiting === "test") continue;
      yield awaiting === "handler" ? { ...named, kind: changing } : named;
    }
}

function placesOf({ at, splices }: NamedRewrite): number[] {
  return [...(at === undefined ? [] : [at]), ...splices.map(({ start }) => start)];
}
