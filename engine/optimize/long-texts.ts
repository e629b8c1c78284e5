import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";

/** Tells whether a text that goes over several lines begins between two offsets: its lines cannot be moved. */
export function readLongTexts(tree: Tree): (start: number, end: number) => boolean {
  const starts = Float64Array.from(
    tree.nodes.filter((node) => isLong(node, tree.text)).map(({ start }) => start),
  );
  starts.sort();
  return (start, end) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    return low < starts.length && starts[low]! < end;
  };
}

const pieceOrComment = /#[^\r\n]*|[rRbBuU]{0,2}("""|'''|"|')(?:\\[^]|(?!\1)[^\\])*\1?/g;

function isLong(node: Node, source: string): boolean {
  const isFormatted = node.kind === "JoinedStr" || node.kind === "TemplateStr";
  if (!isFormatted && node.kind !== "Constant") return false;
  const text = source.slice(node.start, node.end);
  if (!/[\r\n]/.test(text)) return false;
  return isFormatted || Array.from(text.matchAll(pieceOrComment)).some(([piece]) => /[\r\n]/.test(piece));
}
