import type { Facts } from "../facts/facts.ts";
import type { Splice } from "../splices.ts";
import type { Tree } from "../tree.ts";
import type { Node } from "../tree/nodes.ts";
import type { Severity } from "../verdict.ts";

/**
 * An edit that could mend something. `words` tell people what it does but not where: "added the missing `:`".
 * A rewrite is only a proposal: it is kept when the checkers report strictly fewer problems with it.
 */
export type Rewrite = Readonly<{
  splices: readonly Splice[];
  words: string;
  /** The offset people are sent to; where the first edit starts, unless it is said. */
  at?: number;
  /** How many findings it is about; one, unless it is said. */
  mends?: number;
}>;

/** What a checker says of a program, a diagnostic or a security finding. */
export type Found = Readonly<{
  /** As `ruff:F821`, `python:mutable-default`, `mypy:operator`, `policy:weak-hash` or `credentials:named-secret`. */
  rule: string;
  severity: Severity;
  message: string;
  line: number;
  /** Its offset, where the checker gives a column; security findings have none. */
  start: number | undefined;
}>;

/** A program that Python accepts, as repairs see it. */
export type Program = Readonly<{
  text: string;
  tree: Tree;
  facts: Facts;
  /** What the checkers say of it, in the order of the text; a repair mends something that is named here. */
  findings: readonly Found[];
  /** The findings of some rules. */
  found(...rules: string[]): readonly Found[];
  /** The source of a node. */
  source(node: Node): string;
}>;

/** Mends one kind of mistake. Its page, `<id>.md` beside it, says what and when; the page's examples are its tests. */
export type Repair = Readonly<{ id: string; propose(program: Program): Iterable<Rewrite> }>;
