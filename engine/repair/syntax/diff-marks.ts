import type { Splice } from "../../text/splices.ts";
import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const diffMarks: SyntaxRepair = { id: "diff-marks", kind: "certain", propose };

const header = /^(?:@@ .*@@|diff --git |index [0-9a-f]+\.\.|--- |\+\+\+ |\\ No newline|new file mode )/;

/** A patch: its new side, without the marks. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  const texts = lines.map(({ start, end }) => text.slice(start, end));
  const written = texts.filter((line) => line.trim() !== "");
  const hasHunk = written.some((line) => /^@@ .*@@/.test(line));
  const isPatch = written.every((line) => /^[-+ ]/.test(line) || header.test(line));
  const isAdded = written.every((line) => line.startsWith("+"));
  if (!isAdded && !(hasHunk && isPatch)) return;
  const splices: Splice[] = [];
  for (const [index, { start, end }] of lines.entries()) {
    const line = texts[index]!;
    if (line === "") continue;
    const isGone = header.test(line) || line.startsWith("-");
    splices.push({ start, end: isGone ? (lines[index + 1]?.start ?? end) : start + 1, text: "" });
  }
  if (splices.length > 1)
    yield { splices, description: "kept the new side of a diff, without its marks", cost: 1 };
}
