import type { BrokenText, Line, TextPiece } from "./broken-text.ts";
import { isKnown } from "./known-names.ts";
import type { OpenString, QuotePlace } from "./open-string.ts";

const maxPlaces = 6;
/** What can stand behind a string and is code there. */
const boundary =
  /(?<!\s)\s*(?:,|[)\]}]|\.(?=\w+\())|(?<=\S)\s(?=(?:[-+%*]|and|or|if|else|in|for|==|!=)\s)|\s(?=\s(?:[-+%*]|and|or|if|==|!=)\s)/g;

/** Where the string could end. */
export function* closingQuotes(found: OpenString): Generator<QuotePlace> {
  yield* earlier(found);
  yield* asKey(found);
  yield* beforeCode(found);
  yield* atEnd(found);
}

/** `{"a: 1, "b": 2}`: a string that ends too late has a word or a string right behind it. */
function* earlier({ broken: { text }, line: { pieces }, open, quote }: OpenString): Generator<QuotePlace> {
  const last = pieces.indexOf(open);
  for (let n = 0; n < last; n += 1) {
    const [string, next] = [pieces[n]!, pieces[n + 1]!];
    if (string.kind !== "String" || !isMisplaced(string, next)) continue;
    if (!string.text.endsWith(quote) || string.text.length < 3) continue;
    const from = string.start + string.text.indexOf(quote) + 1;
    const inner = text.slice(from, string.end - 1);
    const call = /\.(?=\w+\()/.exec(inner);
    if (call) yield { at: from + call.index, cost: 1.7 };
    let places = 0;
    for (const sign of inner.matchAll(/\s{0,8}(?:[,:)\]}]|\s[-+%*]\s|\s(?:in|for|if|else|and|or)\s)/g)) {
      if ((places += 1) > maxPlaces) break;
      yield { at: from + sign.index, cost: 1.7 + places / 10 };
    }
    return;
  }
}

function isMisplaced(string: TextPiece, next: TextPiece): boolean {
  if (/^(?:Identifier|Int|String|Unknown|Rpar|Rsqb)$/.test(next.kind)) return true;
  return next.start === string.end && !/^[)\]},:.;]$/.test(next.text);
}

/** `"name: value,` on a line of a dict. */
function* asKey({ broken, line, open, quote }: OpenString): Generator<QuotePlace> {
  const { text, pieces } = broken;
  const before = pieces[pieces.indexOf(open) - 1];
  const colon = /^[^:"']*(?=:\s)/.exec(bodyOf(text, line, open, quote));
  if (colon && /^[{,]$/.test(before?.text ?? ""))
    yield { at: startOf(open, quote) + colon[0].length, cost: 1.7 };
}

/** Before the first place from where on all words are names of this program. */
function* beforeCode({ broken, line, open, quote }: OpenString): Generator<QuotePlace> {
  const body = bodyOf(broken.text, line, open, quote);
  for (const { index } of body.matchAll(boundary)) {
    const rest = body.slice(index);
    if (!/\w/.test(rest) || !isAllKnown(broken, rest)) continue;
    yield { at: startOf(open, quote) + index, cost: 1.8 };
    return;
  }
}

function isAllKnown(broken: BrokenText, code: string): boolean {
  const words = code.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.every(
    (word) =>
      /^\d/.test(word) || isKnown(broken, word) || /^(?:join|format|lower|upper|strip|split)$/.test(word),
  );
}

/** At the end of the line, before the signs that close what was open. */
function* atEnd({ broken: { text }, line, open, quote }: OpenString): Generator<QuotePlace> {
  const body = bodyOf(text, line, open, quote);
  const end = startOf(open, quote) + body.length;
  const brackets = openBefore(line, open);
  const suffix = /(?<![)\]}:,;])[)\]}:,;]*$/.exec(body)![0];
  for (let cut = Math.max(0, suffix.length - maxPlaces); cut <= suffix.length; cut += 1) {
    const left = leftOpen(brackets, suffix.slice(cut));
    if (left !== undefined) yield { at: end - suffix.length + cut, cost: 2 + left / 2 + cut / 20 };
  }
  let places = 0;
  for (const sign of body.slice(0, body.length - suffix.length).matchAll(/[,:)\]}]|\s[-+%]\s/g)) {
    if ((places += 1) > maxPlaces) return;
    yield { at: startOf(open, quote) + sign.index, cost: 3.5 + places / 10 };
  }
}

function startOf({ start, text }: TextPiece, quote: string): number {
  return start + text.indexOf(quote) + 1;
}

function bodyOf(text: string, line: Line, open: TextPiece, quote: string): string {
  return text.slice(startOf(open, quote), line.end).trimEnd();
}

function openBefore({ pieces }: Line, open: TextPiece): string[] {
  const stack: string[] = [];
  for (const { text, start } of pieces) {
    if (start >= open.start) break;
    if (/^[([{]$/.test(text)) stack.push(text);
    else if (/^[)\]}]$/.test(text)) stack.pop();
  }
  return stack;
}

const pairs = new Set(["()", "[]", "{}"]);

/** How many brackets of the line stay open behind a suffix; undefined when it closes what is not open. */
function leftOpen(brackets: readonly string[], suffix: string): number | undefined {
  const stack = [...brackets];
  for (const sign of suffix) {
    if (!/[)\]}]/.test(sign)) continue;
    const opener = stack.pop();
    if (opener !== undefined && !pairs.has(opener + sign)) return undefined;
    if (opener === undefined && brackets.length > 0) return undefined;
  }
  return stack.length;
}
