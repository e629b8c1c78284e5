import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const doubledSign: SyntaxRepair = { id: "doubled-sign", kind: "certain", propose };

/** Two signs that stand apart and are one operator. */
const operators = new Set("== != <= >= += -= *= /= //= %= **= := -> ** // |= &= ^= << >>".split(" "));

function* propose({ text, pieces, at, lines, atLine, problems }: BrokenText): Generator<SyntaxProposal> {
  const last = lines[atLine]?.pieces.at(-1);
  if (last?.kind === "Comma" && problems[0]?.problem === "trailing comma")
    yield {
      splices: [{ start: last.start, end: last.end, text: "" }],
      description: "removed a `,` at the end of an import",
    };
  const near = pieces.findIndex(({ end }) => end >= at);
  const from = Math.max(0, (near < 0 ? pieces.length : near) - 3);
  for (const [n, piece] of pieces.slice(from, from + 6).entries()) {
    const next = pieces[from + n + 1];
    if (!next) continue;
    if (/[\r\n]/.test(text.slice(piece.end, next.start))) continue;
    // With a blank between them two commas have lost what stood there.
    const isTwice = piece.text === "=" || piece.end === next.start;
    if (isTwice && piece.text === next.text && /^[,.:;=]$/.test(piece.text)) {
      const splices = [{ start: piece.end, end: next.end, text: "" }];
      yield { splices, description: `removed a \`${piece.text}\` that stood there twice`, cost: 1.7 };
    }
    if (/^[:;]$/.test(piece.text) && /^[,)]$/.test(next.text)) {
      const splices = [{ start: piece.start, end: piece.end, text: "" }];
      yield { splices, description: `removed a stray \`${piece.text}\``, cost: 2.5 };
    }
    if (operators.has(piece.text + next.text) && piece.end < next.start) {
      const splices = [{ start: piece.end, end: next.start, text: "" }];
      yield { splices, description: `joined \`${piece.text} ${next.text}\``, cost: 1.8 };
    }
  }
}
