import type { StaticFindings } from "../findings/static-findings.ts";
import { applySplices } from "../text/splices.ts";
import { readPositions } from "../text/positions.ts";
import { exceeds, isBetter, problemsOf, findingKeys } from "./compare.ts";
import type { Rewrite } from "../text/rewrite.ts";
import { apart, splicesOf } from "./side-by-side.ts";

/** Says what the checkers find in a text. */
export type Judge = (text: string) => Promise<StaticFindings>;

/** A text and what is known of it. */
export type JudgedText = Readonly<{ text: string; findings: StaticFindings }>;

/** What a step of the repair came to. */
export type Kept<Edit extends Rewrite> = JudgedText & Readonly<{ rewrites: readonly Edit[] }>;

/**
 * The rewrites that each make the text better. Several are tried at once, and taken at once when as many problems
 * are gone and none is new; else in halves, down to single ones.
 */
export async function keepWhatHelps<Edit extends Rewrite>(
  judge: Judge,
  start: JudgedText,
  proposed: readonly Edit[],
  maxChecks: number,
): Promise<Kept<Edit>> {
  let kept: readonly Edit[] = [];
  let best: JudgedText = start;
  let checks = 0;
  const waiting = [apart(proposed)];
  for (let group = waiting.pop(); group && checks < maxChecks; group = waiting.pop()) {
    if (group.length === 0) continue;
    const together = [...kept, ...group];
    const text = applySplices(start.text, splicesOf(together));
    checks += 1;
    const findings = await judge(text);
    if (fixesEach(start, best.findings, findings, group)) {
      kept = together;
      best = { text, findings };
    } else if (group.length > 1) {
      const half = group.length >> 1;
      waiting.push(group.slice(half), group.slice(0, half));
    }
  }
  return { ...best, rewrites: kept };
}

/** Of several, each has fixed its finding when as much is gone, nothing is new, and each had something on its lines. */
function fixesEach(
  start: JudgedText,
  before: StaticFindings,
  after: StaticFindings,
  rewrites: readonly Rewrite[],
): boolean {
  if (!isBetter(before, after)) return false;
  if (before.isBroken || rewrites.length === 1) return true;
  const [old, now] = [problemsOf(before), problemsOf(after)];
  const gone = old.errors + old.warnings - now.errors - now.warnings;
  const meant = rewrites.reduce((sum, { findingCount = 1 }) => sum + findingCount, 0);
  if (gone !== meant || exceeds(findingKeys(before), findingKeys(after))) return false;
  const isGoneAt = goneLines(start.findings, after);
  const { lineOf } = readPositions(start.text);
  return rewrites.every(({ splices, at }) =>
    [...splices.flatMap(({ start: from, end }) => [from, end]), ...(at === undefined ? [] : [at])].some(
      (offset) => isGoneAt.has(lineOf(offset)),
    ),
  );
}

/** The lines of a text of which something is no longer said. */
function goneLines(before: StaticFindings, after: StaticFindings): ReadonlySet<number> {
  const still = Map.groupBy(findingKeys(after), (said) => said);
  const known = Map.groupBy(findingKeys(before), (said) => said);
  const places = [...before.diagnostics, ...before.security].map(({ line }) => line);
  return new Set(
    findingKeys(before).flatMap((said, at) => {
      const isFewer = (still.get(said)?.length ?? 0) < known.get(said)!.length;
      return isFewer && places[at] ? [places[at]] : [];
    }),
  );
}
