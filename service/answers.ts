import type { Job } from "../engine/job.ts";
import type { Verdict } from "../engine/verdict.ts";
import type { Fault } from "../parts/faults.ts";
import type { Account } from "../parts/store/store.ts";
import type { Challenge, Receipt } from "../parts/x402/x402.ts";

/** A verdict, and what paid for it; equal calls share it. */
export type ServedCall = Readonly<{
  outcome: "served";
  verdict: Verdict;
  isRepeat: boolean;
  /** Who paid, for the metrics. */
  tier: "free" | "paid" | "trial" | "operator" | "x402";
  /** Of the key or wallet, after the call. */
  account?: Account | undefined;
  /** Of a payment for this call alone. */
  receipt?: Receipt | undefined;
}>;

/** Nothing paid. `receipt` where there was a payment, and it failed when the work was done. */
export type UnpaidCall = Readonly<{
  outcome: "unpaid";
  fault: Fault;
  /** What payers read; only where the call may be paid by itself. */
  challenge?: Challenge;
  receipt?: Receipt;
}>;

/** A task that is to be paid by itself: the request, and how it stands. */
export type UnpaidTask = Readonly<{
  id: string;
  contextId: string;
  atMs: number;
  state: "input required" | "completed" | "canceled";
  /** Undefined once nobody can pay for it any more. */
  job: Job | undefined;
  /** The caller lets rejected code be kept. */
  mayRecord: boolean;
  /** What the task says of its payment; undefined where a key paid. */
  told: Readonly<{ text: string; metadata: Readonly<Record<string, unknown>> }> | undefined;
  /** Of every payment that was tried, the failed ones too. */
  receipts: readonly Receipt[];
  /** Undefined until it is paid for. */
  verdict: Verdict | undefined;
}>;
