import { type Splice, replacement } from "../../text/splices.ts";
import type { BrokenText, Line, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { startsStatement } from "./statements.ts";

export const foreignWords: SyntaxRepair = { id: "foreign-words", kind: "certain", propose };

const sign = /\b(?:function|func|fn|fun|throw|let|var|const|auto|new)\b/;

/** Words of other languages where Python would have another word or none, all at once. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(broken.text)) return;
  const splices: Splice[] = [];
  const seen = new Set<string>();
  const note = (piece: TextPiece, found: Splice | undefined): void => {
    if (!found) return;
    seen.add(`\`${piece.text}\`${found.text === "" ? " left out" : ` as \`${found.text}\``}`);
    splices.push(found);
  };
  for (const [index, line] of broken.lines.entries()) {
    const [first] = line.pieces;
    if (first && startsStatement(broken, index)) note(first, atStart(line));
    for (const [n, piece] of line.pieces.entries()) note(piece, created(line.pieces, n));
  }
  if (splices.length === 0) return;
  const words = [...seen].slice(0, 4).join(", ");
  yield { splices: splices.toSorted((a, b) => a.start - b.start), description: `wrote ${words}`, cost: 1.4 };
}

const swaps: Readonly<Record<string, string>> = {
  function: "def",
  func: "def",
  fn: "def",
  fun: "def",
  throw: "raise",
};

function atStart({ pieces }: Line): Splice | undefined {
  const [first, second, third] = pieces;
  if (first!.kind !== "Identifier" || second?.kind !== "Identifier") return undefined;
  const swap = Object.hasOwn(swaps, first!.text) ? swaps[first!.text]! : undefined;
  if (swap === "def" && third?.kind !== "Lpar") return undefined;
  if (swap !== undefined) return replacement(first!, swap);
  if (/^(?:let|var|const|auto)$/.test(first!.text) && third?.kind === "Equal")
    return { start: first!.start, end: second.start, text: "" };
  return undefined;
}

/** `new Name(…)` */
function created(pieces: readonly TextPiece[], n: number): Splice | undefined {
  const [word, name, bracket] = [pieces[n]!, pieces[n + 1], pieces[n + 2]];
  if (word.text !== "new" || name?.kind !== "Identifier") return undefined;
  return bracket?.kind === "Lpar" || bracket?.kind === "Dot"
    ? { start: word.start, end: name.start, text: "" }
    : undefined;
}
