import { isBuiltin } from "../../library/builtins.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";

const keywords =
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield True False None";

export const keywordSet: ReadonlySet<string> = new Set(keywords.split(" "));

function isOfPython(word: string): boolean {
  return keywordSet.has(word) || isBuiltin(word) || word === "self" || word === "cls";
}

const cache = new WeakMap<BrokenText, ReadonlyMap<string, number>>();

/** How often each name stands in the text, outside of strings. */
function countsOf(broken: BrokenText): ReadonlyMap<string, number> {
  let counts = cache.get(broken);
  if (!counts) cache.set(broken, (counts = count(broken)));
  return counts;
}

function count({ pieces }: BrokenText): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of pieces)
    if (kind === "Identifier") counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Whether a word is a keyword, a builtin, or a name that stands elsewhere in the text too. */
export function isKnown(broken: BrokenText, word: string): boolean {
  return isOfPython(word) || (countsOf(broken).get(word) ?? 0) > 0;
}

/** Whether a name stands at another place of the text too. */
export function isKnownElsewhere(broken: BrokenText, { text }: TextPiece): boolean {
  return isOfPython(text) || (countsOf(broken).get(text) ?? 0) > 1;
}

/** The two known words that a word is made of, where there is only one such pair. */
export function glued(broken: BrokenText, word: string): [string, string] | undefined {
  let found: [string, string] | undefined;
  for (let at = 1; at < word.length && word.length < 80; at += 1) {
    const [a, b] = [word.slice(0, at), word.slice(at)];
    if (!isKnown(broken, a) || !(isKnown(broken, b) || /^\d+$/.test(b))) continue;
    if (found) return undefined;
    found = [a, b];
  }
  return found;
}
