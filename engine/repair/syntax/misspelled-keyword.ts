import type { BrokenText, Line, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { statementLine } from "./statements.ts";

/** Words that start a statement, and words that stand in the middle of one. */
const first =
  "def class if elif else for while try except finally with return import from raise pass break continue global nonlocal del assert async await lambda yield not".split(
    " ",
  );
const inner = "and or not in is if else for import from as lambda await async def return yield".split(" ");

export const misspelledKeyword: SyntaxRepair = { id: "misspelled-keyword", kind: "certain", propose };

const maxWords = 12;

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  const indexes = new Set([atLine, statementLine(broken, atLine), atLine - 1]);
  for (const index of indexes) {
    const line = lines[index];
    if (line) yield* inLine(line);
  }
}

function* inLine({ pieces }: Line): Generator<SyntaxProposal> {
  for (const [n, piece] of pieces.slice(0, maxWords * 3).entries()) {
    if (piece.kind !== "Identifier" || piece.text.length < (n === 0 ? 1 : 2)) continue;
    const isFirst = n === 0 || /^[;:]$|^async$/.test(pieces[n - 1]!.text);
    const isBeforeWord = isFirst && pieces[n + 1]?.kind === "Identifier";
    const keyword = nearKeyword(piece.text, isFirst ? first : inner, isBeforeWord);
    if (keyword === undefined || !mayBe(keyword, pieces[n - 1], pieces[n + 1])) continue;
    yield {
      splices: [{ start: piece.start, end: piece.end, text: keyword }],
      description: `spelled \`${piece.text}\` as \`${keyword}\``,
      cost: 2 + (isFirst ? 0 : 0.3),
    };
  }
}

/** A name in a call, an assignment or before a dot is no keyword. */
function mayBe(keyword: string, before: TextPiece | undefined, behind: TextPiece | undefined): boolean {
  if (before && /^[.@]$/.test(before.text)) return false;
  if (behind === undefined) return /^(?:else|try|finally|pass|break|continue|return)$/.test(keyword);
  return !/^(?:[.,=)\]}]|[-+*/%|&^]=)$/.test(behind.text);
}

/** The one keyword that is a slip away: a letter too many, too few, another one, or two exchanged; or another case. */
function nearKeyword(word: string, keywords: readonly string[], isBeforeWord = false): string | undefined {
  const lower = word.toLowerCase();
  if (lower !== word && keywords.includes(lower)) return lower;
  const near = keywords.filter((keyword) => isNear(lower, keyword, isBeforeWord));
  const exchanged = near.filter((keyword) => isAnagram(lower, keyword));
  const [only, another] = exchanged.length > 0 ? exchanged : near;
  return another === undefined ? only : undefined;
}

function isAnagram(a: string, b: string): boolean {
  const sorted = (word: string): string => word.split("").toSorted().join("");
  return sorted(a) === sorted(b);
}

/** At most one slip apart. Short words are near too much, unless a name right behind them shows that they are none. */
function isNear(word: string, keyword: string, isBeforeWord: boolean): boolean {
  const [a, b] = [word, keyword];
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from += 1;
  const rest = (text: string, skip: number): string => text.slice(from + skip);
  if (a.length === b.length) {
    const isExchange = a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
    const isLong = b.length > 3 || (isBeforeWord && b.length === 3);
    return isExchange || (isLong && (rest(a, 1) === rest(b, 1) || isAnagram(a, b)));
  }
  if (a.length > b.length) return rest(a, 1) === rest(b, 0) && (b.length > 2 || a[from] === a[from - 1]);
  return (b.length > 3 || isBeforeWord) && rest(a, 0) === rest(b, 1);
}
