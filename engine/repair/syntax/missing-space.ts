import type { BrokenText, TextPiece } from "./broken-text.ts";
import { isKnown, keywordSet } from "./known-names.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const missingSpace: SyntaxRepair = { id: "missing-space", kind: "certain", propose };

/** `whileready:`, `importos`: a keyword and the name behind it. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  for (const index of [broken.atLine, broken.atLine - 1]) {
    const line = broken.lines[index];
    if (!line || line.isInString) continue;
    for (const [n, piece] of line.pieces.slice(0, 60).entries()) {
      const at = piece.kind === "Identifier" ? splitOf(broken, piece, n === 0) : undefined;
      if (at === undefined) continue;
      const description = `added the missing space in \`${piece.text}\``;
      yield {
        splices: [{ start: piece.start + at, end: piece.start + at, text: " " }],
        description,
        cost: 1.9,
      };
    }
  }
}

/** Where a keyword ends or starts in a word; the rest is a name that the text has, or one that is being defined. */
function splitOf(broken: BrokenText, { text }: TextPiece, isFirst: boolean): number | undefined {
  for (let at = 2; at < text.length; at += 1) {
    const [a, b] = [text.slice(0, at), text.slice(at)];
    const defines = isFirst && /^(?:def|class|import|from|for)$/.test(a) && /^[a-z_]\w*$/i.test(b);
    if (keywordSet.has(a) && (defines || isKnown(broken, b))) return at;
    if (/^(?:in|is|and|or|if|else|not|for|as|import)$/.test(b) && isKnown(broken, a)) return at;
  }
  return undefined;
}
