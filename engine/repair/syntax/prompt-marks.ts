import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const promptMarks: SyntaxRepair = { id: "prompt-marks", kind: "certain", propose };

const prompt = /^[ \t]*(?:>>>|In \[\d+\]:)(?: |$)/;
const more = /^[ \t]*(?:\.\.\.|\.\.\.:)(?: |$)/;

const sign = />>>|In \[/;

/** A session of the interactive interpreter: the code behind the prompts, without what was printed. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  const splices: Splice[] = [];
  let isOutput = false;
  let prompts = 0;
  for (const [index, { start, end, isInString }] of lines.entries()) {
    const line = text.slice(start, end);
    const mark = isInString ? undefined : (prompt.exec(line) ?? (isOutput ? more.exec(line) : undefined));
    if (mark) {
      prompts += 1;
      isOutput = true;
      const put = line.slice(mark[0].length).trim() === "" ? line.length : mark[0].length;
      splices.push({ start, end: start + put, text: "" });
    } else if (line.trim() === "") isOutput = false;
    else if (isOutput) splices.push({ start, end: lines[index + 1]?.start ?? end, text: "" });
  }
  if (prompts > 0)
    yield { splices, description: "removed the prompts and what the interpreter printed", cost: 1.2 };
}
