import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const strayCharacter: SyntaxRepair = {
  id: "stray-character",
  kind: "certain",
  isGuess: true,
  propose,
};

/** A character that no Python program has outside of strings and comments. */
function* propose({ pieces, atLine, lines }: BrokenText): Generator<SyntaxProposal> {
  const { start, end } = lines[atLine] ?? lines.at(-1)!;
  let found = 0;
  for (const piece of pieces) {
    if (piece.start < start || piece.start > end) continue;
    if (!/^[?$!`\\]$/.test(piece.text) || (found += 1) > 3) continue;
    yield {
      splices: [{ start: piece.start, end: piece.end, text: "" }],
      description: `removed a stray \`${piece.text}\``,
      cost: 5,
    };
  }
}
