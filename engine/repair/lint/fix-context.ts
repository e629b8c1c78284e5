import type { Linter, LintFix, Token } from "../../lint/lint.ts";
import type { Splice } from "../../text/splices.ts";
import { readTree, type Tree } from "../../tree/tree.ts";
import type { Node } from "../../tree/nodes.ts";
import { readHiddenUses, type HiddenUses } from "./hidden-uses.ts";

/** A text whose fixes are judged. */
export type FixContext = Readonly<{
  tree: Tree;
  tokens: readonly Token[];
  comments: readonly Token[];
  hidden: HiddenUses;
  /** Where the file is in its project, if that is known. */
  path: string | undefined;
  /** The modules that names are taken out of which nothing here uses. */
  unusedModules(): ReadonlySet<string>;
  /** Names that are used and never bound. */
  undefinedNames(): readonly string[];
  /** The nodes of one kind, in the order of the text. */
  all<Kind extends Node["kind"]>(kind: Kind): readonly Extract<Node, { kind: Kind }>[];
}>;

/** Whether a fix may be taken here. */
export type GuardCondition = (fix: LintFix, context: FixContext) => boolean;

/** Fixes that are one edit. */
export type FixGroup = Readonly<{ fixes: readonly LintFix[]; splices: readonly Splice[] }>;

export type ImportStatement = Extract<Node, { kind: "Import" | "ImportFrom" }>;

export function readFixContext(linter: Linter, text: string, path?: string): FixContext | undefined {
  const tree = readTree(text);
  if (!tree) return undefined;
  const tokens = linter.tokens(text);
  const comments = tokens.filter(({ kind }) => kind === "Comment");
  let undefinedNames: string[] | undefined;
  const byKind = Map.groupBy(tree.nodes, ({ kind }) => kind);
  let unusedModules: ReadonlySet<string> | undefined;
  const context: FixContext = {
    tree,
    tokens,
    comments,
    hidden: readHiddenUses(tree, comments),
    path,
    unusedModules: () => (unusedModules ??= readUnusedModules(linter, context)),
    undefinedNames: () => (undefinedNames ??= readUndefinedNames(linter, text)),
    all: ((kind: Node["kind"]) => byKind.get(kind) ?? []) as FixContext["all"],
  };
  return context;
}

/** A text with more is not one in which a few names are misspelt. */
const maxUndefined = 100;

function readUndefinedNames(linter: Linter, text: string): string[] {
  const found = linter.check(text);
  const names = new Set(found.flatMap(({ data }) => (data?.kind === "undefined name" ? [data.name] : [])));
  return [...names].slice(0, maxUndefined);
}

function readUnusedModules(linter: Linter, context: FixContext): ReadonlySet<string> {
  const { tree } = context;
  const modules = linter.check(tree.text).flatMap(({ code, line, column }) => {
    const statement = code === "F401" ? importAt(context, tree.positions.offsetOf(line, column)) : undefined;
    return statement?.kind === "ImportFrom" ? [statement.module ?? ""] : [];
  });
  return new Set(modules);
}

/** Where ruff puts the finding, in UTF-16 units. */
export function placeOf({ finding }: LintFix, { tree }: FixContext): number {
  return tree.positions.offsetOf(finding.line, finding.column);
}

export function importAt({ all }: FixContext, at: number): ImportStatement | undefined {
  const isAround = ({ start, end }: ImportStatement): boolean => start <= at && at < end;
  return all("Import").find(isAround) ?? all("ImportFrom").find(isAround);
}
