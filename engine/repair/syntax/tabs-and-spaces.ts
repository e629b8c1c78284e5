import type { Splice } from "../../text/splices.ts";
import { isCode, type BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const tabsAndSpaces: SyntaxRepair = { id: "tabs-and-spaces", kind: "certain", isGuess: true, propose };

/** All indentation in what most lines use, a tab being four, eight or two spaces: one of these parses. */
function* propose({ text, lines, problems }: BrokenText): Generator<SyntaxProposal> {
  if (!problems.slice(0, 3).some(({ isIndentation }) => isIndentation)) return;
  const indents = lines.filter((line) => isCode(line) && !line.isInString).map(({ indent }) => indent);
  const tabs = indents.filter((indent) => indent.includes("\t")).length;
  const spaces = indents.filter((indent) => indent.startsWith(" ")).length;
  const mixed = indents.filter((indent) => indent.includes("\t") && indent.includes(" ")).length;
  if ((tabs === 0 || spaces === 0) && mixed === 0) return;
  const toTabs = tabs > spaces;
  for (const [n, width] of [4, 8, 2].entries()) {
    const splices: Splice[] = [];
    for (const { start, end, indent, isInString } of lines) {
      if (isInString || indent === "" || text.slice(start, end).trim() === "") continue;
      const columns = columnsOf(indent, width);
      const put = toTabs ? "\t".repeat(columns / width) + " ".repeat(columns % width) : " ".repeat(columns);
      if (put !== indent) splices.push({ start, end: start + indent.length, text: put });
    }
    if (splices.length === 0) continue;
    const description = `indented ${splices.length === 1 ? "a line" : `${splices.length} lines`} with ${toTabs ? "tabs" : "spaces"} as the others are`;
    yield { splices, description, cost: 1.5 + n / 4 };
  }
}

function columnsOf(indent: string, tab: number): number {
  let columns = 0;
  for (const sign of indent) columns += sign === "\t" ? tab - (columns % tab) : 1;
  return columns;
}
