import { z } from "zod";
import type { Mode } from "../../engine/job.ts";

/** Of a verdict, which may be of another version, what its headline needs. */
const Told = z.object({
  valid: z.boolean(),
  diagnostics: z.array(z.object({ severity: z.string() })),
  security: z.array(z.object({ severity: z.string() })).default([]),
  fixed_code: z.string().nullish(),
  fixed_valid: z.boolean().nullish(),
  runtime: z.object({ examples: z.object({ judged: z.int(), held: z.int() }).nullish() }).optional(),
  meta: z.object({ mode: z.string().default("static") }).optional(),
});

export type VerdictSummary = Readonly<{
  isValid: boolean;
  /** The result in a sentence, and in another one what the fix does to it. */
  headline: string;
  withFix: string | undefined;
  mode: string;
  counts: string;
  /** Two marks of the stamp: the outcome, and how it was found. */
  outcome: Readonly<{ mark: string; caption: string }>;
  how: Readonly<{ mark: string; caption: string }>;
}>;

const hows: Readonly<Record<Mode, Readonly<{ mark: string; caption: string; name: string }>>> = {
  static: { mark: "CHECK", caption: "never run", name: "Check" },
  repair: { mark: "FIX", caption: "never run", name: "Fix" },
  execute: { mark: "RUN", caption: "in a container", name: "Run and prove" },
};

/** Undefined where the text is no verdict: agents answer what they cannot judge with a refusal. */
export function summarize(result: string | null): VerdictSummary | undefined {
  const read = Told.safeParse(parse(result));
  if (!read.success) return undefined;
  const { valid, diagnostics, security, fixed_code, fixed_valid, runtime, meta } = read.data;
  const examples = runtime?.examples ?? undefined;
  const hasExamples = examples !== undefined && examples.judged > 0;
  const how = hows[(meta?.mode ?? "static") as Mode] ?? hows.static;
  const isFixed = typeof fixed_code === "string" && fixed_valid === true;
  const isProven = isFixed && hasExamples;
  const passed = isProven ? examples.judged : (examples?.held ?? 0);
  return {
    isValid: valid,
    headline: headlineOf(
      valid,
      isFixed,
      hasExamples ? `${examples.held} of ${examples.judged} examples pass.` : "",
    ),
    withFix: withFix({ valid, isFixed, isProven, judged: examples?.judged ?? 0 }),
    mode: how.name,
    counts: countsOf([...diagnostics, ...security].map(({ severity }) => severity)),
    outcome: hasExamples
      ? {
          mark: `${passed}/${examples.judged}`,
          caption: isProven && !valid ? "pass with the fix" : "examples pass",
        }
      : { mark: valid ? "VALID" : "NOT", caption: valid ? "no errors" : "not valid" },
    how,
  };
}

function headlineOf(valid: boolean, isFixed: boolean, examples: string): string {
  if (valid) return `Valid. ${examples}`.trim();
  return isFixed ? "Not valid as sent." : `Not valid. ${examples}`.trim();
}

type Fixed = Readonly<{ valid: boolean; isFixed: boolean; isProven: boolean; judged: number }>;

function withFix({ valid, isFixed, isProven, judged }: Fixed): string | undefined {
  if (valid || !isFixed) return undefined;
  return isProven ? `With the fix, ${judged} of ${judged} pass.` : "With the fix, no errors are left.";
}

function countsOf(severities: readonly string[]): string {
  const count = (wanted: string): string => {
    const number = severities.filter((severity) => severity === wanted).length;
    return number === 0 ? "" : `${number} ${wanted}${number === 1 ? "" : "s"}`;
  };
  const parts = ["error", "warning"].map(count).filter((part) => part !== "");
  return parts.length > 0 ? `${parts.join(", ")}.` : "No errors or warnings.";
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
