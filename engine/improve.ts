import type { Clock } from "../platform/clock.ts";
import type { Troubles } from "../platform/troubles.ts";
import type { Types } from "./workers/type-checker/types.ts";
import type { Job } from "./job.ts";
import { addsNothing } from "./repair/compare.ts";
import type { Judge } from "./repair/gate.ts";
import { rewritten, repair, type Repaired } from "./repair/rounds.ts";
import { submittedLines } from "./text/line-map.ts";
import type { StaticFindings } from "./findings/static-findings.ts";
import { checkStatically, withoutMark } from "./static-check.ts";
import type { Workers } from "./tasks/workers.ts";

export type ImproveTools = Readonly<{ workers: Workers; types: Types; clock: Clock; troubles: Troubles }>;

/** How long a text is worked on before it is left as it then is. */
const maxMs = 10_000;

/** The submitted text as it is: what mode static looks at. */
export function untouched(code: string, findings: StaticFindings): Repaired {
  const text = withoutMark(code);
  return { text, findings, fixes: [], lines: submittedLines(text), onceParsed: undefined };
}

/** Fixes what can be fixed without running the code and, where `optimize` is set, removes dead code. */
export async function improve(
  tools: ImproveTools,
  { code, options }: Job,
  submitted: StaticFindings,
  signal: AbortSignal,
): Promise<Repaired> {
  const startedAt = tools.clock.monotonic();
  const hasTime = (): boolean => tools.clock.monotonic() - startedAt < maxMs;
  const judge: Judge = async (text) => (hasTime() ? checkStatically(tools, text, signal) : unjudged(text));
  const text = withoutMark(code);
  const findings = text === code ? submitted : await checkStatically(tools, text, signal);
  const repaired = await repair(
    {
      judge,
      // A text that takes a worker down is left as it is; the workers have noted it.
      propose: async (proposing) => tools.workers.propose(proposing, signal).catch(() => []),
    },
    { text, findings },
    options.max_iterations,
  );
  signal.throwIfAborted();
  return options.optimize && !repaired.findings.isBroken
    ? optimize(tools, repaired, judge, signal)
    : repaired;
}

/** A check there was no time for proves nothing, as one that a tool could not finish. */
function unjudged(text: string): StaticFindings {
  const message = "There was no time left to check this code.";
  const diagnostic = {
    severity: "error",
    rule: "repair:incomplete",
    message,
    line: null,
    column: null,
  } as const;
  return { diagnostics: [diagnostic], security: [], isBroken: false, text };
}

async function optimize(
  { workers }: ImproveTools,
  start: Repaired,
  judge: Judge,
  signal: AbortSignal,
): Promise<Repaired> {
  const steps = await workers.optimize(start.text, signal).catch(() => []);
  signal.throwIfAborted();
  if (steps.length === 0) return start;
  const optimized = steps.reduce((now, step) => rewritten(now, [step], now.findings), start);
  const findings = await judge(optimized.text);
  return addsNothing(start.findings, findings) ? { ...optimized, findings } : start;
}
