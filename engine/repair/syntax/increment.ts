import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const increment: SyntaxRepair = { id: "increment", kind: "certain", propose };

const sign = /\+\+|--/;

/** `i++` and `i--` as statements, all at once. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  for (const { pieces, isInString } of lines) {
    const end = pieces.at(-1)?.kind === "Semi" ? pieces.length - 1 : pieces.length;
    const [first, second] = [pieces[end - 2], pieces[end - 1]];
    if (
      isInString ||
      end < 3 ||
      !first ||
      !second ||
      first.text !== second.text ||
      first.end !== second.start
    )
      continue;
    const sign = /^[-+]$/.exec(first.text)?.[0];
    const target = pieces.slice(0, end - 2);
    if (
      sign === undefined ||
      !target.every(({ kind }) => /^(?:Identifier|Dot|Lsqb|Rsqb|String|Int)$/.test(kind))
    )
      continue;
    splices.push({ start: target.at(-1)!.end, end: second.end, text: ` ${sign}= 1` });
  }
  if (splices.length > 0)
    yield { splices, description: "wrote `+= 1` or `-= 1` for `++` or `--`", cost: 1.3 };
}
