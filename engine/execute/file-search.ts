import type { Candidate } from "../candidates/candidate.ts";
import { isDoubtful } from "../candidates/confidence.ts";
import { applySplices } from "../text/splices.ts";
import { observe } from "./observe.ts";
import { toPythonSplices } from "./python-splices.ts";
import { holdsInAnyOrder, proveAll } from "./prove.ts";
import { proofPrice, stoppedPrice, type SearchBudget } from "./search-budget.ts";
import { screen, type PartialFix, type ScreenLimits, type Splicing } from "./screening.ts";
import type { SearchProof, SearchTask, SearchTools } from "./search-task.ts";
import { secondEdits } from "./second-edit.ts";
import { callsIn } from "./session.ts";

/** The search in one file, a batch of its candidates at a time. */
export type FileSearch = Readonly<{
  /** Those of the next candidates that pass, the cheapest first. */
  screenNext(count: number): Promise<readonly Candidate[]>;
  /** Those that pass of what ran out of steps, given more of them. */
  screenLonger(isLast: boolean): Promise<readonly Candidate[]>;
  /** The first of these that is proven, of all that pass. */
  firstProven(
    some: readonly Candidate[],
    passing: readonly Candidate[],
    edits?: 1 | 2,
  ): Promise<SearchProof | undefined>;
  /** The same proof, with what else passes where much depends on it. */
  withOthers(proof: SearchProof): Promise<SearchProof>;
  /** Where no single edit is proven. */
  tryTwoEdits(): Promise<SearchProof | undefined>;
}>;

/** Among so many of the cheapest, others that pass are counted where that tells luck from a fix; in so many lines. */
const maxCounted = 500;
const countingPurse = 2_000_000;
/** So many that pass the screen are proven, whatever was used before: each of them is likely. */
const maxProven = 24;
/** Of candidates that no screen could tell apart, so many others are judged, each for so long. */
const maxJudged = 15;
const maxUnscreenedMs = 500;
/** Edits of lines that only some failing examples run: they are half of a fix at the most. */
const maxMorePartial = 400;

export async function openFileSearch(
  tools: SearchTools,
  task: SearchTask,
  budget: SearchBudget,
): Promise<FileSearch> {
  const { session, source } = task;
  const facts = await observe(task);
  const candidates = await tools.propose(source, facts);
  const splicesOf = toPythonSplices(source);
  const exhausted: Candidate[] = [];
  const partial: PartialFix[] = [];
  let at = 0;

  /** Those that pass. What was not reached is kept for later, or has cut the search short. */
  async function screenAll(
    batch: readonly Candidate[],
    { pass, ...limits }: ScreenLimits & { pass: "first" | "second" | "last" },
  ): Promise<readonly Candidate[]> {
    const {
      passing,
      unanswered,
      untried,
      partial: half,
    } = await screen(task, batch, { splicesOf, ...limits });
    tools.onScreened?.(batch.length - untried.length);
    if (pass === "first" && task.screens.length > 0) budget.count(batch.length - untried.length);
    exhausted.push(...unanswered, ...untried);
    partial.push(...half);
    if (pass !== "second" && untried.length > 0) budget.cutShort();
    return passing;
  }

  /** Those that the judge lets pass too, where the screen could ask only a part of what the examples say. */
  async function judged(passing: readonly Candidate[]): Promise<readonly Candidate[]> {
    if (isScreenedWhole(task)) return passing;
    const some = passing.slice(0, maxJudged);
    const proven = await proveAll(session, source, {
      texts: task.texts,
      edits: some.map(splicesOf),
      maxMs: maxUnscreenedMs,
    });
    return proven.map((at) => some[at]!);
  }

  const firstProven: FileSearch["firstProven"] = async (some, passing, edits = 1) => {
    for await (const winner of prove(task, some, { splicesOf, budget })) {
      const edited = applySplices(source, winner.splices);
      const isSteady = await holdsInAnyOrder(session, edited, task.texts);
      if (!isSteady || !(await tools.isNoWorse(task, edited))) continue;
      const rivals = await judged(passing.filter((other) => other !== winner));
      return { task, winner, rivals, edits, facts };
    }
    return undefined;
  };

  /** Where no line is common to all failing examples that has a slip, each of two has lines of its own. */
  async function findMorePartial(): Promise<void> {
    const { liveLines, reachedLines } = facts;
    if (liveLines === undefined || reachedLines === undefined || liveLines.size === reachedLines.size) return;
    const known = new Set(candidates.map((each) => JSON.stringify(each.splices)));
    const more = (await tools.propose(source, { ...facts, liveLines: reachedLines }))
      .filter((each) => !known.has(JSON.stringify(each.splices)))
      .slice(0, maxMorePartial);
    if (mayTry(more)) await screenAll(more, { lineBudget: lines.first, budget, pass: "first" });
  }

  /** Whether there is something to try and the budget allows it. */
  function mayTry(some: readonly Candidate[]): boolean {
    if (some.length === 0) return false;
    if (budget.isOver()) budget.cutShort();
    return !budget.isOver();
  }

  return {
    firstProven,
    screenNext: async (count) => {
      const batch = candidates.slice(at, at + count);
      if (!mayTry(batch)) return [];
      at += count;
      return screenAll(batch, { lineBudget: lines.first, budget, pass: "first" });
    },
    screenLonger: async (isLast) => {
      const cheapest = exhausted.splice(0).toSorted((one, other) => one.cost - other.cost);
      const retried = cheapest.slice(0, maxRetried);
      if (!mayTry(retried)) return [];
      const share = isLast ? (partial.length > 0 ? shareOfLast : 1) : shareOfSecond;
      const pass = isLast ? "last" : "second";
      return screenAll(retried, { lineBudget: lines[pass], budget, purse: budget.lines() * share, pass });
    },
    withOthers: async (proof) => {
      const others = candidates.slice(at, maxCounted);
      const isAsked = isDoubtful(proof.winner.family) || task.failing.length === 1;
      if (!isAsked || others.length === 0) return proof;
      const limits = { splicesOf, lineBudget: lines.first, budget, purse: countingPurse };
      const { passing, untried, isLate } = await screen(task, others, limits);
      budget.count(others.length - untried.length);
      const more = await judged(passing);
      return { ...proof, rivals: [...proof.rivals, ...more], isLate };
    },
    tryTwoEdits: async () => {
      await findMorePartial();
      for await (const pairs of secondEdits(tools.propose, task, partial, {
        lineBudget: lines.first,
        budget,
      })) {
        const proof = await firstProven(pairs, pairs, 2);
        if (proof) return proof;
      }
      return undefined;
    },
  };
}

/** Few lines are enough for most candidates, and end an endless loop within a millisecond. */
const lines = { first: 5000, second: 100_000, last: 600_000 };
/** Of the lines that are left. */
const shareOfSecond = 0.2;
/** Where two edits may be tried after it. */
const shareOfLast = 0.6;
const maxRetried = 100;

/** Each alone in processes of its own, judged on every example, the cheapest first. */
async function* prove(
  task: SearchTask,
  passing: readonly Candidate[],
  { splicesOf, budget }: Readonly<{ splicesOf: Splicing; budget: SearchBudget }>,
): AsyncGenerator<Candidate> {
  const { session, source, texts, screens } = task;
  const isWhole = isScreenedWhole(task);
  const maxMs = isWhole ? undefined : maxUnscreenedMs;
  for (const [place, candidate] of passing.entries()) {
    const mayGoOn = session.leftMs() > 0 && (isWhole ? place < maxProven : !budget.isOver());
    if (!mayGoOn) return budget.cutShort();
    budget.spend({ lines: proofPrice });
    if (screens.length === 0) budget.count(1);
    const onStopped = (): void => budget.spend({ lines: stoppedPrice });
    const edits = [splicesOf(candidate)];
    const [first] = await proveAll(session, source, { texts, edits, maxMs, onStopped });
    if (first !== undefined) yield candidate;
  }
}

/** Whether the screen asks all that the examples say. */
function isScreenedWhole({ screens, examples }: SearchTask): boolean {
  return screens.reduce((sum, { steps }) => sum + callsIn(steps).length, 0) >= examples.length;
}
