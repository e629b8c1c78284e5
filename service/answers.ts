import type { Job } from "../engine/job.ts";
import type { Verdict } from "../engine/verdict.ts";
import type { Fault } from "../parts/faults.ts";
import type { Account } from "../parts/store/store.ts";
import type { Challenge, Receipt } from "../parts/x402/x402.ts";

/** A verdict as it is shared by equal calls in flight, and what paid for it. */
export type FinishedWork = Readonly<{
  verdict: Verdict;
  account: Account;
  paidBy: "allowance" | "credits" | "nothing" | "memory";
}>;

/** The outcome of a call that is paid for by itself. */
export type PaidAnswer =
  | Readonly<{ outcome: "served"; verdict: Verdict; receipt: Receipt; isRepeat: boolean }>
  /** `receipt` where there was a payment, and it failed when the work was done. */
  | Readonly<{ outcome: "unpaid"; fault: Fault; challenge: Challenge; receipt?: Receipt }>
  | Readonly<{ outcome: "refused"; fault: Fault }>;

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
