import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const lineNumbers: SyntaxRepair = { id: "line-numbers", kind: "certain", propose };

const numbered = /^[ \t]*(\d{1,6})([ \t]*[.:|)]|\t|(?= |$))/;

/** Numbers that count the lines of a listing, on every line of it. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  const marks: { start: number; end: number; rest: string }[] = [];
  let expected: number | undefined;
  for (const { start, end } of lines) {
    const line = text.slice(start, end);
    if (line.trim() === "") continue;
    const found = numbered.exec(line);
    if (!found || (expected !== undefined && Number(found[1]) !== expected)) return;
    expected = Number(found[1]) + 1;
    marks.push({ start, end: start + found[0].length, rest: line.slice(found[0].length) });
  }
  if (marks.length < 3) return;
  const written = marks
    .filter(({ rest }) => rest.trim() !== "")
    .map(({ rest }) => /^ */.exec(rest)![0].length);
  const spaces = Math.min(...written);
  const splices: Splice[] = marks.map(({ start, end, rest }) => ({
    start,
    end: end + Math.min(spaces, rest.length),
    text: "",
  }));
  yield { splices, description: "removed the line numbers", cost: 1 };
}
