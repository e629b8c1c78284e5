import type { Candidate } from "../candidates/candidate.ts";
import type { ExampleText } from "./example-texts.ts";
import type { Claim, PythonSplice, ScreenPlan } from "./protocol.ts";
import type { SearchBudget } from "./search-budget.ts";
import type { SearchTask } from "./search-task.ts";
import { callsIn, type BoxSession, type ScreenAnswers } from "./session.ts";
import type { TextScreen } from "./text-screen.ts";

/** Lines of Python that a candidate may run, and that all of them may take of the search's budget. */
export type ScreenLimits = Readonly<{ lineBudget: number; budget: SearchBudget; purse?: number }>;

export type Splicing = (candidate: Candidate) => PythonSplice[];

/** An edit with which more claims hold than without it, and every one that did. */
export type PartialFix = Readonly<{ candidate: Candidate; failing: readonly number[] }>;

export type Screened = Readonly<{
  passing: readonly Candidate[];
  partial: readonly PartialFix[];
  /** Those that gave no answer, and those that the budget did not reach. */
  unanswered: readonly Candidate[];
  untried: readonly Candidate[];
  /** Whether a limit of time, not the purse, ended it. */
  isLate: boolean;
}>;

const baseLimits = { lineBudget: 100_000, purse: 1_000_000, totalMs: 4000, cpuMs: 2000 };

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
    const { outcomes } = await session.screen(source, { candidates: [[]], steps: plan.steps, ...baseLimits });
    const [held = []] = outcomes[0] ? await session.judge(plan, [outcomes[0]]) : [];
    screens.push({ ...plan, failing: [...calls.keys()].filter((at) => held[at] !== true) });
  }
  return screens;
}

/** All at once in one process for each text of examples: a screen, not a verdict. */
export async function screen(
  { session, source, screens }: Pick<SearchTask, "session" | "source" | "screens">,
  batch: readonly Candidate[],
  { splicesOf, lineBudget, budget, purse = budget.lines() }: ScreenLimits & { splicesOf: Splicing },
): Promise<Screened> {
  const unanswered: Candidate[] = [];
  const untried: Candidate[] = [];
  const partial: PartialFix[] = [];
  let passing = batch;
  let left = purse;
  let isLate = false;
  for (const each of screens) {
    if (passing.length === 0) break;
    const limits = { lineBudget, purse: Math.max(1, Math.round(left)), ...budget.guards() };
    const candidates = passing.map(splicesOf);
    const asked = await session.screen(source, { candidates, steps: each.steps, ...limits });
    budget.spend(asked.spent);
    left -= asked.spent.lines;
    isLate ||= wasLate(asked, candidates.length, limits.purse);
    untried.push(...passing.slice(asked.tried));
    const tried = passing.slice(0, asked.tried);
    unanswered.push(...tried.filter((_, at) => !asked.outcomes[at]));
    const judged = await judgeAll(session, each, tried, asked.outcomes);
    passing = judged.filter(({ left: failing }) => failing.length === 0).map(({ one }) => one);
    if (screens.length > 1) continue;
    for (const { one: candidate, left: failing } of judged)
      if (
        failing.length > 0 &&
        failing.length < each.failing.length &&
        failing.every((at) => each.failing.includes(at))
      )
        partial.push({ candidate, failing });
  }
  return { passing, partial, unanswered, untried, isLate };
}

/** Whether candidates were left out although the purse was not empty. */
export function wasLate({ tried, spent }: ScreenAnswers, candidates: number, purse: number): boolean {
  return tried < candidates && spent.lines < purse;
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
