import { Fault } from "../faults.ts";
import type { Log } from "../../platform/log.ts";

/** Of what the SDK throws only the codes are looked at: its messages may repeat what was sent. */
type Trouble = Readonly<{ type?: unknown; code?: unknown; statusCode?: unknown; requestId?: unknown }>;

/** What a buyer is told when the processor fails or refuses. */
export function toFault(log: Log, cause: unknown): Fault {
  const { type, code, statusCode, requestId } = cause as Trouble;
  log.warn("the card processor refused the request", { type, code, status: statusCode, requestId });
  return new Fault("card_unavailable", { message: messageOf({ type, code }) }, { cause });
}

export function isUnknown(error: unknown): boolean {
  return (error as Trouble).statusCode === 404;
}

function messageOf({ type, code }: Trouble): string {
  if (type === "StripeConnectionError")
    return "The card processor cannot be reached right now. Nothing was charged.";
  if (code === "amount_too_small")
    return "This amount is too small for a card payment. Buy more credits at once.";
  return "The card processor refused the checkout. Nothing was charged.";
}
