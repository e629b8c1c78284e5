import type { Severity } from "./verdict.ts";

const weights = { error: 1, warning: 0.1, info: 0 } as const satisfies Record<Severity, number>;

/** 1 for a clean text, 0.5 after one error or ten warnings, falling towards 0 with everything more. */
export function scoreOf(counts: Readonly<Record<Severity, number>>): number {
  const weight = counts.error * weights.error + counts.warning * weights.warning;
  return Math.round(1000 / (1 + weight)) / 1000;
}
