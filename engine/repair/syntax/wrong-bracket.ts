import { closerOf, readBrackets } from "./brackets.ts";
import { codeBefore, type BrokenText, type Line, type TextPiece } from "./broken-text.ts";
import { glued, isKnown, isKnownElsewhere } from "./known-names.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { replacement } from "../../text/splices.ts";

export const wrongBracket: SyntaxRepair = { id: "wrong-bracket", kind: "certain", isGuess: true, propose };

const openerOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const fault = readBrackets(broken).faults.find(({ kind }) => kind !== "open");
  if (!fault || fault.kind === "open") return;
  const { closer, line: index } = fault;
  const line = broken.lines[index]!;
  yield* missingOpener(broken, line, closer, fault.kind === "wrong" ? fault.opener.piece : undefined);
  if (fault.kind === "wrong") {
    const right = closerOf[fault.opener.piece.text]!;
    const splices = [replacement(closer, right)];
    yield { splices, description: `replaced \`${closer.text}\` by \`${right}\`` };
    if (line.pieces[line.pieces.indexOf(closer) + 1]?.text !== right) return;
    const gone = [replacement(closer, "")];
    yield { splices: gone, description: `removed a \`${closer.text}\` that closes nothing`, cost: 3 };
  } else yield* surplus(broken, closer, index);
}

function* surplus(broken: BrokenText, closer: TextPiece, index: number): Generator<SyntaxProposal> {
  const line = broken.lines[index]!;
  const description = `removed a \`${closer.text}\` that closes nothing`;
  if (line.pieces[0] === closer) {
    const before = broken.lines[codeBefore(broken, index)];
    if (before?.pieces.at(-1)?.text !== closer.text) return;
    if (line.pieces.length === 1) {
      const end = broken.lines[index + 1]?.start ?? line.end;
      yield { splices: [{ start: line.start, end, text: "" }], description, cost: 4 };
    }
    return;
  }
  const at = line.pieces.indexOf(closer);
  const before = line.pieces[at - 1]!;
  if (before.kind === "Identifier" && !isKnownElsewhere(broken, before)) return;
  const follows = /^[)\]}]$/.test(before.text);
  const splices = [replacement(closer, "")];
  yield { splices, description, cost: follows ? 3 : 4 };
  const earlier = line.pieces
    .slice(0, at)
    .findLast(({ text }, n) => text === closer.text && line.pieces[n + 1]?.kind === "Comma");
  if (earlier) yield { splices: [replacement(earlier, "")], description, cost: 3.5 };
}

function* missingOpener(
  broken: BrokenText,
  line: Line,
  closer: TextPiece,
  around: TextPiece | undefined,
): Generator<SyntaxProposal> {
  const opener = openerOf[closer.text]!;
  for (const { start, end = start, behind, cost } of places(broken, line.pieces, closer, around)) {
    const description = `added the missing \`${opener}\`${behind ? ` behind \`${behind}\`` : ""}`;
    yield { splices: [{ start, end, text: opener }], description, cost };
  }
}

type Place = Readonly<{ start: number; end?: number; behind?: string; cost: number }>;

/** `len items)`, `lenitems)`, `run)`, and `[[1], 2]]`, whose second element stands behind one in brackets. */
function* places(
  broken: BrokenText,
  pieces: readonly TextPiece[],
  closer: TextPiece,
  around: TextPiece | undefined,
): Generator<Place> {
  const last = pieces.indexOf(closer);
  const name = pieces.slice(0, last).findLast(({ text }) => text !== closer.text);
  if (closer.text === ")" && name?.kind === "Identifier" && isCalled(broken, name))
    yield { start: name.end, behind: name.text, cost: 2.6 };
  if (/^(?:Comma|Equal|Lpar|Colon|Return)$/.test(pieces[last - 1]?.kind ?? ""))
    yield { start: closer.start, cost: 1.8 };
  for (let n = last - 1; n >= 0; n -= 1) {
    const [piece, next] = [pieces[n]!, pieces[n + 1]!];
    const isName = piece.kind === "Identifier";
    const isPrefixed = next.kind === "String" && next.start === piece.end && /[fbr]$/.test(piece.text);
    if (isName && isPrefixed && isKnown(broken, piece.text.slice(0, -1))) {
      yield { start: piece.end - 1, behind: piece.text.slice(0, -1), cost: 1.9 };
      return;
    }
    if (isName && closer.text === ")" && isValue(piece, next)) {
      yield { start: piece.end, end: next.start, behind: piece.text, cost: 2 };
      return;
    }
    const parts = isName && closer.text !== "}" ? glued(broken, piece.text) : undefined;
    if (parts && !isKnownElsewhere(broken, piece)) {
      yield { start: piece.start + parts[0].length, behind: parts[0], cost: 2.3 };
      return;
    }
    if (around && piece.kind === "Comma" && isLikeTheOneBefore(pieces, n, last))
      yield { start: next.start, cost: 1.8 };
    if (piece === around) {
      if (closer.text !== ")" && piece.text === "(") yield { start: piece.end, cost: 2.2 };
      return;
    }
  }
}

/** Whether what stands between a comma and a closing bracket has as many elements as the group before the comma. */
function isLikeTheOneBefore(pieces: readonly TextPiece[], comma: number, last: number): boolean {
  if (pieces[comma - 1]?.text !== pieces[last]!.text) return false;
  let [depth, commas] = [0, 0];
  for (let n = comma - 1; n >= 0; n -= 1) {
    const { text } = pieces[n]!;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && (depth -= 1) === 0)
      return /^[([{,]$/.test(pieces[n - 1]?.text ?? "") && commas === commasIn(pieces.slice(comma + 1, last));
    else if (text === "," && depth === 1) commas += 1;
  }
  return false;
}

function commasIn(pieces: readonly TextPiece[]): number {
  let [depth, commas] = [0, 0];
  for (const { text } of pieces) {
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    else if (text === "," && depth === 0) commas += 1;
  }
  return commas;
}

function isValue(name: TextPiece, value: TextPiece): boolean {
  if (!/^(?:Identifier|String|Int|Float|Lsqb|Lbrace)$/.test(value.kind)) return false;
  return value.kind !== "Lsqb" || value.start > name.end;
}

/** Whether the text calls or defines a function of this name elsewhere. */
function isCalled(broken: BrokenText, name: TextPiece): boolean {
  if (!isKnown(broken, name.text)) return false;
  return broken.pieces.some(({ text }, n, all) => text === name.text && all[n + 1]?.kind === "Lpar");
}
