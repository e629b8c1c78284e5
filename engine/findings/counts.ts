import type { Severity } from "../verdict.ts";

/** How many findings there are of each severity. */
export type Counts = Readonly<Record<Severity, number>>;

export const nothing: Counts = { error: 0, warning: 0, info: 0 };

export function countOf(found: readonly Readonly<{ severity: Severity }>[]): Counts {
  const counts = { ...nothing };
  for (const { severity } of found) counts[severity] += 1;
  return counts;
}

export function sumOf(several: readonly (Counts | undefined)[]): Counts {
  const sum = { ...nothing };
  for (const { error, warning, info } of several.filter((each) => each !== undefined)) {
    sum.error += error;
    sum.warning += warning;
    sum.info += info;
  }
  return sum;
}
