import { type Splice, replacement } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const elseIf: SyntaxRepair = { id: "else-if", kind: "certain", propose };

const words = /^(?:elseif|elsif)$/i;

const sign = /\belse[ \t]*if\b|\bels(?:e)?if\b/i;

/** `else if`, `elseif`, `elsif`, all at once. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  for (const { pieces, isInString } of lines) {
    const [first, second] = pieces;
    if (!first || isInString) continue;
    if (first.kind === "Else" && second?.kind === "If")
      splices.push({ start: first.start, end: second.end, text: "elif" });
    else if (
      first.kind === "Identifier" &&
      words.test(first.text) &&
      pieces.at(-1)!.text !== ")" &&
      second &&
      second.text !== "="
    )
      splices.push(replacement(first, "elif"));
  }
  if (splices.length > 0) yield { splices, description: "wrote `elif` for `else if`", cost: 1 };
}
