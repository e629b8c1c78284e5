import type { Splice } from "../../text/splices.ts";
import { isCode, widthOf, type BrokenText } from "./broken-text.ts";
import { isHeader, nextStatement, startsStatement, statementBefore } from "./statements.ts";

export function widthAt({ lines }: BrokenText, index: number): number {
  return widthOf(lines[index]!.indent);
}

/** Moves the lines from one to before another from one indentation to another; what is in strings stays. */
export function shifted(
  { lines, text }: BrokenText,
  from: number,
  to: number,
  old: string,
  indent: string,
): Splice[] {
  const splices: Splice[] = [];
  for (let index = from; index < to; index += 1) {
    const { start, end, isInString } = lines[index]!;
    if (isInString || text.slice(start, end).trim() === "" || !text.startsWith(old, start)) continue;
    splices.push({ start, end: start + old.length, text: indent });
  }
  return splices;
}

/** The line behind a statement and all that is indented below it. */
export function blockEnd(broken: BrokenText, index: number): number {
  const width = widthAt(broken, index);
  let next = nextStatement(broken, index);
  while (next < broken.lines.length && widthAt(broken, next) > width) next = nextStatement(broken, next);
  return next;
}

/** One step of indentation as this text writes it. */
export function stepOf(broken: BrokenText): string {
  const { lines } = broken;
  for (const [index, line] of lines.entries()) {
    if (!isHeader(line) || !startsStatement(broken, index)) continue;
    const next = lines[nextStatement(broken, index)];
    if (isCode(next) && next.indent.length > line.indent.length && next.indent.startsWith(line.indent))
      return next.indent.slice(line.indent.length);
  }
  return "    ";
}

/** The statement of the header whose block is missing, where that is the complaint. */
export function emptyHeader(broken: BrokenText): number | undefined {
  const { problems, atLine } = broken;
  if (problems[0]?.problem !== "missing block") return undefined;
  const isNext = startsStatement(broken, atLine) && !(isHeader(broken.lines[atLine]!) && endsThere(broken));
  const header = isNext ? statementBefore(broken, atLine) : headerFrom(broken, atLine);
  return header >= 0 ? header : undefined;
}

function headerFrom(broken: BrokenText, index: number): number {
  return startsStatement(broken, index) ? index : statementBefore(broken, index);
}

/** The parser complains at the end of a header when nothing follows it. */
function endsThere({ lines, atLine, at }: BrokenText): boolean {
  const { pieces } = lines[atLine]!;
  return pieces.at(-1)!.kind === "Colon" && at >= pieces.at(-1)!.end;
}
