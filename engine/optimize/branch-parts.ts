import type { Tree } from "../tree/tree.ts";
import type { Expression, If, Statement, While } from "../tree/nodes.ts";
import { blockEnd, findMark, indentAt, lineStart, startOf } from "./source-lines.ts";

/** One of the branches of an `if` with all its `elif`s, or of a loop with its `else`. */
export type BranchPart = Readonly<{
  /** Undefined for an `else`. */
  node: If | While | undefined;
  test: Expression | undefined;
  body: readonly Statement[];
  /** Where its first word, its colon and its lines are; `end` is behind its last line and its own comments. */
  head: number;
  colon: number;
  start: number;
  end: number;
}>;

/** The branches in the order of the text; undefined when they are laid out in a way that is not understood. */
export function readParts(tree: Tree, statement: If | While): BranchPart[] | undefined {
  const indent = indentAt(tree, statement.start);
  if (indent === undefined) return undefined;
  const heads: Omit<BranchPart, "colon" | "start" | "end">[] = [];
  for (let at: If | While | undefined = statement; at;) {
    heads.push({ node: at, test: at.test, body: at.body, head: at.start });
    const first: Statement | undefined = at.orelse[0];
    const isElif: boolean = first?.kind === "If" && tree.text.startsWith("elif", first.start);
    if (first && !isElif) {
      const head = findMark(tree.text, /\belse\b/, at.body.at(-1)!.end, startOf(first));
      if (head === undefined) return undefined;
      heads.push({ node: undefined, test: undefined, body: at.orelse, head });
    }
    at = isElif ? (first as If) : undefined;
  }
  const parts = heads.map((part, n) => place(tree, part, heads[n + 1]?.head, indent));
  return parts.includes(undefined) ? undefined : (parts as BranchPart[]);
}

function place(
  tree: Tree,
  part: Omit<BranchPart, "colon" | "start" | "end">,
  next: number | undefined,
  indent: string,
): BranchPart | undefined {
  const colon = findMark(tree.text, /:/, part.test?.end ?? part.head, startOf(part.body[0]!));
  if (colon === undefined || indentAt(tree, part.head) !== indent) return undefined;
  const end = blockEnd(tree, part.body, indent.length);
  const isNext = next !== undefined && tree.text.slice(end, lineStart(tree, next)).trim() === "";
  return { ...part, colon, start: lineStart(tree, part.head), end: isNext ? lineStart(tree, next) : end };
}
