import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** One of the literals that stand side by side in a string; `start` and `end` are those of what is between the quotes. */
export type StringPiece = Readonly<{
  prefix: string;
  quote: string;
  open: number;
  start: number;
  end: number;
}>;

const opening = /(?:\s|\\\r?\n)*([A-Za-z]{0,2})("""|'''|"|')/y;

/** The pieces of a string or an f-string. Undefined where a comment or a parenthesis stands between them. */
export function piecesOf({ text }: RepairableProgram, node: Expression): StringPiece[] | undefined {
  const holes = new Map<number, number>();
  if (node.kind === "JoinedStr")
    for (const { kind, start, end } of node.values) if (kind === "FormattedValue") holes.set(start, end);
  const pieces: StringPiece[] = [];
  for (let at = node.start; at < node.end;) {
    opening.lastIndex = at;
    const match = opening.exec(text);
    if (!match) return undefined;
    const [, prefix, quote] = match as unknown as [string, string, string];
    const start = opening.lastIndex;
    const end = closing(text, start, node.end, quote, holes);
    if (end === undefined) return undefined;
    pieces.push({ prefix, quote, open: start - quote.length - prefix.length, start, end });
    at = end + quote.length;
  }
  return pieces;
}

function closing(
  text: string,
  from: number,
  limit: number,
  quote: string,
  holes: ReadonlyMap<number, number>,
): number | undefined {
  for (let at = from; at < limit; at += 1) {
    const behind = holes.get(at);
    if (behind !== undefined) at = behind - 1;
    else if (text.startsWith(quote, at)) return at;
    else if (text[at] === "\\") at += 1;
  }
  return undefined;
}
