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
  const known = new Map<string, number>();
  for (const { tool, id } of before.security)
    known.set(`${tool}:${id}`, (known.get(`${tool}:${id}`) ?? 0) + 1);
  return after.security.some(({ tool, id }) => {
    const left = (known.get(`${tool}:${id}`) ?? 0) - 1;
    known.set(`${tool}:${id}`, left);
    return left < 0;
  });
}

/**
 * The rewrites that each make the text better. Several are tried at once, and taken at once when the problems
 * fall by at least as many; else in halves, down to single ones.
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
    if (mendsEach(best.findings, findings, group.length)) {
      kept = together;
      best = { text, findings };
    } else if (group.length > 1) {
      const half = group.length >> 1;
      waiting.push(group.slice(half), group.slice(0, half));
    }
  }
  return { ...best, rewrites: inOrder(kept), splices: splicesOf(kept) };
}

function mendsEach(before: StaticFindings, after: StaticFindings, rewrites: number): boolean {
  if (!isBetter(before, after)) return false;
  const total = ({ errors, warnings }: Problems): number => errors + warnings;
  return (
    before.isBroken || rewrites === 1 || total(problemsOf(before)) - total(problemsOf(after)) >= rewrites
  );
}

/** Without those that touch what an earlier one changes. */
function apart(proposed: readonly Rewrite[]): Rewrite[] {
  const taken: Splice[] = [];
  return proposed.filter(({ splices }) => {
    if (splices.length === 0 || splices.some((splice) => taken.some((other) => meet(splice, other))))
      return false;
    taken.push(...splices);
    return true;
  });
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
  const sorted = rewrites
    .flatMap(({ splices }) => splices)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter(
    (splice, at) => !sorted.slice(0, at).some((other) => isAddedLine(splice) && isSame(splice, other)),
  );
}

function isSame(a: Splice, b: Splice): boolean {
  return a.start === b.start && a.end === b.end && a.text === b.text;
}

function inOrder(rewrites: readonly Rewrite[]): Rewrite[] {
  return rewrites.toSorted((a, b) => a.splices[0]!.start - b.splices[0]!.start);
}
