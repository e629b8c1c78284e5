import { type Splice, insertion } from "../../text/splices.ts";
import { codeEnd, type BrokenText, type Line } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { startsStatement } from "./statements.ts";

export const python2Statements: SyntaxRepair = { id: "python2-statements", kind: "certain", propose };

const sign = /\b(?:raise|exec)\b/;

/** `raise Error, "text"` and `exec code in names`, all at once. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(broken.text)) return;
  const splices: Splice[] = [];
  const seen = new Set<string>();
  for (const [index, line] of broken.lines.entries()) {
    const [first] = line.pieces;
    if (first?.text !== "raise" && first?.text !== "exec") continue;
    if (!startsStatement(broken, index)) continue;
    const found = first.text === "raise" ? raised(line) : executed(line);
    if (found.length > 0) seen.add(first.text);
    splices.push(...found);
  }
  if (splices.length === 0) return;
  const words = [...seen].map((each) => `\`${each}\``).join(" and ");
  yield { splices, description: `wrote ${words} as in Python 3`, cost: 1 };
}

function raised(line: Line): Splice[] {
  const { pieces } = line;
  const comma = pieces.findIndex(({ kind }) => kind === "Comma");
  const isName = pieces.slice(1, comma).every(({ kind }) => kind === "Identifier" || kind === "Dot");
  if (comma < 2 || !isName || comma === pieces.length - 1) return [];
  if (hasOuterComma(line, comma + 1)) return [];
  const end = codeEnd(line);
  return [{ start: pieces[comma]!.start, end: pieces[comma + 1]!.start, text: "(" }, insertion(end, ")")];
}

function hasOuterComma({ pieces }: Line, from: number): boolean {
  let depth = 0;
  for (const { text, kind } of pieces.slice(from)) {
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    else if (kind === "Comma" && depth === 0) return true;
  }
  return false;
}

function executed(line: Line): Splice[] {
  const { pieces } = line;
  const [exec, value] = pieces;
  if (!value || !/^(?:String|Identifier)$/.test(value.kind) || value.start === exec!.end) return [];
  const end = codeEnd(line);
  const within = pieces.find(({ kind }) => kind === "In");
  const before = within && pieces[pieces.indexOf(within) - 1]!;
  const behind = within && pieces[pieces.indexOf(within) + 1];
  if (within && !behind) return [];
  return [
    { start: exec!.end, end: value.start, text: "(" },
    ...(before && behind ? [{ start: before.end, end: behind.start, text: ", " }] : []),
    insertion(end, ")"),
  ];
}
