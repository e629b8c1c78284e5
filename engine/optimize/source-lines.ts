import type { Tree } from "../tree/tree.ts";
import type { Statement } from "../tree/nodes.ts";

/** Where a line begins. */
export function lineStart({ positions }: Tree, offset: number): number {
  return positions.startOf(positions.lineOf(offset));
}

/** Where the next line begins, or the text ends. */
export function nextLine({ positions }: Tree, offset: number): number {
  return positions.startOf(positions.lineOf(offset) + 1);
}

/** The white space before an offset, if nothing else stands before it on its line. */
export function indentAt(tree: Tree, offset: number): string | undefined {
  const before = tree.text.slice(lineStart(tree, offset), offset);
  return /^[\t ]*$/.test(before) ? before : undefined;
}

/** The white space that the line of an offset begins with. */
export function indentOfLine(tree: Tree, offset: number): string {
  return /^[\t ]*/.exec(tree.text.slice(lineStart(tree, offset), offset))![0];
}

/** Decorators stand before the offset that the parser gives a definition. */
export function startOf(statement: Statement): number {
  const first = "decorator_list" in statement ? statement.decorator_list[0] : undefined;
  return first ? Math.min(first.start, statement.start) : statement.start;
}

/** Whether nothing but a comment follows on the line. */
export function endsLine(tree: Tree, offset: number): boolean {
  return /^[\t ]*(?:;[\t ]*)?(?:#[^\r\n]*)?(?:[\r\n]|$)/.test(
    tree.text.slice(offset, nextLine(tree, offset)),
  );
}

type Filler = "blank" | "comment" | undefined;

/** Whether a line between two statements is blank or a comment, and how deep a comment is indented. */
export function fillerAt(tree: Tree, start: number): Readonly<{ kind: Filler; indent: number }> {
  const [, indent = "", rest = ""] =
    /^([\t ]*)([^\r\n]*)/.exec(tree.text.slice(start, nextLine(tree, start))) ?? [];
  const kind = rest.startsWith("#") ? "comment" : rest.trim() === "" ? "blank" : undefined;
  return { kind, indent: indent.length };
}

/** Where a block ends that began at an indentation: behind its last statement and the deeper comments that follow. */
export function blockEnd(tree: Tree, block: readonly Statement[], indent: number): number {
  let end = nextLine(tree, block.at(-1)!.end);
  for (let at = end; at < tree.text.length; at = nextLine(tree, at)) {
    const { kind, indent: depth } = fillerAt(tree, at);
    if (kind === undefined || (kind === "comment" && depth <= indent)) break;
    if (kind === "comment") end = nextLine(tree, at);
  }
  return end;
}

/** The first offset behind `from` where a mark stands that is in no comment; for the gaps between statements and tests. */
export function findMark(text: string, mark: RegExp, from: number, to: number): number | undefined {
  const gap = text.slice(from, to).replace(/#[^\r\n]*/g, (comment) => " ".repeat(comment.length));
  const found = gap.search(mark);
  return found < 0 ? undefined : from + found;
}
