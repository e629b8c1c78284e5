/** A payment for one call, by the signature that makes it. It is claimed for one request, worked for, and then settled. */
export type PaymentClaim = Readonly<{
  /** `network/asset/payer/nonce`, in lower case: a transfer can be made by it only once. */
  id: string;
  /** A digest of the signature: only who has sent the very same one is answered from its record. */
  signature: string;
  payer: string;
  /** The request: equal requests are the same request. */
  request: string;
  /** What was to be paid, as text of the payer's terms; kept so that it is settled as it was verified. */
  terms: string;
  /** The payer's own name for the purchase: one request is bought under it, however many signatures are sent. */
  identifier: string | null;
  /** The payment as it was sent, as text: kept with its identifier, so that it can be settled when another is sent. */
  sent: string | null;
  /** Ids of payments under the same identifier that the chain says can never be made any more. */
  dead: readonly string[];
  /** Only what is known already is asked for: a payment that is not gets the outcome `unknown`. */
  mayBegin: boolean;
  /** The process working on it; see `beat`. */
  owner: string;
  /** New for every attempt: a claim that is sent twice is one. */
  hold: string;
  atMs: number;
  /** For so long by the store's clock it is held, should nobody let it go before. */
  holdMs: number;
  /** Nothing of it matters after this. */
  keepUntilMs: number;
  /** So many of one payer's payments may have been worked for and left unpaid since then. */
  maxUnpaid: number;
  unpaidSinceMs: number;
}>;

/**
 * Where the chain says that a payment was made: one log of one transaction. `log` is its place in its transaction, which
 * stays the same when the block is reorganised; null where only the facilitator's word names the transaction.
 */
export type Transfer = Readonly<{ chain: string; transaction: string; log: number | null }>;

export type PaymentSettlement = Readonly<{
  receipt: string;
  transfer: Transfer;
  atMs: number;
  repeatUntilMs: number | null;
}>;

/** What was worked out for a payment: null where it was too long to be kept, and has to be worked out again. */
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

export type Claiming =
  /** Nobody has worked for it; now it is held. */
  | Readonly<{ outcome: "claimed" }>
  /** It was worked for and not settled; now it is held. `isUncertain` where it may have been settled all the same. */
  | Readonly<{ outcome: "worked"; record: PaymentRecord; isUncertain: boolean }>
  /** Settled, by this signature or by another of the payer's: under the same identifier, or a moment ago for the same request. */
  | Readonly<{ outcome: "settled"; record: PaymentRecord }>
  /** It, or another of the same payer for the same request, is held by somebody else. */
  | Readonly<{ outcome: "under way" }>
  /** It was claimed for another request, or by another signature; or its identifier was, for another request. */
  | Readonly<{ outcome: "conflict" }>
  /** Another payment under the same identifier was worked for and may have been settled: that one is to be settled first. */
  | Readonly<{ outcome: "unresolved"; sent: string }>
  | Readonly<{ outcome: "unknown" }>
  /** The payer has left too many unpaid. */
  | Readonly<{ outcome: "too many unpaid" }>
  /** As many, but of some it is not known whether they were settled: that need not be the payer's doing. */
  | Readonly<{ outcome: "too many uncertain" }>;

/** Payments for single calls. Like every command of the store, each is atomic and safe to send twice. */
export type Payments = Readonly<{
  findPayment(id: string): Promise<PaymentRecord | undefined>;
  /** The payer's settled payment for this request, the newest of several. */
  findPaid(payer: string, request: string): Promise<PaymentRecord | undefined>;
  claimPayment(claim: PaymentClaim): Promise<Claiming>;
  /** Keeps what was worked out, from now on to be had for the same signature. `gone` when it is held no longer. */
  keepWork(id: string, hold: string, work: PaidWork): Promise<"kept" | "gone">;
  /**
   * Writes down that it was paid, and by which transfer, no matter who holds it; the first receipt stays. A transfer settles
   * one payment permanently: `taken` where it has settled one before, were that record pruned long ago. Without its log a
   * transaction counts for one payment. Until `repeatUntilMs` the payer's other signatures for the same request are
   * answered from it; null where the answer is for this signature alone.
   */
  settlePayment(id: string, settled: PaymentSettlement): Promise<"settled" | "gone" | "taken">;
  /** Notes, permanently, that an account was served. Who pays for a call is noted when that is settled. */
  addServed(address: string): Promise<void>;
  /** Those of these accounts that were served; in lower case. */
  findServed(among: readonly string[]): Promise<readonly string[]>;
  /** Ends a hold. What was not worked for is deleted; what was is kept, as left unpaid at that moment. */
  letGoPayment(id: string, hold: string, left: { atMs: number; isUncertain: boolean }): Promise<void>;
  /** Ends every hold of an owner that is gone, or `if silent`, as in `giveBackCallsOf`. Answers how many there were. */
  releasePaymentsOf(owner: string, only?: "if silent"): Promise<number>;
}>;
