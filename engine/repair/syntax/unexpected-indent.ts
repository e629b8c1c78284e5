import type { BrokenText } from "./broken-text.ts";
import { shifted, stepOf, widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { isHeader, nextStatement, startsStatement, statementBefore } from "./statements.ts";

export const unexpectedIndent: SyntaxRepair = {
  id: "unexpected-indent",
  kind: "certain",
  isGuess: true,
  propose,
};

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { problems, atLine, lines } = broken;
  if (problems[0]?.problem !== "unexpected indent" || !startsStatement(broken, atLine)) return;
  const before = statementBefore(broken, atLine);
  const [line, previous] = [lines[atLine]!, lines[before]];
  if (previous && isHeader(previous)) return;
  yield* lostIndent(broken, before);
  let end = atLine;
  while (end < lines.length && widthAt(broken, end) >= widthAt(broken, atLine))
    end = nextStatement(broken, end);
  if (isHeadless(broken, end)) return;
  const splices = shifted(broken, atLine, end, line.indent, previous?.indent ?? "");
  const description =
    splices.length === 1 ? "removed an indent" : `removed the indent of ${splices.length} lines`;
  yield { splices, description: `${description} that no header asks for`, cost: 3 };
  if (splices.length > 1)
    yield {
      splices: splices.slice(0, 1),
      description: "removed an indent that no header asks for",
      cost: 2.7,
    };
}

/** The line before it fell out of the block that goes on here. */
function* lostIndent(broken: BrokenText, index: number): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  const earlier = statementBefore(broken, index);
  if (earlier < 0 || index < 0) return;
  const { indent } = lines[atLine]!;
  const isFirst = isHeader(lines[earlier]!) && lines[earlier]!.indent + stepOf(broken) === indent;
  if (!isFirst && lines[earlier]!.indent !== indent) return;
  const splices = shifted(broken, index, atLine, lines[index]!.indent, lines[atLine]!.indent);
  yield { splices, description: "indented a line as the lines around it are", cost: 2.4 };
}

/** Whether the lines up to another are rather the body of a header that is missing: a method, or what only a function has. */
function isHeadless(broken: BrokenText, end: number): boolean {
  const { lines, atLine } = broken;
  if (statementBefore(broken, atLine) < 0) return false;
  for (let at = atLine; at < end; at = nextStatement(broken, at)) {
    const { pieces } = lines[at]!;
    if (widthAt(broken, at) > widthAt(broken, atLine)) continue;
    if (pieces[0]!.kind === "Def" && pieces.some(({ text }) => text === "self")) return true;
    if (/^(?:Def|Class)$/.test(pieces[0]!.kind)) return widthAt(broken, atLine) % 2 === 0;
  }
  return false;
}
