import type { Splice } from "../../text/splices.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const foreignOperators: SyntaxRepair = { id: "foreign-operators", kind: "certain", propose };

/** Signs of other languages, and of Python 2, as the signs of Python that stand side by side. */
const replaced: Readonly<Record<string, string>> = {
  "& &": "and",
  "| |": "or",
  "< >": "!=",
  "== =": "==",
  "!= =": "!=",
  "= >": ">=",
  "= <": "<=",
  "! =": "!=",
  "~ =": "!=",
};

const sign = /&&|\|\||<>|={3}|!|=>|=<|~=/;

/** All of them at once; they mean nothing else in Python. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(broken.text)) return;
  const { pieces, text } = broken;
  const splices: Splice[] = [];
  const seen = new Set<string>();
  for (let n = 0; n < pieces.length; n += 1) {
    const found = atPiece(text, pieces, n);
    if (!found || (splices.at(-1)?.end ?? 0) > found.start) continue;
    splices.push(found);
    seen.add(`${text.slice(found.start, found.end)}\` as \`${found.text.trim()}`);
  }
  if (splices.length === 0) return;
  const words = [...seen].slice(0, 4).map((each) => `\`${each}\``);
  yield { splices, description: `wrote ${words.join(", ")}`, cost: 1.5 };
}

function atPiece(text: string, pieces: readonly TextPiece[], n: number): Splice | undefined {
  const [piece, next] = [pieces[n]!, pieces[n + 1]];
  if (next && piece.end === next.start) {
    const word = replaced[`${piece.text} ${next.text}`];
    if (word !== undefined) return spaced(text, piece.start, next.end, word);
  }
  if (piece.text === "!" && next && isNegation(pieces, n))
    return { start: piece.start, end: next.start, text: "not " };
  return undefined;
}

function spaced(text: string, start: number, end: number, word: string): Splice {
  if (!/\w/.test(word)) return { start, end, text: word };
  const before = /\s/.test(text[start - 1] ?? " ") ? "" : " ";
  const behind = /\s/.test(text[end] ?? " ") ? "" : " ";
  return { start, end, text: before + word + behind };
}

/** `!done`, not `!a == b`, which other languages read as `(!a) == b`. */
function isNegation(pieces: readonly TextPiece[], n: number): boolean {
  if (!/^(?:Identifier|Lpar)$/.test(pieces[n + 1]!.kind)) return false;
  const before = pieces[n - 1];
  if (before && /^(?:Identifier|String|Int|Float|Rpar|Rsqb|Rbrace)$/.test(before.kind)) return false;
  let depth = 0;
  for (const { text, kind } of pieces.slice(n + 1, n + 40)) {
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text) && (depth -= 1) < 0) return true;
    else if (depth === 0 && /^(?:and|or|:|,|;|\||&)$/.test(text)) return true;
    else if (depth === 0 && !/^(?:Identifier|Dot)$/.test(kind)) return false;
  }
  return true;
}
