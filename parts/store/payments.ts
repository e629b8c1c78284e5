/** A signed payment for one call. It is claimed for one request, the request is worked on, then the payment is settled. */
export type PaymentClaim = Readonly<{
  /** `network/asset/payer/nonce`, in lower case: the chain accepts it for one transfer only. */
  id: string;
  /** A digest of the signature: only the sender of this exact signature gets the recorded answer. */
  signature: string;
  payer: string;
  /** A digest of the request: equal requests count as one. */
  request: string;
  /** The terms that the payer signed, as text; kept so that the payment is settled as it was verified. */
  terms: string;
  /** The payer's own id for the purchase: it buys one request, however many signatures are sent with it. */
  identifier: string | null;
  /** The payment as sent, as text: kept with its identifier, so that it can be settled when another payment comes. */
  sent: string | null;
  /** Ids of payments under the same identifier that, by the chain, can no longer be made. */
  dead: readonly string[];
  /** False: only look up a payment that is known already; any other gets the outcome `unknown`. */
  mayBegin: boolean;
  /** The process working on it; see `heartbeat`. */
  owner: string;
  /** New for every attempt: a claim that is sent twice is one. */
  hold: string;
  atMs: number;
  /** How long the hold lasts, by the store's clock, unless it is released earlier. */
  holdMs: number;
  /** The record may be deleted after this. */
  keepUntilMs: number;
  /** How many of one payer's payments, since `unpaidSinceMs`, may have been worked for and left unpaid. */
  maxUnpaid: number;
  unpaidSinceMs: number;
}>;

/**
 * Where a payment happened on the chain: one log of one transaction. `log` is its index in the transaction, which
 * survives a reorganisation; null where only the facilitator named the transaction.
 */
export type Transfer = Readonly<{ chain: string; transaction: string; log: number | null }>;

export type PaymentSettlement = Readonly<{
  receipt: string;
  transfer: Transfer;
  atMs: number;
  repeatUntilMs: number | null;
}>;

/** The answer that a payment bought; null where it was too long to store and has to be computed again. */
export type PaidWork = Readonly<{ answer: string | null }>;

export type PaymentRecord = Readonly<{
  state: "claimed" | "worked" | "settled";
  signature: string;
  request: string;
  terms: string;
  claimedAtMs: number;
  answer: string | null;
  receipt: string | null;
}>;

export type ClaimResult =
  /** New; the caller now holds it. */
  | Readonly<{ outcome: "claimed" }>
  /** Worked for, not settled; the caller now holds it. `isUncertain`: it may have been settled all the same. */
  | Readonly<{ outcome: "worked"; record: PaymentRecord; isUncertain: boolean }>
  /** Settled, by this signature or another of the payer's: with the same identifier, or recently for the same request. */
  | Readonly<{ outcome: "settled"; record: PaymentRecord }>
  /** Another process or request holds it, or another payment of the same payer for the same request. */
  | Readonly<{ outcome: "under way" }>
  /** Claimed before for another request or with another signature, or its identifier was used for another request. */
  | Readonly<{ outcome: "conflict" }>
  /** Another payment with the same identifier was worked for and may have been settled: settle `sent` first. */
  | Readonly<{ outcome: "unresolved"; sent: string }>
  | Readonly<{ outcome: "unknown" }>
  /** The payer has left too many unpaid. */
  | Readonly<{ outcome: "too many unpaid" }>
  /** The same, but some of them may have been settled: the payer need not be at fault. */
  | Readonly<{ outcome: "too many uncertain" }>;

/** Payments for single calls. Like every command of the store, each is atomic and safe to send twice. */
export type Payments = Readonly<{
  findPayment(id: string): Promise<PaymentRecord | undefined>;
  /** The payer's settled payment for this request, the newest of several. */
  findPaid(payer: string, request: string): Promise<PaymentRecord | undefined>;
  claimPayment(claim: PaymentClaim): Promise<ClaimResult>;
  /** Stores the answer; from now on the same signature gets it. `gone` when `hold` no longer holds the payment. */
  keepWork(id: string, hold: string, work: PaidWork): Promise<"kept" | "gone">;
  /**
   * Records that the payment was made, and by which transfer, no matter who holds it; the first receipt stays. A transfer
   * settles one payment, forever: `taken` where it settled another before, even one pruned long ago. A transaction whose
   * log is unknown counts for one payment. Until `repeatUntilMs` the payer's other signatures for the same request get
   * this answer; null where only this signature does.
   */
  settlePayment(id: string, settled: PaymentSettlement): Promise<"settled" | "gone" | "taken">;
  /** Records, permanently, that an account was served. A payer of single calls is recorded by `settlePayment`. */
  addServed(address: string): Promise<void>;
  /** Which of these accounts were served; in lower case. */
  findServed(among: readonly string[]): Promise<readonly string[]>;
  /** Ends a hold. A payment without work is deleted; one with work is kept, as left unpaid at `atMs`. */
  letGoPayment(id: string, hold: string, left: { atMs: number; isUncertain: boolean }): Promise<void>;
  /** Ends every hold of an owner that is gone, or `if silent`, as in `giveBackCallsOf`. Answers how many there were. */
  releasePaymentsOf(owner: string, only?: "if silent"): Promise<number>;
}>;
