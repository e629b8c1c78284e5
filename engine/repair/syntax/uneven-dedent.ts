import { widthOf, type BrokenText } from "./broken-text.ts";
import { shifted, stepOf, widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { nextStatement, startsStatement, statementBefore } from "./statements.ts";

export const unevenDedent: SyntaxRepair = { id: "uneven-dedent", kind: "certain", isGuess: true, propose };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { problems, atLine, lines } = broken;
  if (problems[0]?.problem !== "uneven dedent") return;
  if (!startsStatement(broken, atLine)) return;
  const width = widthAt(broken, atLine);
  const levels = levelsBefore(broken, atLine);
  const first = lines[atLine]!.pieces[0]!.kind;
  yield* earlierLine(broken, levels);
  const inner = levels.findLast((level) => widthAt(broken, level) > width);
  const outer = levels.find((level) => widthAt(broken, level) < width);
  const before = lines[statementBefore(broken, atLine)]!.pieces[0]!.kind;
  const isOver = /^(?:Return|Raise|Break|Continue|Pass)$/.test(before) || first === "Return";
  if (isHeadless(broken, inner, outer)) return;
  for (const level of [inner, outer]) {
    if (level === undefined || !mayJoin(first, lines[level]!.pieces[0]!.kind)) continue;
    const distance = Math.abs(widthAt(broken, level) - width);
    const isLess = level === inner ? isOver : !isOver;
    const cost = 2 + Math.min(distance, 8) / 8 + (isLess ? 0.1 : 0);
    const perLine = 0.04;
    const { indent } = lines[level]!;
    for (const end of [blockOf(broken, atLine), nextStatement(broken, atLine)]) {
      const splices = shifted(broken, atLine, end, lines[atLine]!.indent, indent);
      const description = splices.length === 1 ? "moved a line to" : `moved ${splices.length} lines to`;
      const more = Math.min(splices.length - 1, 20) * perLine;
      yield { splices, description: `${description} the indentation of its block`, cost: cost + more };
    }
  }
}

/** `else` and its like go with certain statements only. */
function mayJoin(first: string, level: string): boolean {
  if (first === "Elif") return level === "If" || level === "Elif";
  if (first === "Else") return /^(?:If|Elif|Try|Except)$/.test(level);
  return !/^(?:Except|Finally)$/.test(first) || /^(?:Try|Except)$/.test(level);
}

/** A whole step away from both: the header between them is missing. */
function isHeadless(broken: BrokenText, inner: number | undefined, outer: number | undefined): boolean {
  if (inner === undefined || outer === undefined) return false;
  const [width, step] = [widthAt(broken, broken.atLine), widthOf(stepOf(broken))];
  return widthAt(broken, inner) - width >= step && width - widthAt(broken, outer) >= step;
}

/** An earlier line is what stands out, and this one is where it should be. */
function* earlierLine(broken: BrokenText, levels: readonly number[]): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  const step = Math.max(1, widthOf(stepOf(broken)));
  for (const level of levels) {
    const distance = Math.abs(widthAt(broken, level) - widthAt(broken, atLine));
    if (distance > 3) continue;
    const splices = shifted(broken, level, level + 1, lines[level]!.indent, lines[atLine]!.indent);
    const isOdd = widthAt(broken, atLine) % step > widthAt(broken, level) % step;
    yield {
      splices,
      description: "moved a line to the indentation of its block",
      cost: 2.1 + distance / 8 + (isOdd ? 0.5 : 0),
    };
  }
}

/** Earlier statements, one for each level that is open before a line, the innermost first. */
function levelsBefore(broken: BrokenText, index: number): number[] {
  const levels: number[] = [];
  let width = Infinity;
  for (let at = statementBefore(broken, index); at >= 0 && width > 0; at = statementBefore(broken, at)) {
    if (widthAt(broken, at) >= width) continue;
    width = widthAt(broken, at);
    levels.push(at);
  }
  return levels;
}

/** The line behind the statements that stand as far in as this one, or further. */
function blockOf(broken: BrokenText, index: number): number {
  const width = widthAt(broken, index);
  let at = nextStatement(broken, index);
  while (at < broken.lines.length && widthAt(broken, at) >= width) at = nextStatement(broken, at);
  return at;
}
