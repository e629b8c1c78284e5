import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const conditionalSign: SyntaxRepair = { id: "conditional-sign", kind: "certain", propose };

const sign = /\?/;

/** `x = test ? a : b` on one line. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  for (const { pieces, isInString } of lines) {
    const sign = pieces.findIndex(({ text: each }) => each === "?");
    if (isInString || sign < 1) continue;
    const from = startOf(pieces, sign);
    const colon = pieces.findIndex(({ kind }, n) => n > sign && kind === "Colon");
    if (from === undefined || colon < sign + 2 || pieces[colon + 1] === undefined) continue;
    const [start, end] = [pieces[from]!.start, pieces[colon]!.end];
    const test = text.slice(start, pieces[sign - 1]!.end);
    const value = text.slice(pieces[sign + 1]!.start, pieces[colon - 1]!.end);
    const put = `${value} if ${test} else`;
    yield { splices: [{ start, end, text: put }], description: "wrote `? :` as `if` and `else`", cost: 1.5 };
    return;
  }
}

/** The first piece of the test: behind `=`, `return` or the bracket it stands in. */
function startOf(pieces: readonly TextPiece[], sign: number): number | undefined {
  let depth = 0;
  for (let n = sign - 1; n >= 0; n -= 1) {
    const { text, kind } = pieces[n]!;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && (depth -= 1) < 0) return n + 1;
    else if (depth === 0 && (kind === "Equal" || kind === "Return" || kind === "Comma")) return n + 1;
  }
  return undefined;
}
