import type { Call, Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { piecesOf, type StringPiece } from "./string-pieces.ts";
import { isPlain, type Hole, type Template } from "./template.ts";
import { isText } from "../../tree/constants.ts";
import { readSum } from "./sum-template.ts";

/** An f-string, `"…" % …`, `"…".format(…)` or a sum of strings, as long as its literals are plain. */
export function readTemplate(program: RepairableProgram, node: Expression): Template | undefined {
  if (node.kind === "JoinedStr") return ofFormatted(program, node);
  if (node.kind === "BinOp" && node.op === "Mod") return ofPercent(program, node);
  if (node.kind === "BinOp" && node.op === "Add") return readSum(program, node);
  return node.kind === "Call" ? ofFormat(program, node) : undefined;
}

function ofFormatted(
  program: RepairableProgram,
  node: Extract<Expression, { kind: "JoinedStr" | "TemplateStr" }>,
): Template | undefined {
  const pieces = piecesOf(program, node);
  if (!pieces) return undefined;
  const holes: Hole[] = [];
  for (const value of node.values) {
    if (value.kind !== "FormattedValue") continue;
    if (value.format_spec || (value.conversion !== -1 && value.conversion !== 115)) return undefined;
    const { start, end } = value;
    holes.push({ value: value.value, start, end, closing: "", isConverted: value.conversion === 115 });
  }
  const text = pieces.map((piece) => skeleton(program, piece, holes)).join("");
  const isFormatted = ({ prefix }: StringPiece): boolean => /f/i.test(prefix);
  const hasBraces = pieces.some(
    (piece) => isFormatted(piece) && /[{}]/.test(skeleton(program, piece, holes)),
  );
  if (!isPlain(text.replaceAll("\0", "")) || hasBraces) return undefined;
  const rest = pieces.filter(isFormatted).map(({ prefix, open }) => ({
    start: open,
    end: open + prefix.length,
    text: prefix.replace(/f/i, ""),
  }));
  return { text, holes, rest, mayStay: true };
}

function skeleton({ text }: RepairableProgram, { start, end }: StringPiece, holes: readonly Hole[]): string {
  let result = "";
  let at = start;
  for (const hole of holes) {
    if (hole.start < start || hole.end > end) continue;
    result += `${text.slice(at, hole.start)}\0`;
    at = hole.end;
  }
  return result + text.slice(at, end);
}

function ofPercent(
  program: RepairableProgram,
  { left, right, end }: Extract<Expression, { kind: "BinOp" }>,
): Template | undefined {
  const values = right.kind === "Tuple" ? right.elts : [right];
  if (right.kind === "Dict") return undefined;
  return filled(program, left, values, /%[sd]/g, /%/, end);
}

function ofFormat(program: RepairableProgram, { func, args, keywords, end }: Call): Template | undefined {
  if (func.kind !== "Attribute" || func.attr !== "format" || keywords.length > 0) return undefined;
  return filled(program, func.value, args, /\{\}/g, /[{}]/, end);
}

/** Gaps that are filled in turn, as many as there are values. */
function filled(
  program: RepairableProgram,
  literal: Expression,
  values: readonly Expression[],
  gap: RegExp,
  other: RegExp,
  end: number,
): Template | undefined {
  const pieces = isText(literal) ? piecesOf(program, literal) : undefined;
  if (!pieces || values.some(({ kind }) => kind === "Starred")) return undefined;
  const gaps = pieces.flatMap(({ start, end: last }) =>
    Array.from(program.text.slice(start, last).matchAll(gap), ({ 0: written, index }) => ({
      start: start + index,
      end: start + index + written.length,
    })),
  );
  if (gaps.length !== values.length || gaps.length === 0) return undefined;
  const holes = gaps.map((place, n) => ({ ...place, value: values[n]!, closing: "", isConverted: false }));
  const text = pieces.map((piece) => skeleton(program, piece, holes)).join("");
  const words = text.replaceAll("\0", "");
  if (!isPlain(words) || other.test(words)) return undefined;
  return { text, holes, rest: [{ start: literal.end, end, text: "" }], mayStay: false };
}
