import { likeness } from "../../text/likeness.ts";
import { isKnownWord, wordsOf } from "./words.ts";

/** What word forms differ by: `item` is no slip for `items`, nor `parsed` for `parser`. */
const endings = new Set(["s", "es", "d", "ed", "r", "er", "n", "y", "ing"]);

/** Names that are shorter are near to too many others. */
const minTypo = 4;
const maxLength = 60;

/** Whether a name is another one with a slip of the pen, and not a name of its own that happens to be near. */
export function isTypo(typed: string, meant: string, minLength = minTypo): boolean {
  if (typed === meant || typed.length > maxLength || Math.abs(typed.length - meant.length) > 3) return false;
  if (typed.length < minLength || meant.length < 3) return false;
  if (leadOf(typed) !== leadOf(meant) || digitsOf(typed) !== digitsOf(meant)) return false;
  if (plain(typed) === plain(meant)) return true;
  const [these, those] = [wordsOf(typed), wordsOf(meant)];
  if (these.length !== those.length) return isTypoOfWord(plain(typed), plain(meant));
  const different = these.flatMap((word, at) => (word === those[at] ? [] : [[word, those[at]!] as const]));
  return different.length === 1 && isTypoOfWord(...different[0]!);
}

/** Whether one of two names is a slip for the other: where something is set under the slip, that is its name. */
function isPair(typed: string, name: string, minLength: number): boolean {
  return isTypo(typed, name, minLength) || isTypo(name, typed, minLength);
}

/** The one name that is meant; undefined when none or several are near. */
export function onlyTypo(typed: string, names: Iterable<string>, minLength = minTypo): string | undefined {
  const near = nearNames(typed, names, minLength);
  const [only] = near;
  return near.size === 1 && isPair(typed, only!, minLength) ? only : undefined;
}

/** The names that could be meant, and those that leave a doubt. */
export function nearNames(typed: string, names: Iterable<string>, minLength = minTypo): ReadonlySet<string> {
  const near = new Set<string>();
  for (const name of names)
    if (name !== typed && (isPair(typed, name, minLength) || isOneLetterOff(typed, name))) near.add(name);
  return near;
}

/** Near enough to leave a doubt, even where it is a word form or another first letter. */
export function isOneLetterOff(typed: string, name: string): boolean {
  return name.length >= 3 && isOneEdit(typed, name);
}

/** `_size` and `size` are two names. */
function leadOf(name: string): number {
  return /^_*/.exec(name)![0].length;
}

function plain(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function digitsOf(name: string): string {
  return name.replace(/\D+/g, "");
}

function isTypoOfWord(typed: string, meant: string): boolean {
  const [short, long] = typed.length < meant.length ? [typed, meant] : [meant, typed];
  if (long.length < 4 || !startsAlike(typed, meant) || isKnownWord(typed)) return false;
  if (isOtherForm(short, long)) return false;
  if (isOneEdit(typed, meant)) return mayBeOneEdit(typed, meant, short);
  return (
    short.length >= 8 &&
    !differInEnding(short, long) &&
    likeness(typed, meant) >= 0.8 &&
    distance(typed, meant) === 2
  );
}

function isOtherForm(short: string, long: string): boolean {
  if (long.startsWith(short)) return endings.has(long.slice(short.length)) && long.at(-1) !== short.at(-1);
  return (
    short.length === long.length &&
    short.slice(0, -1) === long.slice(0, -1) &&
    endings.has(short.at(-1)!) &&
    endings.has(long.at(-1)!)
  );
}

/** Of short words a changed letter makes another word; letters that are swapped, lost or doubled do not. */
function mayBeOneEdit(typed: string, meant: string, short: string): boolean {
  if (typed.length < meant.length) return meant.length >= 4;
  if (typed.length > meant.length) return short.length >= 4 || isDoubled(typed, meant);
  return typed.length >= 5 || lettersOf(typed) === lettersOf(meant);
}

function lettersOf(word: string): string {
  return Array.from(word).toSorted().join("");
}

/** The first letter is hardly ever wrong: `decode` is no slip for `encode`. */
function startsAlike(a: string, b: string): boolean {
  return a[0] === b[0] || (a[0] === b[1] && a[1] === b[0]);
}

function isDoubled(typed: string, meant: string): boolean {
  return typed.length > meant.length && typed.replace(/(.)\1/, "$1") === meant;
}

function differInEnding(short: string, long: string): boolean {
  return long.startsWith(short.slice(0, -3));
}

/** Whether one letter is changed, lost or added, or two neighbours are swapped. */
function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1 || a === b) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  let behind = 0;
  while (behind < short.length - from && short.at(-1 - behind) === long.at(-1 - behind)) behind += 1;
  const [rest, other] = [short.length - from - behind, long.length - from - behind];
  if (rest === 2 && other === 2) return short[from] === long[from + 1] && short[from + 1] === long[from];
  return rest <= 1 && other === 1;
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz_");

/** Every name that is one letter off; for asking which of them exist, where those that do cannot be listed. */
export function editsOf(name: string): readonly string[] {
  if (name.length > 20) return [];
  return Array.from({ length: name.length + 1 }, (_, at) => {
    const [before, behind] = [name.slice(0, at), name.slice(at)];
    const swapped = behind.length > 1 ? [before + behind[1]! + behind[0]! + behind.slice(2)] : [];
    const changed = letters.flatMap((letter) => [
      before + letter + behind,
      before + letter + behind.slice(1),
    ]);
    return [before + behind.slice(1), ...swapped, ...changed];
  }).flat();
}

/** How many letters are changed, lost, added or swapped with their neighbour; 3 when it is more than two. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let n = 1; n <= a.length; n += 1) {
    const next = [n];
    for (let m = 1; m <= b.length; m += 1) {
      const isSame = a[n - 1] === b[m - 1];
      let best = Math.min(row[m]! + 1, next[m - 1]! + 1, row[m - 1]! + (isSame ? 0 : 1));
      const isSwapped = n > 1 && m > 1 && a[n - 1] === b[m - 2] && a[n - 2] === b[m - 1];
      if (isSwapped) best = Math.min(best, before[m - 2]! + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return Math.min(row[b.length]!, 3);
}
