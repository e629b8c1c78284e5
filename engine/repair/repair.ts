import type { DataKind, DataOf, FindingData } from "../findings/data.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Rewrite } from "../text/rewrite.ts";
import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import type { FixKind, Severity } from "../verdict.ts";

/** What a checker says of a program, a diagnostic or a security finding. Its words are not for repairs. */
export type Found = Readonly<{
  /** As `ruff:F821`, `python:mutable-default`, `mypy:operator`, `policy:weak-hash` or `credentials:named-secret`. */
  rule: string;
  severity: Severity;
  line: number;
  /** Its offset, where the checker gives a column; security findings have none. */
  start: number | undefined;
  data: FindingData | undefined;
}>;

/** A finding that is about one kind of thing. */
export type About<Kind extends DataKind> = Found & Readonly<{ data: DataOf<Kind> }>;

/** A program that Python accepts, as repairs see it. */
export type RepairableProgram = Readonly<{
  text: string;
  tree: Tree;
  /** It is a test or an example, by its path or by what it imports. */
  isTest: boolean;
  facts: ProgramFacts;
  /** What the checkers say of it, in the order of the text; a repair fixes something that is named here. */
  findings: readonly Found[];
  /** The findings of some rules. */
  found(...rules: string[]): readonly Found[];
  /** The findings about one kind of thing, of some rules or of all. */
  about<Kind extends DataKind>(kind: Kind, ...rules: string[]): readonly About<Kind>[];
  /** The source of a node. */
  source(node: Node): string;
}>;

/** Fixes one kind of mistake. Its page, `<id>.md` beside it, says what and when; the page's examples are its tests. */
export type Repair = Readonly<{
  id: string;
  /** What its edits do to a program, unless a rewrite says otherwise. */
  kind: FixKind;
  propose(program: RepairableProgram): Iterable<Rewrite>;
}>;
