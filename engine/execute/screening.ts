import type { Candidate } from "../candidates/candidate.ts";
import type { ExampleText } from "./example-texts.ts";
import type { Claim, PythonSplice, ScreenPlan } from "./protocol.ts";
import type { SearchTask } from "./search-task.ts";
import { callsIn, type BoxSession } from "./session.ts";
import type { TextScreen } from "./text-screen.ts";

/** Lines of Python a candidate may execute, and the time all of them have. */
export type ScreenLimits = Readonly<{ lineBudget: number; totalMs: number }>;

export type Splicing = (candidate: Candidate) => PythonSplice[];

/** An edit with which more claims hold than without it, and every one that did. */
export type PartialFix = Readonly<{ candidate: Candidate; failing: readonly number[] }>;

export type Screened = Readonly<{
  passing: readonly Candidate[];
  partial: readonly PartialFix[];
  unanswered: readonly Candidate[];
}>;

const baseLimits: ScreenLimits = { lineBudget: 100_000, totalMs: 1000 };

/** Only calls with written arguments can be screened by; texts without any are left to the judge. */
export async function planScreens(
  session: BoxSession,
  source: string,
  texts: readonly ExampleText[],
): Promise<TextScreen[]> {
  const screens: TextScreen[] = [];
  for (const { code, examples } of texts) {
    const plan = await session.plan(code, examples);
    const calls = callsIn(plan.steps);
    if (calls.length === 0) continue;
    const [claims] = await session.screen(source, { candidates: [[]], steps: plan.steps, ...baseLimits });
    const [held = []] = claims ? await session.judge(plan, [claims]) : [];
    screens.push({ ...plan, failing: [...calls.keys()].filter((at) => held[at] !== true) });
  }
  return screens;
}

/** All at once in one process for each text of examples: a screen, not a verdict. */
export async function screen(
  { session, source, screens }: Pick<SearchTask, "session" | "source" | "screens">,
  batch: readonly Candidate[],
  { splicesOf, lineBudget, totalMs }: ScreenLimits & { splicesOf: Splicing },
): Promise<Screened> {
  const endsAtMs = session.leftMs() - totalMs;
  const unanswered: Candidate[] = [];
  const partial: PartialFix[] = [];
  let passing = batch;
  for (const each of screens) {
    if (passing.length === 0) break;
    const limits = { lineBudget, totalMs: Math.max(1, session.leftMs() - endsAtMs) };
    const candidates = passing.map(splicesOf);
    const outcomes = await session.screen(source, { candidates, steps: each.steps, ...limits });
    unanswered.push(...passing.filter((_, at) => !outcomes[at]));
    const judged = await judgeAll(session, each, passing, outcomes);
    passing = judged.filter(({ left }) => left.length === 0).map(({ one }) => one);
    if (screens.length > 1) continue;
    for (const { one: candidate, left } of judged)
      if (
        left.length > 0 &&
        left.length < each.failing.length &&
        left.every((at) => each.failing.includes(at))
      )
        partial.push({ candidate, failing: left });
  }
  return { passing, partial, unanswered };
}

/** Which claims do not hold, for each that gave an answer, in their order. */
async function judgeAll<Tried>(
  session: BoxSession,
  plan: ScreenPlan,
  tried: readonly Tried[],
  claims: readonly (readonly Claim[] | null)[],
): Promise<{ one: Tried; left: number[] }[]> {
  const answered = tried.flatMap((one, at) => {
    const made = claims[at];
    return made ? [{ one, made }] : [];
  });
  if (answered.length === 0) return [];
  const judged = await session.judge(
    plan,
    answered.map(({ made }) => made),
  );
  return answered.map(({ one }, at) => ({
    one,
    left: judged[at]!.flatMap((held, index) => (held ? [] : [index])),
  }));
}
