import type { StaticFindings } from "../static-check.ts";
import { applySplices, type Splice } from "../splices.ts";
import type { Rewrite } from "./repair.ts";

/** Says what the checkers find in a text. */
export type Judge = (text: string) => Promise<StaticFindings>;

/** A text and what is known of it. */
export type Judged = Readonly<{ text: string; findings: StaticFindings }>;

/** What a step of the repair came to. */
export type Kept = Judged & Readonly<{ rewrites: readonly Rewrite[]; splices: readonly Splice[] }>;

type Problems = Readonly<{ isBroken: boolean; errors: number; warnings: number }>;

export function problemsOf({ isBroken, diagnostics, security }: StaticFindings): Problems {
  const found = [...diagnostics, ...security];
  const count = (wanted: string): number => found.filter(({ severity }) => severity === wanted).length;
  return { isBroken, errors: count("error"), warnings: count("warning") };
}

/** A tool that had no say proves nothing: such a text is never taken for better. */
export function isIncomplete({ diagnostics }: StaticFindings): boolean {
  return diagnostics.some(({ rule }) => rule.endsWith(":incomplete"));
}

/** Fewer errors, or as many errors and fewer warnings, and no security finding that was not there before. */
export function isBetter(before: StaticFindings, after: StaticFindings): boolean {
  if (isIncomplete(after) || after.isBroken) return false;
  // Of a text that does not parse nothing else was known.
  if (before.isBroken) return true;
  const [old, now] = [problemsOf(before), problemsOf(after)];
  const isLess = now.errors < old.errors || (now.errors === old.errors && now.warnings < old.warnings);
  return isLess && !addsSecurityFinding(before, after);
}

/** As good as before: nothing that was not there, and every tool had its say. */
export function addsNothing(before: StaticFindings, after: StaticFindings): boolean {
  const [old, now] = [problemsOf(before), problemsOf(after)];
  return (
    !isIncomplete(after) &&
    !after.isBroken &&
    now.errors <= old.errors &&
    now.warnings <= old.warnings &&
    !addsSecurityFinding(before, after)
  );
}

export function addsSecurityFinding(before: StaticFindings, after: StaticFindings): boolean {
  const named = ({ security }: StaticFindings): string[] => security.map(({ tool, id }) => `${tool}:${id}`);
  return exceeds(named(before), named(after));
}

/**
 * The rewrites that each make the text better. Several are tried at once, and taken at once when as many problems
 * are gone and none is new; else in halves, down to single ones.
 */
export async function keepWhatHelps(
  judge: Judge,
  start: Judged,
  proposed: readonly Rewrite[],
  mostChecks: number,
): Promise<Kept> {
  let kept: readonly Rewrite[] = [];
  let best: Judged = start;
  let checks = 0;
  const waiting = [apart(proposed)];
  for (let group = waiting.pop(); group && checks < mostChecks; group = waiting.pop()) {
    if (group.length === 0) continue;
    const together = [...kept, ...group];
    const text = applySplices(start.text, splicesOf(together));
    checks += 1;
    const findings = await judge(text);
    if (mendsEach(best.findings, findings, group)) {
      kept = together;
      best = { text, findings };
    } else if (group.length > 1) {
      const half = group.length >> 1;
      waiting.push(group.slice(half), group.slice(0, half));
    }
  }
  return { ...best, rewrites: inOrder(kept), splices: splicesOf(kept) };
}

/** Of several, each has mended what it is about when as much is gone and nothing is new; when more is gone, nobody can tell. */
function mendsEach(before: StaticFindings, after: StaticFindings, rewrites: readonly Rewrite[]): boolean {
  if (!isBetter(before, after)) return false;
  if (before.isBroken || rewrites.length === 1) return true;
  const [old, now] = [problemsOf(before), problemsOf(after)];
  const gone = old.errors + old.warnings - now.errors - now.warnings;
  const meant = rewrites.reduce((sum, { mends = 1 }) => sum + mends, 0);
  return gone === meant && !saysMore(before, after);
}

/** Whether something is said that was not said before, or more often. */
function saysMore(before: StaticFindings, after: StaticFindings): boolean {
  const said = ({ diagnostics, security }: StaticFindings): string[] => [
    ...diagnostics.map(({ rule, message }) => `${rule} ${message}`),
    ...security.map(({ tool, id }) => `${tool}:${id}`),
  ];
  return exceeds(said(before), said(after));
}

function exceeds(before: readonly string[], after: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  return after.some((word) => {
    const more = (left.get(word) ?? 0) - 1;
    left.set(word, more);
    return more < 0;
  });
}

/** Without those that touch what an earlier one changes. */
function apart(proposed: readonly Rewrite[]): Rewrite[] {
  const taken: Splice[] = [];
  return proposed.filter(({ splices }) => {
    const places = splices.map((splice) => placeAmong(taken, splice));
    if (splices.length === 0 || places.includes(undefined)) return false;
    for (const splice of splices) taken.splice(placeAmong(taken, splice) ?? taken.length, 0, splice);
    return true;
  });
}

/** Where an edit belongs in the order of the text; undefined when it meets one that is there. */
function placeAmong(taken: readonly Splice[], splice: Splice): number | undefined {
  let low = 0;
  let high = taken.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (taken[middle]!.start < splice.start) low = middle + 1;
    else high = middle;
  }
  const before = taken[low - 1];
  if (before && meet(before, splice)) return undefined;
  for (let at = low; at < taken.length && taken[at]!.start <= splice.end; at += 1)
    if (meet(taken[at]!, splice)) return undefined;
  return low;
}

/** Edits of one piece meet, and so do two insertions at one place, unless each of them is whole lines. */
function meet(a: Splice, b: Splice): boolean {
  if (a.start !== b.start) return a.start < b.end && b.start < a.end;
  return !(isAddedLine(a) && isAddedLine(b));
}

function isAddedLine({ start, end, text }: Splice): boolean {
  return start === end && /[\r\n]$/.test(text);
}

/** The edits of several rewrites; a line that two of them add is added once. */
export function splicesOf(rewrites: readonly Rewrite[]): Splice[] {
  const added = new Set<string>();
  return rewrites
    .flatMap(({ splices }) => splices)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .filter((splice) => {
      if (!isAddedLine(splice)) return true;
      const line = `${splice.start} ${splice.text}`;
      return !added.has(line) && added.add(line);
    });
}

function inOrder(rewrites: readonly Rewrite[]): Rewrite[] {
  return rewrites.toSorted((a, b) => a.splices[0]!.start - b.splices[0]!.start);
}
