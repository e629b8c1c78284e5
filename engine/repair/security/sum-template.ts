import type { Constant, Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { piecesOf, type StringPiece } from "./string-pieces.ts";
import { isPlain, type Hole, type Template } from "./template.ts";
import { isText } from "../../tree/constants.ts";

/** A sum of strings, as `"… = '" + name + "'"`. */
export function readSum(program: RepairableProgram, node: Expression): Template | undefined {
  const terms: Expression[] = [];
  let first: Expression = node;
  for (; first.kind === "BinOp" && first.op === "Add"; first = first.left) terms.push(first.right);
  terms.push(first);
  return inTurn(program, terms.reverse());
}

/** Literals and values in turn; what stands between two literals becomes part of one. */
function inTurn(program: RepairableProgram, terms: readonly Expression[]): Template | undefined {
  let text = "";
  const holes: Hole[] = [];
  for (const [n, term] of terms.entries()) {
    if (isText(term)) {
      const piece = onlyPiece(program, term);
      if (!piece) return undefined;
      text += program.text.slice(piece.start, piece.end);
      continue;
    }
    const [before, after] = [terms[n - 1], terms[n + 1]];
    const hole = before && isText(before) ? between(program, before, term, after) : undefined;
    if (!hole) return undefined;
    holes.push(hole);
    text += "\0";
  }
  return isPlain(text.replaceAll("\0", "")) ? { text, holes, rest: [], mayStay: false } : undefined;
}

function onlyPiece(program: RepairableProgram, node: Expression): StringPiece | undefined {
  const pieces = piecesOf(program, node);
  const [piece] = pieces ?? [];
  return pieces?.length === 1 && piece?.prefix === "" ? piece : undefined;
}

function between(
  program: RepairableProgram,
  before: Constant,
  value: Expression,
  after: Expression | undefined,
): Hole | undefined {
  const left = onlyPiece(program, before);
  const right = after && isText(after) ? onlyPiece(program, after) : undefined;
  if (!left || (after && right?.quote !== left.quote)) return undefined;
  const end = right ? right.start : value.end;
  const isJoined = (gap: string): boolean => /^[\s+]*$/.test(gap);
  const isSimple =
    isJoined(program.text.slice(before.end, value.start)) &&
    (!after || isJoined(program.text.slice(value.end, after.start)));
  if (!isSimple) return undefined;
  return { value, start: left.end, end, closing: right ? "" : left.quote, isConverted: false };
}
