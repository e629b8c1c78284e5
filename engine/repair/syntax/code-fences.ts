import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const codeFences: SyntaxRepair = { id: "code-fences", kind: "certain", propose };

const fence = /^[ \t]*(?:`{3,}|~~~)([^\r\n`]*)$/;
const named = /^~*[ \t]*([\w+.-]*)/;
const python = /^(?:|py|py3|python|python3|python2|pycon|ipython)$/i;

type Mark = Readonly<{ index: number; language: string }>;

const sign = /`{3}|~{3}/;

/** Keeps what stands in fenced blocks of Python; without a fence that closes, all but the fences. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const marks: Mark[] = [];
  for (const [index, { start, end }] of lines.entries()) {
    const found = fence.exec(text.slice(start, end));
    if (found) marks.push({ index, language: named.exec(found[1]!)![1]! });
  }
  if (marks.length === 0) return;
  const drop = (from: number, to: number): Splice => ({
    start: lines[from]!.start,
    end: lines[to]?.start ?? text.length,
    text: "",
  });
  const fences = marks.map(({ index }) => drop(index, index + 1));
  yield { splices: joined(fences), description: "removed the Markdown fences around the code", cost: 1 };
  const outside = outsideOf(marks, lines.length).map(([from, to]) => drop(from, to));
  yield {
    splices: joined(outside),
    description: "removed the Markdown fences and the text around the code",
    cost: 1.2,
  };
}

/** The lines outside of the blocks of Python, with the fences themselves. */
function outsideOf(marks: readonly Mark[], count: number): [number, number][] {
  const outside: [number, number][] = [];
  let from = 0;
  for (let n = 0; n < marks.length; n += 2) {
    if (!python.test(marks[n]!.language)) continue;
    outside.push([from, marks[n]!.index + 1]);
    from = marks[n + 1]?.index ?? count;
  }
  if (from < count) outside.push([from, count]);
  return outside;
}

function joined(splices: readonly Splice[]): Splice[] {
  const result: Splice[] = [];
  for (const splice of splices) {
    const last = result.at(-1);
    if (last && last.end === splice.start) result[result.length - 1] = { ...last, end: splice.end };
    else if (splice.start < splice.end) result.push(splice);
  }
  return result;
}
