import type { Splice } from "../text/splices.ts";
import type { Tree } from "../tree/tree.ts";
import type { BranchPart } from "./branch-parts.ts";
import { indentAt, indentOfLine, lineStart, nextLine, startOf } from "./source-lines.ts";

/** What stands in the way of moving lines. */
export type Texts = Readonly<{
  hasComment(start: number, end: number): boolean;
  hasLongText(start: number, end: number): boolean;
}>;

/** Takes away the head of a branch and moves its lines to where the head stood. Undefined where something would get lost. */
export function unwrap(
  tree: Tree,
  part: BranchPart,
  { hasComment, hasLongText }: Texts,
): Splice[] | undefined {
  const first = startOf(part.body[0]!);
  const outer = indentAt(tree, part.head)!;
  if (lineStart(tree, first) === lineStart(tree, part.colon))
    return [{ start: part.head, end: first, text: "" }];
  const inner = indentOfLine(tree, first);
  const start = nextLine(tree, part.colon);
  if (hasComment(part.head, start) || hasLongText(start, part.end) || !inner.startsWith(outer))
    return undefined;
  const splices: Splice[] = [{ start: part.start, end: start, text: "" }];
  for (let at = start; at < part.end; at = nextLine(tree, at)) {
    if (tree.text.startsWith(inner, at))
      splices.push({ start: at + outer.length, end: at + inner.length, text: "" });
  }
  return splices;
}
