import type { Splice } from "../text/splices.ts";
import type { Tree } from "../tree/tree.ts";
import type { Statement } from "../tree/nodes.ts";
import { shown, type OptimizeStep } from "./edit.ts";
import { blockEnd, endsLine, fillerAt, indentAt, lineStart, nextLine } from "./source-lines.ts";

type Range = Readonly<{ start: number; end: number }>;

/** Takes out the statements of a block from an index on that nothing runs and nothing pins. */
export function dropTail(
  tree: Tree,
  block: readonly Statement[],
  from: number,
  pinned: ReadonlySet<unknown>,
): OptimizeStep | undefined {
  const splices: Splice[] = [];
  const loose: Statement[] = [];
  let lines = 0;
  for (const { first, last } of lineMates(tree, block, from - 1)) {
    const isGone = (n: number): boolean => n >= from && !pinned.has(block[n]);
    const members = Array.from({ length: last - first + 1 }, (_, n) => first + n);
    if (members.every(isGone)) {
      const range = wholeLines(tree, block, first, last);
      if (range === undefined) continue;
      splices.push({ ...range, text: "" });
      lines += countLines(tree, range);
    } else {
      for (const n of members.slice(1).filter(isGone)) {
        splices.push({ start: block[n - 1]!.end, end: block[n]!.end, text: "" });
        loose.push(block[n]!);
      }
    }
  }
  if (splices.length === 0) return undefined;
  return { splices, words: describe(tree, block[from - 1]!, lines, loose) };
}

/** Statements that share a line, as `a; b` does. */
function* lineMates(
  tree: Tree,
  block: readonly Statement[],
  from: number,
): Generator<{ first: number; last: number }> {
  let first = from;
  for (let n = from; n < block.length; n += 1) {
    const next = block[n + 1];
    if (next && /^[\t ]*;(?:[\t ]|\\\r?\n|\\\r)*$/.test(tree.text.slice(block[n]!.end, next.start))) continue;
    yield { first, last: n };
    first = n + 1;
  }
}

/** The lines of statements with the comments above them, but for comments that belong further out. */
function wholeLines(tree: Tree, block: readonly Statement[], first: number, last: number): Range | undefined {
  const indent = indentAt(tree, block[first]!.start);
  if (indent === undefined || !endsLine(tree, block[last]!.end)) return undefined;
  const top = lineStart(tree, block[first]!.start);
  let start = Math.min(blockEnd(tree, [block[first - 1]!], indent.length), top);
  for (let at = start; at < top; at = nextLine(tree, at)) {
    const { kind, indent: depth } = fillerAt(tree, at);
    if (kind === undefined || (kind === "comment" && depth < indent.length)) start = nextLine(tree, at);
  }
  return { start, end: nextLine(tree, block[last]!.end) };
}

function countLines(tree: Tree, { start, end }: Range): number {
  let lines = 0;
  for (let at = start; at < end; at = nextLine(tree, at)) if (fillerAt(tree, at).kind !== "blank") lines += 1;
  return lines;
}

const leaving: Readonly<Record<string, string>> = {
  Return: "`return`",
  Raise: "`raise`",
  Break: "`break`",
  Continue: "`continue`",
  If: "the `if` that always exits",
  Try: "the `try` that always exits",
  While: "the loop that never ends",
};

function describe(tree: Tree, last: Statement, lines: number, loose: readonly Statement[]): string {
  const where = leaving[last.kind] ?? "the loop that always leaves";
  if (lines === 0) {
    const what = loose.map(({ start, end }) => shown(tree.text.slice(start, end))).join(" and ");
    return `removed ${what} after ${where}, which never ${loose.length === 1 ? "runs" : "run"}`;
  }
  return lines === 1
    ? `removed 1 line after ${where}, which never runs`
    : `removed ${lines} lines after ${where}, which never run`;
}
