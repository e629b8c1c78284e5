import { newlineOf } from "../../tree/layout.ts";
import { closerOf, readBrackets, type BracketFault } from "./brackets.ts";
import { codeBefore, codeEnd, isCode, type BrokenText, type Line } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { isHeader } from "./statements.ts";

type OpenFault = Extract<BracketFault, { kind: "open" }>;
/** Where a bracket could be closed, the likeliest being the cheapest. */
type Place = Readonly<{ at: number; text: string; cost: number }>;

const maxLines = 8;
const maxCommas = 5;

export const openBracket: SyntaxRepair = { id: "open-bracket", kind: "certain", isGuess: true, propose };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const open = readBrackets(broken).faults.filter((fault) => fault.kind === "open");
  const [first] = open;
  if (!first || isEmptyGroup(broken, first)) return;
  const together = open.filter(({ limit }) => limit === first.limit);
  if (together.length > 1) yield* allAtOnce(broken, together);
  for (const fault of together.slice(0, 2)) {
    const closer = closerOf[fault.opener.piece.text]!;
    for (const { at, text, cost } of placesOf(broken, fault, closer))
      yield { splices: [{ start: at, end: at, text }], description: `added the missing \`${closer}\``, cost };
  }
}

/** `2 * (` with nothing after it: closing it would make an empty tuple of what was to be a value. */
function isEmptyGroup({ pieces }: BrokenText, { opener: { piece }, limit }: OpenFault): boolean {
  const at = pieces.indexOf(piece);
  const next = pieces[at + 1];
  if (piece.text !== "(" || (next && next.start < limit)) return false;
  return !isCallable(pieces, at - 1);
}

/** Whether what ends here can be called; an empty tuple cannot. */
function isCallable(pieces: BrokenText["pieces"], last: number): boolean {
  const isEmpty = pieces[last]?.kind === "Rpar" && pieces[last - 1]?.kind === "Lpar";
  return /^(?:Identifier|Rpar|Rsqb|String)$/.test(pieces[isEmpty ? last - 2 : last]?.kind ?? "");
}

/** Several brackets that the same statement leaves open. */
function* allAtOnce(broken: BrokenText, faults: readonly OpenFault[]): Generator<SyntaxProposal> {
  const { text, lines } = broken;
  const last = codeBefore(broken, faults[0]!.limitLine);
  if (last < 0) return;
  const line = lines[last]!;
  let put = "";
  for (const { opener } of faults) {
    const closer = closerOf[opener.piece.text]!;
    const own = lines[opener.line]!;
    const isHanging = own.pieces.at(-1) === opener.piece && opener.line < last;
    put += isHanging ? newlineOf(text) + own.indent + closer : closer;
  }
  const at = beforeColon(line) ?? codeEnd(line);
  const closers = faults.map(({ opener }) => closerOf[opener.piece.text]).join("");
  const description = `added the missing \`${closers}\``;
  yield { splices: [{ start: at, end: at, text: put }], description, cost: 2.2 };
}

function* placesOf(broken: BrokenText, fault: OpenFault, closer: string): Generator<Place> {
  const { text, lines } = broken;
  const { opener, limit, limitLine, isCloser } = fault;
  const own = lines[opener.line]!;
  const isHanging = own.pieces.at(-1) === opener.piece;
  if (isCloser && limitLine === opener.line) yield { at: limit, text: closer, cost: 2 };
  if (isHanging) {
    const last = codeBefore(broken, limitLine);
    if (last > opener.line)
      yield { at: codeEnd(lines[last]!), text: newlineOf(text) + own.indent + closer, cost: 2 };
    else yield { at: codeEnd(own), text: closer, cost: 3 };
  }
  if (isCloser && limitLine !== opener.line && !isHanging) yield { at: limit, text: closer, cost: 3 };
  yield* lineEnds(lines, fault, closer);
  yield* commas(own, fault, closer);
}

function* lineEnds(
  lines: readonly Line[],
  { opener, limitLine }: OpenFault,
  closer: string,
): Generator<Place> {
  const mayBe = [];
  for (let index = opener.line; index < limitLine && mayBe.length < maxLines; index += 1) {
    const line = lines[index];
    if (isCode(line) && line.pieces.at(-1) !== opener.piece) mayBe.push(line);
  }
  for (const line of mayBe) {
    const last = line.pieces.at(-1)!;
    const goesOn = /^(?:[-+*/%,.=&|^<>]|and|or|not|in|is|if|else)$/.test(last.text);
    const nested = opener.depth > 0 && last.kind === "Comma";
    const isEndOfHeader = last.kind === "Colon" && isHeader(lines[opener.line]!);
    const at = isEndOfHeader ? last.start : (beforeColon(line) ?? (nested ? last.start : last.end));
    if (nested || !goesOn) yield { at, text: closer, cost: line === mayBe[0] ? 2 : 3 };
    else if (last.kind === "Comma") yield { at, text: closer, cost: line === mayBe.at(-1) ? 2.5 : 3.5 };
  }
}

/** Inside of a header the bracket ends before the colon. */
function beforeColon(line: Line): number | undefined {
  const last = line.pieces.at(-1)!;
  const isEnd = last.kind === "Colon" && (isHeader(line) || /^[)\]}]/.test(line.pieces[0]!.text));
  return isEnd ? last.start : undefined;
}

const ends = /^(?:Comma|Colon|EqEqual|NotEqual|Less|Greater|LessEqual|GreaterEqual|And|Or|Rarrow)$/;
const assigns = /^(?:Equal|PlusEqual|MinusEqual|StarEqual|SlashEqual)$/;

/** Before a comma or a comparison on its own line: what follows belongs to the bracket around it. */
function* commas({ pieces }: Line, { opener, limit }: OpenFault, closer: string): Generator<Place> {
  let depth = 0;
  let found = 0;
  const isElement = /^[([{,]$/.test(pieces[pieces.indexOf(opener.piece) - 1]?.text ?? "");
  for (const [n, { start, text, kind }] of pieces.entries()) {
    if (start <= opener.piece.start || start >= limit) continue;
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    else if (depth === 0 && closer === "]" && assigns.test(kind)) {
      yield { at: pieces[n - 1]!.end, text: closer, cost: 1.9 };
    } else if (depth === 0 && ends.test(kind)) {
      if ((found += 1) > maxCommas) return;
      const isNext = isElement && kind === "Comma" && pieces[n + 1]?.text === opener.piece.text;
      yield { at: pieces[n - 1]!.end, text: closer, cost: isNext || kind === "Rarrow" ? 1.9 : 3.5 };
    }
  }
}
