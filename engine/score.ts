import type { Diagnostic, SecurityFinding, Severity } from "./verdict.ts";

const weights = { error: 1, warning: 0.1, info: 0 } as const satisfies Record<Severity, number>;

/** 1 for a clean text, 0.5 after one error or ten warnings, falling towards 0 with everything more. */
export function scoreOf(diagnostics: readonly Diagnostic[], security: readonly SecurityFinding[]): number {
  const weight = [...diagnostics, ...security].reduce((sum, { severity }) => sum + weights[severity], 0);
  return Math.round(1000 / (1 + weight)) / 1000;
}
