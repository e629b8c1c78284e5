import type { Judgement } from "../../engine/engine.ts";
import type { Job, Mode } from "../../engine/job.ts";
import type { Account } from "../../parts/store/store.ts";
import type { Discovery } from "../../parts/x402/discovery.ts";
import type { Receipt } from "../../parts/x402/x402.ts";
import type { ServedCall, UnpaidCall } from "../answers.ts";
import type { Customer } from "../work/judging.ts";

/** One way to pay for a call. What is taken is kept for a verdict, or given back: exactly once. */
export type PaymentMethod = Readonly<{
  /** Calls of equal names are worked on once and paid once; undefined where nothing is to be worked on. */
  shareAs(): string | undefined;
  /** Answers from memory, or takes the payment. `signal` is aborted when every caller has gone. */
  take(signal: AbortSignal): Promise<Taken>;
}>;

export type Taken = ServedCall | UnpaidCall | Readonly<{ outcome: "held"; payment: HeldPayment }>;

export type HeldPayment = Readonly<{
  /** As a receipt of ours says it. */
  receiptName: string;
  tier: ServedCall["tier"];
  customer: Pick<Customer, "account" | "address">;
  /** It was worked for before a crash: the answer is not worked out again. */
  worked?: Judgement | undefined;
  isRepeat: boolean;
  /** Ends the call for good. */
  keep(judgement: Judgement, signal: AbortSignal): Promise<KeepResult>;
  /** Undoes it, now or as soon as possible. Never rejects. */
  giveBack(): Promise<void>;
}>;

export type KeepResult =
  | Readonly<{ outcome: "kept"; account?: Account; receipt?: Receipt }>
  | UnpaidCall
  /** It can never be made, and another that was held back for it is to be taken. */
  | Readonly<{ outcome: "take again" }>;

/** What is sold, as wallets and catalogues show it. */
export type PaidResource = Readonly<{
  url: string;
  description: string;
  discovery: Discovery;
  /** Wallets may sign in there: its headers reach us, as the extension `sign-in-with-x` wants it. */
  canSignIn?: boolean;
}>;

/** What an entrance that sells single calls found in the request. */
export type PaymentOffer = Readonly<{
  /** The payment as an object, or as the text of a header; undefined where none was sent. */
  payment: unknown;
  /** A wallet's proof of who it is, sent instead of a payment. */
  proof?: string | undefined;
  resource: (mode: Mode) => PaidResource;
  /** The caller can be told the price in a form that payers read. */
  asks: boolean;
  /** No key and no trial pays here. */
  isAlone?: boolean;
  /** The address says the mode, and the price of it can be asked for without a job. */
  mode?: Mode;
  /** What an unpaid caller should know beside the price. */
  hint?: string | undefined;
}>;

/** A job, and where it came from. */
export type Order = Readonly<{
  job: Job;
  offer: PaymentOffer;
  /** The caller's network address. */
  address: string;
  origin: string;
}>;
