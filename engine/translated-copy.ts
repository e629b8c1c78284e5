import { submittedLine, type LineMap } from "./text/line-map.ts";
import type { Diagnostic } from "./verdict.ts";
import type { Workers } from "./tasks/workers.ts";
import { targets, type Target } from "./transpile/targets.ts";
import type { Translation } from "./transpile/translate-text.ts";

/** A translated copy, or why there is none; the code is not called wrong for it. */
export type Copy = Readonly<{ transpiled: string | null; diagnostics: readonly Diagnostic[] }>;

type Wanted = Readonly<{
  /** The language, as the caller names it; null where none is wanted. */
  name: string | null;
  /** The code as it ends up. */
  text: string;
  /** The submitted lines of its own. */
  lines: LineMap;
  /** Python does not accept it. */
  isBroken: boolean;
}>;

/** How many reasons are told; a program that cannot be translated usually has many. */
const maxReasons = 10;

export async function copyOf(
  workers: Workers,
  { name, text, lines, isBroken }: Wanted,
  signal: AbortSignal,
): Promise<Copy> {
  if (name === null) return { transpiled: null, diagnostics: [] };
  const target = targetNamed(name);
  if (target === undefined) return without(unknownTarget(name));
  if (isBroken) return without("Python does not accept the code");
  const translation = await workers.translate(text, target, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (!translation) return without("it did not finish in time");
  if ("code" in translation) return { transpiled: translation.code, diagnostics: [] };
  return { transpiled: null, diagnostics: toReasons(translation, lines) };
}

function targetNamed(name: string): Target | undefined {
  return targets.find((target) => target === name.trim().toLowerCase());
}

function unknownTarget(name: string): string {
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return `${JSON.stringify(shown)} is not a language this service translates to; use javascript or typescript`;
}

type Refused = Extract<Translation, { refused: unknown }>;

function toReasons({ refused }: Refused, lines: LineMap): Diagnostic[] {
  return refused
    .slice(0, maxReasons)
    .map(({ construct, line, column }) =>
      toDiagnostic(
        `${construct} cannot be translated so that it means the same`,
        submittedLine(lines, line),
        column,
      ),
    );
}

function without(reason: string): Copy {
  return { transpiled: null, diagnostics: [toDiagnostic(reason, null, null)] };
}

function toDiagnostic(reason: string, line: number | null, column: number | null): Diagnostic {
  return {
    severity: "info",
    rule: "python:not-transpiled",
    message: `There is no translated copy: ${reason}.`,
    line,
    column,
  };
}
