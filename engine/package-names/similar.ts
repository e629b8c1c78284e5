import { normalName } from "../requirement.ts";
import { asModule, moduleOwners, popularPackages, rankOf } from "./table.ts";

/** Names like these are imitated. */
const wellKnown = 1000;
/** Shorter names are one letter from too many others. */
const minLength = 5;
const maxLength = 100;
const maxNearest = 3;

/**
 * The well-known package that a name is one letter from: one left out, added, replaced, or swapped with its neighbour.
 * Undefined where the name is that of a popular package itself.
 */
export function nearPopular(name: string): string | undefined {
  if (name.length > maxLength || rankOf(name) !== undefined) return undefined;
  return nearest(normalName(name), popularPackages().slice(0, wellKnown));
}

let modules: readonly string[] | undefined;

/** The same for a module, by what well-known packages call theirs. */
export function nearPopularModule(module: string): string | undefined {
  if (module.length > maxLength || rankOf(module) !== undefined || moduleOwners().has(module))
    return undefined;
  return nearest(module.toLowerCase(), wellKnownModules());
}

/** What programs import from well-known packages, the most popular first. */
export function wellKnownModules(): readonly string[] {
  modules ??= [
    ...popularPackages().slice(0, wellKnown).map(asModule),
    ...Array.from(moduleOwners())
      .filter(([, owner]) => rankOf(owner)! < wellKnown)
      .map(([module]) => module.toLowerCase()),
  ];
  return modules;
}

export function nearest(name: string, others: readonly string[]): string | undefined {
  if (name.length < minLength) return undefined;
  return others.find((other) => other.length >= minLength && isOneEdit(name, other));
}

/** At most three popular packages that may be meant by a name that no package has, the likeliest first. */
export function nearestNames(name: string): string[] {
  if (name.length > maxLength) return [];
  const normal = normalName(name);
  const owner = moduleOwners().get(name) ?? moduleOwners().get(asModule(name));
  const max = normal.length < minLength ? 1 : 2;
  const letters = lettersOf(normal);
  const near = popularLetters()
    .filter((other) => differing(letters, other.letters) <= 2 * max)
    .map(({ name: other }) => ({ other, edits: editsBetween(normal, other, max) }))
    .filter(({ edits }) => edits <= max)
    .toSorted((a, b) => a.edits - b.edits)
    .map(({ other }) => other);
  return [...new Set([...(owner === undefined ? [] : [owner]), ...near])].slice(0, maxNearest);
}

type Letters = Readonly<{ name: string; letters: number }>;

let withLetters: readonly Letters[] | undefined;

/** An edit changes two letters at most of those that a name has, which is compared much faster than names are. */
function popularLetters(): readonly Letters[] {
  withLetters ??= popularPackages().map((name) => ({ name, letters: lettersOf(name) }));
  return withLetters;
}

/** A bit for each letter that a name has. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) & 31);
  return letters;
}

function differing(these: number, those: number): number {
  let count = 0;
  for (let bits = these ^ those; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Whether one letter is left out, added or replaced, or two neighbours are swapped. */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (a === b || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = (text: string, skipped: number): string => text.slice(at + skipped);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  if (rest(short, 1) === rest(long, 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, 2) === rest(long, 2);
}

/** How many edits lie between two names; more than `max` are not counted. */
function editsBetween(a: string, b: string, max: number): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let x = 1; x <= a.length; x += 1) {
    const next = [x];
    for (let y = 1; y <= b.length; y += 1) {
      const isSame = a[x - 1] === b[y - 1];
      let least = Math.min(row[y]! + 1, next[y - 1]! + 1, row[y - 1]! + (isSame ? 0 : 1));
      if (x > 1 && y > 1 && a[x - 1] === b[y - 2] && a[x - 2] === b[y - 1])
        least = Math.min(least, before[y - 2]! + 1);
      next.push(least);
    }
    if (Math.min(...next) > max) return max + 1;
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
