import { newlineOf } from "../../tree/layout.ts";
import { codeBefore, type BrokenText } from "./broken-text.ts";
import { stepOf, widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { nextStatement, statementBefore } from "./statements.ts";

export const openTry: SyntaxRepair = { id: "open-try", kind: "certain", propose };

/** A `try` that the text ends in; `finally: pass` changes nothing of what the block does. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { problems, lines, text } = broken;
  if (!problems.some(({ problem }) => problem === "open try")) return;
  const last = codeBefore(broken, lines.length);
  let header = statementBefore(broken, lines.length);
  while (header >= 0 && lines[header]!.pieces[0]!.kind !== "Try") header = statementBefore(broken, header);
  if (header < 0 || last <= header || !isLast(broken, header)) return;
  const { indent } = lines[header]!;
  const newline = newlineOf(text);
  const at = lines[last]!.end;
  const put = `${newline}${indent}finally:${newline}${indent}${stepOf(broken)}pass`;
  const description = "added `finally: pass` to a `try` at the end of the text";
  yield { splices: [{ start: at, end: at, text: put }], description, at: lines[header]!.start, cost: 5 };
}

function isLast(broken: BrokenText, header: number): boolean {
  const next = nextStatement(broken, header);
  for (let at = next; at < broken.lines.length; at = nextStatement(broken, at))
    if (widthAt(broken, at) <= widthAt(broken, header)) return false;
  return next < broken.lines.length;
}
