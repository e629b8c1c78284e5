import type { Diagnostic } from "../verdict.ts";
import { targets, type Target, type Translation } from "./translate-text.ts";

/** A translated copy, or why there is none; the code is not called wrong for it. */
export type Copy = Readonly<{ transpiled: string | null; diagnostics: readonly Diagnostic[] }>;

export const noCopy: Copy = { transpiled: null, diagnostics: [] };

/** How many reasons are told; a program that cannot be translated usually has many. */
const mostReasons = 10;

/** The language a caller names. */
export function targetNamed(name: string): Target | undefined {
  return targets.find((target) => target === name.trim().toLowerCase());
}

export function toCopy(translation: Translation): Copy {
  if ("code" in translation) return { transpiled: translation.code, diagnostics: [] };
  const reasons = translation.refused.slice(0, mostReasons);
  return {
    transpiled: null,
    diagnostics: reasons.map(({ construct, line, column }) =>
      notTranspiled(`${construct} cannot be translated so that it means the same`, line, column),
    ),
  };
}

export function notTranspiled(
  reason: string,
  line: number | null = null,
  column: number | null = null,
): Diagnostic {
  return {
    severity: "info",
    rule: "python:not-transpiled",
    message: `There is no translated copy: ${reason}.`,
    line,
    column,
  };
}
