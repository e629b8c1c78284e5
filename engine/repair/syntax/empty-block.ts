import { newlineOf } from "../../tree/layout.ts";
import { isCode, type BrokenText } from "./broken-text.ts";
import { emptyHeader, stepOf, widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { nextStatement } from "./statements.ts";

export const emptyBlock: SyntaxRepair = { id: "empty-block", kind: "certain", propose };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const header = emptyHeader(broken);
  if (header === undefined) return;
  const { lines, text } = broken;
  const next = nextStatement(broken, header);
  const indent = lines[header]!.indent + stepOf(broken);
  const at = lines[lastOfBlock(broken, header, next)]!.end;
  yield {
    splices: [{ start: at, end: at, text: `${newlineOf(text)}${indent}pass` }],
    description: "added `pass` where a block has nothing in it",
    at: lines[header]!.start,
    cost: costOf(broken, header, next),
  };
}

/** The header's last line, or the last comment that stands where its block would. */
function lastOfBlock({ lines, text }: BrokenText, header: number, next: number): number {
  let last = header;
  for (let at = header + 1; at < next; at += 1) {
    const { start, end, indent } = lines[at]!;
    const isComment = text.slice(start, end).trimStart().startsWith("#");
    if (isCode(lines[at]) || (isComment && indent.length > lines[header]!.indent.length)) last = at;
  }
  return last;
}

/** What follows on the same level may well be the body that lost its indentation; a definition is not. */
function costOf(broken: BrokenText, header: number, next: number): number {
  const line = broken.lines[next];
  if (!line || widthAt(broken, next) < widthAt(broken, header)) return 3;
  return /^(?:Def|Class|At|Elif|Else|Except|Finally|Import|From)$/.test(line.pieces[0]!.kind) ? 3 : 6;
}
