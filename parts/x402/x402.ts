import type { PaymentRequired, PaymentRequirements } from "@x402/core/types";
import type { X402Step } from "../store/visits.ts";
import type { Payment } from "./read-payment.ts";

/** One way in which a call can be paid. */
export type Terms = PaymentRequirements;

/** The payment terms that an unpaid caller gets with the refusal. */
export type Challenge = PaymentRequired;

/** The payer's proof of payment. It contains no text written by a facilitator. */
export type Receipt = Readonly<{
  success: boolean;
  errorReason?: string;
  payer: string;
  transaction: string;
  network: string;
  amount?: string;
  /** The receipt that the service signed, where the payment was made. */
  extensions?: Readonly<Record<string, unknown>>;
}>;

/** Something that can be bought: dollars, and how long a payment for it must be good. */
export type Item = Readonly<{ usd: string; maxTimeoutSeconds: number }>;

/** `isSigned` where the payer's own key is known to have signed. */
export type Verification = Readonly<
  { isValid: true } | { isValid: false; reason: string; isSigned?: boolean }
>;

/** What a facilitator said of a settlement. `isFinal` where it is certain that nothing was sent. */
export type Settlement =
  | Readonly<{ outcome: "settled"; transaction: string }>
  | Readonly<{ outcome: "not settled"; reason: string; isFinal: boolean; transaction: string | undefined }>;

/** What the chain says of a payment. */
export type PaymentFinding =
  /** `log` is the transfer's place in its transaction. */
  | Readonly<{ outcome: "paid"; transaction: string; log: number }>
  /** Its nonce was used, and not to pay us, or it was cancelled. */
  | Readonly<{ outcome: "spent elsewhere" }>
  /** It was not used, and its time is over. */
  | Readonly<{ outcome: "expired" }>
  | Readonly<{ outcome: "unused" }>;

/** Takes payments for single calls. A service out of reach makes it reject with `payment_unavailable`. */
export type X402 = Readonly<{
  state(): "ok" | "unavailable";
  /** Counts the outcome of a call, for this process's metrics. */
  count(step: X402Step): void;
  /** How an item of the menu can be paid. Throws `payment_unavailable` until the facilitator has answered once. */
  termsOf(item: string): readonly Terms[];
  /** Those of the terms that a payment was made for. */
  match(item: string, payment: Payment): Terms | undefined;
  /** Whether a payment repeats our extensions as they are, or leaves them out. */
  isFaithful(challenge: Challenge, payment: Payment): boolean;
  /** `caller` is where it comes from. Rejects with `rate_limited` where too many from there, or of the payer, were bad. */
  verify(payment: Payment, terms: Terms, caller: string): Promise<Verification>;
  /** How an item can be paid at an address, signed by the service: extensions of what an unpaid caller is told. */
  signOffers(url: string, item: string): Promise<Readonly<Record<string, unknown>>>;
  /** The receipt of a payment that was made, with what the service signs of it. */
  signReceipt(url: string, receipt: Receipt): Promise<Receipt>;
  /** Never rejects: what is not known is not final. */
  settle(payment: Payment, terms: Terms): Promise<Settlement>;
  /** Looks for the transfer on chain, in blocks not much older than `sinceMs`. */
  find(
    payment: Payment,
    terms: Terms,
    where: { sinceMs: number; transaction?: string },
  ): Promise<PaymentFinding>;
}> &
  AsyncDisposable;
