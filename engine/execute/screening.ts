import type { Candidate } from "../candidates/candidate.ts";
import { inTurn } from "./plan.ts";
import type { PythonSplice } from "./protocol.ts";
import { judgeAll } from "./prove.ts";
import type { SearchTask } from "./search-task.ts";

/** Lines of Python a candidate may execute, and the time all of them have. */
export type ScreenLimits = Readonly<{ lineBudget: number; totalMs: number }>;

export type Splicing = (candidate: Candidate) => PythonSplice[];

/** An edit with which more examples hold than without it, and every one that did. */
export type PartialFix = Readonly<{ candidate: Candidate; failing: readonly number[] }>;

export type Screened = Readonly<{
  passing: readonly Candidate[];
  partial: readonly PartialFix[];
  unanswered: readonly Candidate[];
}>;

/** All at once in one process for each part of the examples: a screen, not a verdict. */
export async function screen(
  { session, source, plan, failing }: SearchTask,
  batch: readonly Candidate[],
  { splicesOf, lineBudget, totalMs }: ScreenLimits & { splicesOf: Splicing },
): Promise<Screened> {
  const endsAtMs = session.leftMs() - totalMs;
  const unanswered: Candidate[] = [];
  const partial: PartialFix[] = [];
  let passing = batch;
  for (const part of inTurn(plan)) {
    if (passing.length === 0) break;
    const limits = { lineBudget, totalMs: Math.max(1, session.leftMs() - endsAtMs) };
    const candidates = passing.map(splicesOf);
    const outcomes = await session.screen(source, { candidates, steps: part.steps, ...limits });
    unanswered.push(...passing.filter((_, at) => !outcomes[at]));
    const judged = await judgeAll(session, part, passing, outcomes);
    passing = judged.filter((one) => one.failing.length === 0).map(({ one }) => one);
    if (plan.parts.length > 1) continue;
    for (const { one: candidate, failing: left } of judged)
      if (left.length > 0 && left.length < failing.length && left.every((at) => failing.includes(at)))
        partial.push({ candidate, failing: left });
  }
  return { passing, partial, unanswered };
}
