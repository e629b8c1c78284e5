import type { SearchReport } from "../verdict.ts";
import type { BoxSession } from "./session.ts";

/** What a search may use. It is counted in work, so that the same request ends the same way on a busy machine. */
export type SearchBudget = Readonly<{
  /** How many lines of Python candidates may still run. Each candidate has a price beside its own. */
  lines(): number;
  spend(use: Readonly<{ lines: number; cpuMs?: number }>): void;
  /** Whether nothing more may be tried. */
  isOver(): boolean;
  /** What the next request may take by the clock and of the processor: for machines that are too slow. */
  guards(): Readonly<{ totalMs: number; cpuMs: number }>;
  count(candidates: number): void;
  /** Something that was to be tried is not. */
  cutShort(): void;
  report(): SearchReport;
}>;

/** About two fifths of the caller's time on an ordinary machine; nearly twice as slow a one gets through as well. */
const linesAMs = 1500;
const shareOfProcessor = 0.75;
/** The parts of the caller's time that are left for running what the source ends up as, and for weighing what was found. */
const shareForTheRun = 0.15;
const shareForWeighing = 0.15;
const minMs = 1000;
/** Weighing is a fixed number of inputs and of edits. */
const weighing = { lines: 6_000_000, shareOfProcessor: 0.4 };

/** What the judge's run of all examples costs, in lines. */
export const proofPrice = 40_000;
/** What one costs beside that which had to be stopped. */
export const stoppedPrice = 1_000_000;

type Session = Pick<BoxSession, "budgetMs" | "leftMs">;

export function openSearchBudget(session: Session): SearchBudget {
  const budgetMs = Math.max(minMs, session.budgetMs);
  return openBudget(session, {
    lines: budgetMs * linesAMs,
    cpuMs: Math.max(minMs, budgetMs * shareOfProcessor),
    shareLeft: shareForTheRun + shareForWeighing,
  });
}

/** For comparing what was found with others. It is its own: how sure a fix is must not depend on how long it was looked for. */
export function openWeighingBudget(session: Session): SearchBudget {
  return openBudget(session, {
    lines: weighing.lines,
    cpuMs: Math.max(minMs, session.budgetMs * weighing.shareOfProcessor),
    shareLeft: shareForTheRun,
  });
}

type Limits = Readonly<{ lines: number; cpuMs: number; shareLeft: number }>;

function openBudget({ budgetMs, leftMs }: Session, limits: Limits): SearchBudget {
  const endsAtMs = Math.min(leftMs() - minMs, budgetMs * limits.shareLeft);
  let { lines: left, cpuMs } = limits;
  let tried = 0;
  let finished = true;
  const wallMs = (): number => leftMs() - endsAtMs;
  return {
    lines: () => Math.max(0, left),
    spend: (use) => {
      left -= use.lines;
      cpuMs -= use.cpuMs ?? 0;
    },
    isOver: () => left <= 0 || cpuMs <= 0 || wallMs() <= 0,
    guards: () => ({ totalMs: Math.max(1, wallMs()), cpuMs: Math.max(1, cpuMs) }),
    count: (candidates) => void (tried += candidates),
    cutShort: () => void (finished = false),
    report: () => ({ tried, finished }),
  };
}
