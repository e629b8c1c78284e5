/** What a checkout sells, as it is written into its session and comes back with its events. */
export type Purchase = Readonly<{
  /** Of the key that is paid for. The key itself is never sent to the processor. */
  fingerprint: string;
  credits: number;
  amountCents: number;
  /** Says that we wrote the rest of it. */
  seal: string;
}>;

/** A checkout as the processor knows it. */
export type CardSession = Readonly<{
  id: string;
  /** An expired one can no longer be paid; the payment of a complete one may still be clearing. */
  state: "open" | "complete" | "expired";
  isPaid: boolean;
  amountCents: number | null;
  currency: string | null;
  /** Undefined where the session carries nothing that could be ours. */
  purchase: Purchase | undefined;
}>;

/** Something that happened at the processor, told by a signed call. */
export type CardEvent = Readonly<{
  kind: string;
  /** Undefined where the event is about something else. */
  session: CardSession | undefined;
  /** The payment that it is about, where it is about one that was made. */
  payment: string | undefined;
}>;

/** Money of a payment that went back to its payer, by refund or by dispute; `returned` came to us again. */
export type CardReversal = Readonly<{
  id: string;
  payment: string;
  cents: number;
  state: "taken" | "returned";
}>;

type CardOutcome = "begun" | "refused" | "credited" | "settled" | "ignored" | "expired" | "reversed";

/** The card processor. */
export type Card = Readonly<{
  /** Begins a checkout. Rejects with `card_unavailable`, or `rate_limited` where one key begins too many. */
  begin(
    purchase: Purchase,
    asked: { returnUrl: string; signal: AbortSignal },
  ): Promise<Readonly<{ session: string; url: string }>>;
  /** Undefined where the processor knows no such checkout. Rejects with `card_unavailable`. */
  find(session: string, signal: AbortSignal): Promise<CardSession | undefined>;
  /** The checkout that a payment was made for. Undefined where there is none. Rejects with `card_unavailable`. */
  findByPayment(payment: string, signal: AbortSignal): Promise<CardSession | undefined>;
  /** What went back of a payment, oldest first. Rejects with `card_unavailable`. */
  reversalsOf(payment: string, signal: AbortSignal): Promise<readonly CardReversal[]>;
  /** What went back of any payment of late: days for refunds, months for disputes. Rejects with `card_unavailable`. */
  recentReversals(nowMs: number, signal: AbortSignal): Promise<readonly CardReversal[]>;
  /** Throws `bad_request` unless exactly these bytes were signed by the processor, within five minutes of `nowMs`. */
  readEvent(received: { body: Uint8Array; signature: string | undefined; nowMs: number }): CardEvent;
  count(outcome: CardOutcome): void;
}>;

/** The only currency that credits are priced in. */
export const cardCurrency = "usd";
