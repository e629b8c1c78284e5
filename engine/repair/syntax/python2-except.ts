import { type Splice, insertion } from "../../text/splices.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const python2Except: SyntaxRepair = { id: "python2-except", kind: "certain", propose };

const sign = /\bexcept\b(?:(?!\bexcept\b)[^\r\n])*,/;

/** `except Error, name:`, all at once. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices = lines.flatMap(({ pieces }) => (pieces[0]?.kind === "Except" ? inHandler(pieces) : []));
  if (splices.length > 0) yield { splices, description: "wrote `except` as in Python 3", cost: 1 };
}

function inHandler(pieces: readonly TextPiece[]): Splice[] {
  let depth = 0;
  for (const [n, { text, kind, start, end }] of pieces.entries()) {
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    else if (kind === "Comma" && depth === 0) {
      const [name, colon] = [pieces[n + 1], pieces[n + 2]];
      if (name?.kind !== "Identifier" || (colon !== undefined && colon.kind !== "Colon")) return [];
      if (!/^[A-Z]/.test(name.text)) return [{ start, end: Math.max(end, name.start), text: " as " }];
      // Two classes: Python 2 bound the second name, which nobody meant.
      return [insertion(pieces[1]!.start, "("), insertion(name.end, ")")];
    }
  }
  return [];
}
