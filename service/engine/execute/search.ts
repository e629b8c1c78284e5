import type { Candidate, Facts } from "../candidates/candidate.ts";
import { observe } from "./observe.ts";
import { toPythonSplices } from "./python-splices.ts";
import type { Claim, Plan, PythonSplice } from "./protocol.ts";
import type { Session } from "./session.ts";

/** A candidate that every example proves, and the other ones that passed the same screen. */
export type Proof = Readonly<{ winner: Candidate; rivals: readonly Candidate[] }>;

export type SearchTools = Readonly<{
  /** Edits of the source in the order of their cost. */
  propose(source: string, facts: Facts): Promise<readonly Candidate[]>;
  /** Whether the checkers have no more against the edited source than the examples have against the original. */
  isNoWorse(candidate: Candidate): Promise<boolean>;
}>;

export type SearchTask = Readonly<{
  session: Session;
  source: string;
  plan: Plan;
  /** The examples that do not hold. */
  failing: readonly number[];
}>;

/** Cheap candidates are tried first, so most searches end in the first batch. */
const batchSizes = [100, 400, 900, 1500];
/** The part of the caller's time that examples and search leave for running what the source ends up as. */
const shareForTheRun = 0.58;
const leastSearchMs = 1000;
const provenAtOnce = 4;
const mostRivals = 12;

/** Finds the cheapest edit after which every example holds when run. */
export async function searchFix(tools: SearchTools, task: SearchTask): Promise<Proof | undefined> {
  const { session, source } = task;
  const endsAtMs = Math.min(session.leftMs() - leastSearchMs, session.budgetMs * shareForTheRun);
  const leftMs = (): number => session.leftMs() - endsAtMs;
  const candidates = await tools.propose(source, await observe(task));
  const splicesOf = toPythonSplices(source);
  const exhausted: Candidate[] = [];

  async function tryBatch(batch: readonly Candidate[], limits: Limits): Promise<Proof | undefined> {
    const { passing, unanswered } = await screen(task, batch, { splicesOf, ...limits });
    exhausted.push(...unanswered);
    for await (const winner of prove(task, passing, splicesOf)) {
      const rivals = passing.filter((other) => other !== winner).slice(0, mostRivals);
      if (await tools.isNoWorse(winner)) return { winner, rivals };
    }
    return undefined;
  }

  /** The cheapest of those that ran out of steps, with more of them. */
  async function tryLonger(lineBudget: number, share: number): Promise<Proof | undefined> {
    const cheapest = exhausted.splice(0).toSorted((a, b) => a.cost - b.cost);
    if (cheapest.length === 0 || leftMs() <= 0) return undefined;
    return tryBatch(cheapest.slice(0, mostRetried), { lineBudget, totalMs: leftMs() * share });
  }

  let at = 0;
  for (const size of batchSizes) {
    const batch = candidates.slice(at, at + size);
    if (batch.length === 0 || leftMs() <= 0) break;
    at += size;
    const proof =
      (await tryBatch(batch, { lineBudget: lines.first, totalMs: leftMs() })) ??
      (await tryLonger(lines.second, shareOfSecond));
    if (proof) return proof;
  }
  return tryLonger(lines.last, 1);
}

type Limits = Readonly<{ lineBudget: number; totalMs: number }>;

/** Lines of Python a candidate may execute. Few are enough for most, and end an endless loop within a millisecond. */
const lines = { first: 5000, second: 100_000, last: 2_000_000 };
const shareOfSecond = 0.2;
const mostRetried = 100;

type Splicing = (candidate: Candidate) => PythonSplice[];

/** All at once in one process: a screen, not a verdict. */
async function screen(
  { session, source, plan }: SearchTask,
  batch: readonly Candidate[],
  { splicesOf, ...limits }: Limits & { splicesOf: Splicing },
): Promise<{ passing: Candidate[]; unanswered: Candidate[] }> {
  const candidates = batch.map(splicesOf);
  const outcomes = await session.screen(source, { candidates, steps: plan.steps, ...limits });
  const claims = new Map(batch.map((candidate, at) => [candidate, outcomes[at] ?? null]));
  const unanswered = batch.filter((candidate) => claims.get(candidate) === null);
  return { passing: await keepPassing(session, plan, claims), unanswered };
}

/** Each alone in a process of its own, judged on every example, the cheapest first. */
async function* prove(
  { session, source, plan }: SearchTask,
  passing: readonly Candidate[],
  splicesOf: Splicing,
): AsyncGenerator<Candidate> {
  for (let at = 0; at < passing.length && session.leftMs() > 0; at += provenAtOnce) {
    const group = passing.slice(at, at + provenAtOnce);
    const wall_ms = Math.round(Math.max(1, session.leftMs() / group.length));
    const programs = group.map((candidate, index) => ({
      id: String(index),
      mode: "fork" as const,
      splices: splicesOf(candidate),
      steps: plan.steps,
      wall_ms,
    }));
    const results = await session.run(source, programs);
    yield* await keepPassing(
      session,
      plan,
      new Map(group.map((one, index) => [one, results[index]?.claims ?? null])),
    );
  }
}

/** Those whose claims make every example hold, in their order. */
async function keepPassing(
  session: Session,
  { judgement, examples }: Plan,
  claims: ReadonlyMap<Candidate, readonly Claim[] | null>,
): Promise<Candidate[]> {
  const answered = [...claims].filter(([, made]) => made !== null);
  if (answered.length === 0) return [];
  const judged = await session.judge(judgement, new Map(answered.map(([, made], at) => [String(at), made!])));
  return answered
    .filter((_, at) => {
      const outcome = judged.get(String(at));
      return outcome !== undefined && outcome.length === examples.length && outcome.every(({ held }) => held);
    })
    .map(([candidate]) => candidate);
}
