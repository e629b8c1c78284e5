import { codeEnd, type BrokenText } from "./broken-text.ts";
import { widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { nextStatement, startsStatement, statementBefore } from "./statements.ts";
import { surrounding } from "../../text/splices.ts";

export const brokenLine: SyntaxRepair = { id: "broken-line", kind: "certain", propose };

const operator = /^(?:[-+*/%@&|^]|\*\*|\/\/|[<>=!]=|<|>|and|or|\.|if|else|in|is|not|,)$/;
const maxLines = 30;

/** A statement that goes on below, further in, before or behind an operator: brackets hold it together. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  const first =
    startsStatement(broken, atLine) && goesOn(broken, atLine) ? atLine : statementBefore(broken, atLine);
  if (first < 0 || !goesOn(broken, first)) return;
  let last = nextStatement(broken, first);
  for (let count = 0; count < maxLines; count += 1) {
    const next = nextStatement(broken, last);
    if (!isJoined(broken, last, next) || widthAt(broken, next) <= widthAt(broken, first)) break;
    last = next;
  }
  const { pieces } = lines[first]!;
  const sign = pieces.findIndex(
    ({ kind }) => kind.endsWith("Equal") && !/^(?:Eq|Not|Less|Greater|Colon)Equal$/.test(kind),
  );
  const isWord = /^(?:Return|If|Elif|While|Assert)$/.test(pieces[0]!.kind);
  const start = (isWord ? pieces[1] : pieces[sign + 1])?.start;
  const closing = lines[last]!.pieces.at(-1)!;
  const isHeader = /^(?:If|Elif|While)$/.test(pieces[0]!.kind);
  if (start === undefined || (isHeader && closing.kind !== "Colon")) return;
  const end = isHeader ? closing.start : codeEnd(lines[last]!);
  const splices = surrounding({ start, end }, "(", ")");
  yield { splices, description: "put brackets around an expression that goes over several lines", cost: 1.8 };
}

/** Whether the next line belongs to the statement of a line. */
function goesOn(broken: BrokenText, index: number): boolean {
  const next = nextStatement(broken, index);
  return (
    next < broken.lines.length &&
    widthAt(broken, next) > widthAt(broken, index) &&
    isJoined(broken, index, next)
  );
}

function isJoined({ lines }: BrokenText, index: number, next: number): boolean {
  const [before, behind] = [lines[next - 1]?.pieces.at(-1), lines[next]?.pieces[0]];
  if (!behind || !before || index >= next) return false;
  return operator.test(before.text) || operator.test(behind.text);
}
