import type { BrokenText, Line, TextPiece } from "./broken-text.ts";

export const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const openerOf: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

export type Opener = Readonly<{ piece: TextPiece; line: number; depth: number }>;

/** What is wrong with the brackets of a text. */
export type BracketFault =
  /** Nothing closes it before `limit`, an offset on `limitLine`, where its statement is over or another bracket closes. */
  | Readonly<{ kind: "open"; opener: Opener; limit: number; limitLine: number; isCloser: boolean }>
  | Readonly<{ kind: "surplus"; closer: TextPiece; line: number }>
  /** It closes a bracket of another kind. */
  | Readonly<{ kind: "wrong"; closer: TextPiece; line: number; opener: Opener }>;

export type Brackets = Readonly<{
  faults: readonly BracketFault[];
  /** For each line, how many brackets are open where it starts. */
  depths: readonly number[];
}>;

const cache = new WeakMap<BrokenText, Brackets>();

/** Matches the brackets of a text; a line that can only be a new statement ends what is open before it. */
export function readBrackets(broken: BrokenText): Brackets {
  let brackets = cache.get(broken);
  if (!brackets) cache.set(broken, (brackets = match(broken)));
  return brackets;
}

function match({ text, lines }: BrokenText): Brackets {
  const faults: BracketFault[] = [];
  const depths: number[] = [];
  const stack: Opener[] = [];
  let previous: TextPiece | undefined;
  const giveUp = (from: number, limit: number, limitLine: number, isCloser: boolean): void => {
    for (const opener of stack.splice(from).toReversed())
      faults.push({ kind: "open", opener, limit, limitLine, isCloser });
  };
  for (const [index, line] of lines.entries()) {
    if (stack.length > 0 && startsStatement(lines, line, stack[0]!, previous))
      giveUp(0, line.start, index, false);
    depths.push(stack.length);
    for (const piece of line.pieces) {
      if (Object.hasOwn(closerOf, piece.text)) stack.push({ piece, line: index, depth: stack.length });
      else if (Object.hasOwn(openerOf, piece.text)) close(piece, index);
      previous = piece;
    }
  }
  giveUp(0, text.length, lines.length, false);
  return { faults, depths };

  function close(closer: TextPiece, line: number): void {
    const wanted = openerOf[closer.text];
    const found = stack.findLastIndex(({ piece }) => piece.text === wanted);
    if (stack.length === 0) faults.push({ kind: "surplus", closer, line });
    else if (found < 0) faults.push({ kind: "wrong", closer, line, opener: stack.pop()! });
    else {
      giveUp(found + 1, closer.start, line, true);
      stack.pop();
    }
  }
}

/** Words that no expression contains. */
const statementWords = new Set(
  "Def Class Return Import While With Try Except Finally Raise Pass Break Continue Global Nonlocal Del Assert Elif".split(
    " ",
  ),
);
/** Words that start statements, and go on with expressions too. */
const eitherWords = new Set(["If", "For", "Else", "Async"]);
const expectsMore =
  /^(?:[-+*/%@&|^~<>=,.([{]|\*\*|\/\/|<<|>>|[<>=!]=|:=|and|or|not|in|is|if|else|for|lambda)$/;

function startsStatement(
  lines: readonly Line[],
  { pieces, indent, isInString }: Line,
  outermost: Opener,
  previous: TextPiece | undefined,
): boolean {
  const [first, second] = pieces;
  if (!first || isInString) return false;
  const isOut = indent.length <= lines[outermost.line]!.indent.length;
  if (statementWords.has(first.kind)) return isOut || first.kind !== "With";
  if (eitherWords.has(first.kind)) return isOut && pieces.at(-1)!.kind === "Colon";
  if (!isOut || first.kind === "String") return false;
  if (first.kind === "At") return second?.kind === "Identifier";
  if (first.kind !== "Identifier" && first.kind !== "From" && first.kind !== "Print") return false;
  if (isAssignment(pieces)) return true;
  if (previous === undefined || first.kind !== "Identifier") return false;
  const isBelow = previous.kind === "Comma" && lines[outermost.line]!.pieces.at(-1) === outermost.piece;
  return isBelow || !expectsMore.test(previous.text);
}

const comparisons = new Set(["EqEqual", "NotEqual", "LessEqual", "GreaterEqual", "ColonEqual"]);
const targetKinds = new Set(["Identifier", "Dot", "Lsqb", "Rsqb", "Int", "String", "Comma"]);

/** `name =`, `name.part[0] +=`: no keyword argument stands where a statement would. */
function isAssignment(pieces: readonly TextPiece[]): boolean {
  const sign = pieces.findIndex(({ kind }) => kind.endsWith("Equal") && !comparisons.has(kind));
  return sign > 0 && pieces.slice(0, sign).every(({ kind }) => targetKinds.has(kind));
}
