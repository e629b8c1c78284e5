import type { Challenge, Receipt } from "../../../parts/x402/x402.ts";
import { toPaymentError } from "./payment-error.ts";

/** What the extension says in the metadata of messages. */
const status = "x402.payment.status";
const payload = "x402.payment.payload";
const required = "x402.payment.required";
const receiptsOf = "x402.payment.receipts";
const error = "x402.payment.error";

/** What a message says about paying. `payment` is undefined where there is none, and null where it is missing. */
export type Paying = Readonly<{ payment?: unknown; isRejected?: boolean }>;

/** Reads what may be no object at all: the protocol's own reader of 0.3 lets it through. */
export function readPaying(metadata: unknown): Paying {
  if (typeof metadata !== "object" || metadata === null) return {};
  const said = metadata as Record<string, unknown>;
  if (said[status] === "payment-rejected") return { isRejected: true };
  if (said[payload] === undefined && said[status] !== "payment-submitted") return {};
  return { payment: said[payload] ?? null };
}

type Metadata = Readonly<Record<string, unknown>>;

/** The price, for who sent no payment; why it is not good, and the price again, for who sent one. */
export function askingFor(asked: object): Metadata {
  return { [status]: "payment-required", [required]: asked };
}

export function failedOn(
  asked: object,
  { challenge, payment, receipts }: { challenge: Challenge; payment: unknown; receipts: readonly Receipt[] },
): Metadata {
  return {
    [status]: "payment-failed",
    [error]: toPaymentError(challenge, payment),
    [required]: asked,
    [receiptsOf]: receipts,
  };
}

export function paidWith(receipts: readonly Receipt[]): Metadata {
  return { [status]: "payment-completed", [receiptsOf]: receipts };
}

export function rejectedAfter(receipts: readonly Receipt[]): Metadata {
  return { [status]: "payment-rejected", [receiptsOf]: receipts };
}
