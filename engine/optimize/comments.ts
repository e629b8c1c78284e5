import type { Tree } from "../tree/tree.ts";

/** Tells whether a comment may stand between two offsets. */
export function readComments(tree: Tree): (start: number, end: number) => boolean {
  const marks: number[] = [];
  const texts = tree.nodes
    .filter((node) => node.kind === "Constant" && isOneText(tree.text.slice(node.start, node.end)))
    .toSorted((a, b) => a.start - b.start);
  let next = 0;
  for (let at = tree.text.indexOf("#"); at >= 0; at = tree.text.indexOf("#", at + 1)) {
    while (next < texts.length && texts[next]!.end <= at) next += 1;
    if (next === texts.length || texts[next]!.start > at) marks.push(at);
  }
  return (start, end) => {
    const first = firstFrom(marks, start);
    return first < marks.length && marks[first]! < end;
  };
}

// Between the pieces of one text, and in the braces of an f-string, there may be comments: those count as having some.
const piece = /^[rRbBuU]{0,2}("""|'''|"|')(?:\\[^]|(?!\1)[^\\])*\1$/;

function isOneText(literal: string): boolean {
  return literal.includes("#") && piece.test(literal);
}

/** The index of the first number that is not below another. */
function firstFrom(sorted: readonly number[], min: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
