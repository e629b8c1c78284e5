import type { Candidate, RunFacts } from "../candidates/candidate.ts";
import { observe } from "./observe.ts";
import { toPythonSplices } from "./python-splices.ts";
import { inTurn } from "./plan.ts";
import type { PythonSplice } from "./protocol.ts";
import { keepHolding, proveAll } from "./prove.ts";
import type { SearchTask } from "./search-task.ts";

/** A candidate that every example proves, and the other ones that passed the same screen. */
export type SearchProof = Readonly<{ winner: Candidate; rivals: readonly Candidate[] }>;

export type SearchTools = Readonly<{
  /** Edits of the source in the order of their cost. */
  propose(source: string, facts: RunFacts): Promise<readonly Candidate[]>;
  /** Whether the checkers have no more against the edited source than the examples have against the original. */
  isNoWorse(candidate: Candidate): Promise<boolean>;
}>;

/** Cheap candidates are tried first, so most searches end in the first batch. */
const batchSizes = [100, 400, 900, 1500];
/** The part of the caller's time that examples and search leave for running what the source ends up as. */
const shareForTheRun = 0.58;
const minSearchMs = 1000;
const provenAtOnce = 4;
const maxRivals = 12;

/** Finds the cheapest edit after which every example holds when run. */
export async function searchFix(tools: SearchTools, task: SearchTask): Promise<SearchProof | undefined> {
  const { session, source } = task;
  const endsAtMs = Math.min(session.leftMs() - minSearchMs, session.budgetMs * shareForTheRun);
  const leftMs = (): number => session.leftMs() - endsAtMs;
  const candidates = await tools.propose(source, await observe(task));
  const splicesOf = toPythonSplices(source);
  const exhausted: Candidate[] = [];

  async function tryBatch(batch: readonly Candidate[], limits: Limits): Promise<SearchProof | undefined> {
    const { passing, unanswered } = await screen(task, batch, { splicesOf, ...limits });
    exhausted.push(...unanswered);
    for await (const winner of prove(task, passing, splicesOf)) {
      const rivals = passing.filter((other) => other !== winner).slice(0, maxRivals);
      if (await tools.isNoWorse(winner)) return { winner, rivals };
    }
    return undefined;
  }

  /** The cheapest of those that ran out of steps, with more of them. */
  async function tryLonger(lineBudget: number, share: number): Promise<SearchProof | undefined> {
    const cheapest = exhausted.splice(0).toSorted((a, b) => a.cost - b.cost);
    if (cheapest.length === 0 || leftMs() <= 0) return undefined;
    return tryBatch(cheapest.slice(0, maxRetried), { lineBudget, totalMs: leftMs() * share });
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
const maxRetried = 100;

type Splicing = (candidate: Candidate) => PythonSplice[];

/** All at once in one process for each part of the examples: a screen, not a verdict. */
async function screen(
  { session, source, plan }: SearchTask,
  batch: readonly Candidate[],
  { splicesOf, lineBudget, totalMs }: Limits & { splicesOf: Splicing },
): Promise<{ passing: readonly Candidate[]; unanswered: Candidate[] }> {
  const endsAtMs = session.leftMs() - totalMs;
  const unanswered: Candidate[] = [];
  let passing = batch;
  for (const part of inTurn(plan)) {
    if (passing.length === 0) break;
    const limits = { lineBudget, totalMs: Math.max(1, session.leftMs() - endsAtMs) };
    const candidates = passing.map(splicesOf);
    const outcomes = await session.screen(source, { candidates, steps: part.steps, ...limits });
    unanswered.push(...passing.filter((_, at) => !outcomes[at]));
    passing = await keepHolding(session, part, passing, outcomes);
  }
  return { passing, unanswered };
}

/** Each alone in processes of its own, judged on every example, the cheapest first. */
async function* prove(
  { session, source, plan }: SearchTask,
  passing: readonly Candidate[],
  splicesOf: Splicing,
): AsyncGenerator<Candidate> {
  for (let at = 0; at < passing.length && session.leftMs() > 0; at += provenAtOnce) {
    const group = passing.slice(at, at + provenAtOnce);
    const proven = await proveAll(session, source, { plan, texts: group.map(splicesOf) });
    yield* proven.map((index) => group[index]!);
  }
}
