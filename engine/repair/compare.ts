import { unfinishedTools } from "../incomplete.ts";
import { countOf, sumOf } from "../findings/counts.ts";
import type { StaticFindings } from "../findings/static-findings.ts";

type Problems = Readonly<{ errors: number; warnings: number }>;

export function problemsOf({ diagnostics, security, unlisted }: StaticFindings): Problems {
  const { error, warning } = sumOf([countOf(diagnostics), countOf(security), unlisted]);
  return { errors: error, warnings: warning };
}

/** A tool that had no say proves nothing: such a text is never taken for better. */
export function isIncomplete({ diagnostics }: StaticFindings): boolean {
  return unfinishedTools(diagnostics).length > 0;
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
export function addsNoFinding(before: StaticFindings, after: StaticFindings): boolean {
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

/** Every thing that is said of a text, without its place. */
export function findingKeys({ diagnostics, security }: StaticFindings): string[] {
  return [
    ...diagnostics.map(({ rule, message }) => `${rule} ${message}`),
    ...security.map(({ tool, id }) => `${tool}:${id}`),
  ];
}

/** Whether a list holds something that another does not, or more often. */
export function exceeds(before: readonly string[], after: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const word of before) left.set(word, (left.get(word) ?? 0) + 1);
  return after.some((word) => {
    const more = (left.get(word) ?? 0) - 1;
    left.set(word, more);
    return more < 0;
  });
}
