import type { Candidate, RunFacts } from "../candidates/candidate.ts";
import { isDoubtful } from "../candidates/confidence.ts";
import { applySplices } from "../text/splices.ts";
import { observe } from "./observe.ts";
import { toPythonSplices } from "./python-splices.ts";
import { holdsInAnyOrder, proveAll } from "./prove.ts";
import { screen, type PartialFix, type ScreenLimits, type Splicing } from "./screening.ts";
import type { Report } from "../progress.ts";
import type { SearchTask } from "./search-task.ts";
import { secondEdits } from "./second-edit.ts";

/** A candidate that every example proves, and the other ones that passed the same screen. */
export type SearchProof = Readonly<{
  winner: Candidate;
  rivals: readonly Candidate[];
  /** How many candidates passed. */
  passing: number;
  /** How many places of the program the winner changes. */
  edits: 1 | 2;
}>;

export type SearchTools = Readonly<{
  /** Edits of the source in the order of their cost. */
  propose(source: string, facts: RunFacts): Promise<readonly Candidate[]>;
  /** Whether the checkers have no more against the edited source than the examples have against the original. */
  isNoWorse(candidate: Candidate): Promise<boolean>;
  report?: Report | undefined;
}>;

/** Cheap candidates are tried first, so most searches end in the first batch. */
const batchSizes = [100, 400, 900, 1500];
/** The part of the caller's time that examples and search leave for running what the source ends up as. */
const shareForTheRun = 0.58;
const minSearchMs = 1000;
const provenAtOnce = 4;
/** Among so many of the cheapest, others that pass are counted where that tells luck from a fix. */
const maxCounted = 500;
const maxCountingMs = 700;

/** Finds the cheapest edit after which every example holds when run. */
export async function searchFix(tools: SearchTools, task: SearchTask): Promise<SearchProof | undefined> {
  const { session, source } = task;
  const endsAtMs = Math.min(session.leftMs() - minSearchMs, session.budgetMs * shareForTheRun);
  const leftMs = (): number => session.leftMs() - endsAtMs;
  const candidates = await tools.propose(source, await observe(task));
  const splicesOf = toPythonSplices(source);
  const exhausted: Candidate[] = [];
  const partial: PartialFix[] = [];
  let at = 0;
  let screened = 0;

  async function tryBatch(
    batch: readonly Candidate[],
    limits: ScreenLimits,
  ): Promise<SearchProof | undefined> {
    const { passing, unanswered, partial: half } = await screen(task, batch, { splicesOf, ...limits });
    screened += batch.length;
    tools.report?.({ what: "candidates screened", done: screened });
    exhausted.push(...unanswered);
    partial.push(...half);
    return firstProven(passing, 1);
  }

  async function firstProven(passing: readonly Candidate[], edits: 1 | 2): Promise<SearchProof | undefined> {
    for await (const winner of prove(task, passing, splicesOf)) {
      const rivals = passing.filter((other) => other !== winner);
      const isSteady = await holdsInAnyOrder(session, applySplices(source, winner.splices), task.plan);
      if (isSteady && (await tools.isNoWorse(winner)))
        return { winner, rivals, passing: passing.length, edits };
    }
    return undefined;
  }

  /** What else passes, where much depends on it. */
  async function withOthers(proof: SearchProof): Promise<SearchProof> {
    const others = candidates.slice(at, maxCounted);
    const isAsked = isDoubtful(proof.winner.family) || task.failing.length === 1;
    if (!isAsked || others.length === 0 || leftMs() <= 0) return proof;
    const totalMs = Math.min(leftMs(), maxCountingMs);
    const { passing } = await screen(task, others, { splicesOf, lineBudget: lines.first, totalMs });
    return { ...proof, rivals: [...proof.rivals, ...passing], passing: proof.passing + passing.length };
  }

  /** The cheapest of those that ran out of steps, with more of them. */
  async function tryLonger(lineBudget: number, share: number): Promise<SearchProof | undefined> {
    const cheapest = exhausted.splice(0).toSorted((a, b) => a.cost - b.cost);
    if (cheapest.length === 0 || leftMs() <= 0) return undefined;
    return tryBatch(cheapest.slice(0, maxRetried), { lineBudget, totalMs: leftMs() * share });
  }

  for (const size of batchSizes) {
    const batch = candidates.slice(at, at + size);
    if (batch.length === 0 || leftMs() <= 0) break;
    at += size;
    const proof =
      (await tryBatch(batch, { lineBudget: lines.first, totalMs: leftMs() })) ??
      (await tryLonger(lines.second, shareOfSecond));
    if (proof) return withOthers(proof);
  }
  const late = await tryLonger(lines.last, partial.length > 0 ? shareOfLast : 1);
  if (late) return late;
  const limits = (): ScreenLimits => ({ lineBudget: lines.first, totalMs: leftMs() });
  for await (const pairs of secondEdits(tools.propose, task, partial, limits)) {
    const proof = await firstProven(pairs, 2);
    if (proof) return proof;
  }
  return undefined;
}

/** Few lines are enough for most candidates, and end an endless loop within a millisecond. */
const lines = { first: 5000, second: 100_000, last: 2_000_000 };
const shareOfSecond = 0.2;
/** Where two edits may be tried after it. */
const shareOfLast = 0.6;
const maxRetried = 100;

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
