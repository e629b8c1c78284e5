import { readBrackets } from "./brackets.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import { isKnownElsewhere } from "./known-names.ts";
import type { OpenString, QuotePlace } from "./open-string.ts";

/** What a string can stand behind; words before it that are none of these are its text. */
const far = /^(?:[([{,=]|[-+*/%]=|return|yield|print)$/;
const near =
  /^(?:[([{,=+:%]|[-+*/%]=|==|!=|<|>|<=|>=|return|yield|in|is|and|or|not|if|elif|else|while|assert|raise)$/;
const maxStrings = 6;

/** `print(hello")`: the words before a quote are the string. */
export function* openingQuotes({ broken, line, open, quote }: OpenString): Generator<QuotePlace> {
  const { pieces } = line;
  const isInBracket = readBrackets(broken).depths[broken.lines.indexOf(line)]! > 0;
  const last = pieces.indexOf(open);
  let strings = 0;
  for (let n = 0; n <= last; n += 1) {
    const [piece, next] = [pieces[n]!, pieces[n + 1]];
    if (/^[fF][rR]?$/.test(piece.text) && next?.start === piece.end) yield { at: piece.end, cost: 1.7 };
    if (piece.kind !== "String" || !piece.text.includes(quote) || (strings += 1) > maxStrings) continue;
    const isCut = next?.kind === "Identifier" && next.start === piece.end;
    if (/^[a-zA-Z]/.test(piece.text)) yield { at: piece.start, cost: isCut ? 1.6 : 2.4 };
    const before = pieces[n - 1];
    if (!before || before.kind === "String" || (near.test(before.text) && before.end < piece.start)) continue;
    yield* runs(broken, pieces, n, isInBracket ? -1 : 0);
  }
}

function* runs(
  broken: BrokenText,
  pieces: readonly TextPiece[],
  n: number,
  min: number,
): Generator<QuotePlace> {
  const first = startOf(pieces, n, far);
  const second = startOf(pieces, n, near);
  const { start, text } = pieces[first]!;
  if (first < n && first > min) {
    const isFormatted = /^f\w/.test(text) && pieces.slice(first, n).some(({ kind }) => kind === "Lbrace");
    if (isFormatted && !isKnownElsewhere(broken, pieces[first]!)) yield { at: start + 1, cost: 1.7 };
    yield { at: start, cost: 1.8 };
  }
  if (second < n && second > min && second !== first) yield { at: pieces[second]!.start, cost: 2.2 };
}

function startOf(pieces: readonly TextPiece[], n: number, stop: RegExp): number {
  let at = n;
  while (at > 0 && !stop.test(pieces[at - 1]!.text)) at -= 1;
  return at;
}
