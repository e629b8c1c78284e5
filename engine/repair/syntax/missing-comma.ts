import { readBrackets } from "./brackets.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import { isTypeOf } from "./declared-types.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const missingComma: SyntaxRepair = { id: "missing-comma", kind: "certain", isGuess: true, propose };

const endsValue = /^(?:String|Identifier|Int|Float|Complex|None|True|False|Rpar|Rsqb|Rbrace|Ellipsis)$/;
const startsValue =
  /^(?:String|Identifier|Int|Float|Complex|None|True|False|Lpar|Lsqb|Lbrace|Lambda|Not|Star|DoubleStar|Minus|Ellipsis|Await)$/;

/** Between two values of one bracket, where the parser stumbles. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { pieces, at, positions } = broken;
  const next = pieces.findIndex(({ start }) => start >= at);
  for (const n of [next, next - 1, next + 1]) {
    const [before, value] = [pieces[n - 1], pieces[n]];
    if (!before || !value || !endsValue.test(before.kind) || !startsValue.test(value.kind)) continue;
    if (n === pieces.length - 1 && isCutOff(broken)) continue;
    if (
      before.isOpen ||
      (isTypeOf(before.text) && /^[(,]$/.test(pieces[n - 2]?.text ?? "")) ||
      !isElement(broken, n)
    )
      continue;
    const isNewLine = positions.lineOf(before.end) !== positions.lineOf(value.start);
    if (before.end === value.start && !/^[)\]}]$/.test(before.text)) continue;
    yield {
      splices: [{ start: before.end, end: before.end, text: "," }],
      description: "added the missing `,`",
      cost: isNewLine ? 1.9 : 2.5,
    };
  }
}

/** What the last word of a text that ends in a bracket was to become, nobody knows. */
function isCutOff(broken: BrokenText): boolean {
  return readBrackets(broken).faults.some(
    (fault) => fault.kind === "open" && fault.limit === broken.text.length,
  );
}

/** Whether a piece stands in a call, a list, a dict, a set, a tuple that has commas, or a list of imports. */
function isElement(broken: BrokenText, n: number): boolean {
  const { pieces, lines, positions } = broken;
  const index = positions.lineOf(pieces[n]!.start) - 1;
  const [first] = lines[index]!.pieces;
  if (/^(?:Import|From|Global|Nonlocal)$/.test(first?.kind ?? "") && readBrackets(broken).depths[index] === 0)
    return true;
  if (isTarget(lines[index]!.pieces, pieces[n]!)) return true;
  let depth = 0;
  let [hasComma, hasColon] = [false, false];
  for (let at = n - 1; at >= 0 && n - at < 5000; at -= 1) {
    const { text, kind } = pieces[at]!;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (depth === 0 && kind === "Lambda" && !hasColon) return false;
    else if (depth === 0 && kind === "Colon") hasColon = true;
    else if (depth === 0 && kind === "Comma") hasComma = true;
    else if (/^[([{]$/.test(text) && (depth -= 1) < 0)
      return text !== "(" || hasComma || /^(?:Identifier|Rpar|Rsqb)$/.test(pieces[at - 1]?.kind ?? "");
  }
  return false;
}

/** `for a b in`, and `a b = 1, 2`, which has as many values. */
function isTarget(pieces: readonly TextPiece[], piece: TextPiece): boolean {
  const n = pieces.indexOf(piece);
  if (pieces[0]!.kind === "For") return pieces.findIndex(({ kind }) => kind === "In") > n;
  const sign = pieces.findIndex(({ kind }) => kind === "Equal");
  const isNames = pieces.slice(0, sign).every(({ kind }) => kind === "Identifier" || kind === "Comma");
  return sign > n && isNames && pieces.slice(sign).some(({ kind }) => kind === "Comma");
}
