import type { BrokenText, Line, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const danglingOperator: SyntaxRepair = {
  id: "dangling-operator",
  kind: "certain",
  isGuess: true,
  propose,
};

const operator = /^(?:[-+*/%&|^]|\/\/|\*\*|and|or)$/;
const endsValue = /^(?:Identifier|String|Int|Float|Complex|None|True|False|Rpar|Rsqb|Rbrace)$/;

/** An operator with nothing after it, in the line where the parser stumbles or the one before. */
function* propose({ lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  for (const index of [atLine, atLine - 1]) {
    const line = lines[index];
    if (!line || line.isInString) continue;
    for (const [n, piece] of line.pieces.entries()) {
      if (!isDangling(line, n)) continue;
      const start = line.pieces[n - 1]!.end;
      const description = `removed a \`${piece.text}\` with nothing after it`;
      yield { splices: [{ start, end: piece.end, text: "" }], description, cost: 6 };
    }
  }
}

function isDangling({ pieces }: Line, n: number): boolean {
  const [before, piece, next]: (TextPiece | undefined)[] = [pieces[n - 1], pieces[n], pieces[n + 1]];
  if (!before || !operator.test(piece!.text) || !endsValue.test(before.kind)) return false;
  return next === undefined || /^(?:[)\]},;]|:)$/.test(next.text);
}
