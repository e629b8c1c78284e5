import type { Clock } from "../parts/clock.ts";
import type { Types } from "../parts/types/types.ts";
import type { Job } from "./job.ts";
import { addsNothing, type Judge } from "./repair/gate.ts";
import { rewritten, repair, type Repaired } from "./repair/rounds.ts";
import { submittedLines } from "./repair/line-map.ts";
import { checkStatically, withoutMark, type StaticFindings } from "./static-check.ts";
import type { Workers } from "./workers.ts";

export type ImproveTools = Readonly<{ workers: Workers; types: Types; clock: Clock }>;

/** How long a text is worked on before it is left as it then is. */
const longestMs = 10_000;

/** The submitted text as it is: what mode static looks at. */
export function untouched(code: string, findings: StaticFindings): Repaired {
  const text = withoutMark(code);
  return { text, findings, fixes: [], lines: submittedLines(text), mended: undefined };
}

/** Mends what can be mended without running the code and, where that is asked for, leaves out what does nothing. */
export async function improve(
  tools: ImproveTools,
  { code, options }: Job,
  submitted: StaticFindings,
  signal: AbortSignal,
): Promise<Repaired> {
  const startedAt = tools.clock.monotonic();
  const judge: Judge = async (text) => checkStatically(tools, text, signal);
  const text = withoutMark(code);
  const findings = text === code ? submitted : await judge(text);
  const repaired = await repair(
    {
      judge,
      // A text that takes a worker down is left as it is.
      propose: async (proposing) => tools.workers.propose(proposing, signal).catch(() => []),
      hasTime: () => tools.clock.monotonic() - startedAt < longestMs,
    },
    { text, findings },
    options.max_iterations,
  );
  signal.throwIfAborted();
  return options.optimize && !repaired.findings.isBroken
    ? optimize(tools, repaired, judge, signal)
    : repaired;
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
