import type { BrokenText, Line, TextPiece } from "./broken-text.ts";
import { isKnown, isKnownElsewhere } from "./known-names.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const splitWord: SyntaxRepair = { id: "split-word", kind: "certain", propose };

/** `pri nt(x)`, `sel[f.x`: a slip of the hand in a word that the text has elsewhere. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  for (const index of [broken.atLine, broken.atLine - 1]) {
    const line = broken.lines[index];
    if (line && !line.isInString) yield* inLine(broken, line);
  }
}

function* inLine(broken: BrokenText, { pieces }: Line): Generator<SyntaxProposal> {
  for (const [n, first] of pieces.slice(0, 60).entries()) {
    if (!isWord(first)) continue;
    for (const skip of [1, 2]) {
      const second = pieces[n + skip];
      if (!second || !isWord(second) || !isClose(pieces, n, skip)) continue;
      const word = first.text + second.text;
      if (!isKnown(broken, word) || (isKnownElsewhere(broken, first) && isKnownElsewhere(broken, second)))
        continue;
      const splices = [{ start: first.end, end: second.start, text: "" }];
      yield { splices, words: `joined \`${word}\``, cost: 1.9 };
    }
  }
}

function isWord({ kind, text }: TextPiece): boolean {
  return kind === "Identifier" || /^[a-z]+$/.test(text);
}

/** One blank, or one sign that is not a dot, between them. */
function isClose(pieces: readonly TextPiece[], n: number, skip: number): boolean {
  const [first, second] = [pieces[n]!, pieces[n + skip]!];
  if (second.start - first.end !== 1) return false;
  return skip === 1 || /^[^.\w]$/.test(pieces[n + 1]!.text);
}
