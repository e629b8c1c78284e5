import type { Splice } from "../../text/splices.ts";
import type { BrokenText, Line } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { isHeader } from "./statements.ts";

export const curlyBlocks: SyntaxRepair = { id: "curly-blocks", kind: "certain", propose };

const sign = /\{[ \t]*(?:#[^\r\n]*)?(?:[\r\n]|$)/;

/** Blocks in braces whose lines are indented: the braces go, the headers get their colon. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  let [opened, closed] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const [first, second] = line.pieces;
    if (!first || line.isInString) continue;
    const isEnd = first.kind === "Rbrace" && opened > closed;
    if (isEnd && !second) {
      closed += 1;
      splices.push({ start: line.start, end: lines[index + 1]?.start ?? line.end, text: "" });
      continue;
    }
    const rest = isEnd ? { ...line, pieces: line.pieces.slice(1) } : line;
    const brace = braceOf(rest);
    if (!brace) continue;
    if (isEnd) splices.push({ start: first.start, end: second!.start, text: "" });
    closed += isEnd ? 1 : 0;
    opened += 1;
    const start = rest.pieces.at(-2)!.end;
    splices.push({ start, end: brace.end, text: rest.pieces.at(-2)!.kind === "Colon" ? "" : ":" });
  }
  if (opened === 0 || opened !== closed) return;
  yield { splices, description: "wrote blocks in braces as indented blocks", cost: 1.5 };
}

/** The brace at the end of a header, where a dict would be `x == {`. */
function braceOf(line: Line): Line["pieces"][number] | undefined {
  const [last, before] = [line.pieces.at(-1), line.pieces.at(-2)];
  if (
    last?.kind !== "Lbrace" ||
    !before ||
    !/^(?:Rpar|Identifier|Colon|Int|True|False|Else|Try|Finally|Rsqb|String)$/.test(before.kind)
  )
    return undefined;
  return isHeader(line) || /^(?:function|func|fn|def|catch)$/.test(line.pieces[0]!.text) ? last : undefined;
}
