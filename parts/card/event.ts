import type Stripe from "stripe";
import { z } from "zod";
import { Fault } from "../faults.ts";
import type { CardEvent } from "./card.ts";
import { paymentOf } from "./reversal.ts";
import { readSession } from "./session.ts";

const toleranceS = 300;

const Event = z.object({ type: z.string(), data: z.object({ object: z.unknown() }) });

type Signed = Readonly<{ body: Uint8Array; signature: string | undefined; secret: string; nowMs: number }>;

export function readEvent(webhooks: typeof Stripe.webhooks, signed: Signed): CardEvent {
  const { data } = Event.safeParse(checkEvent(webhooks, signed));
  const object = data?.data.object;
  return { kind: data?.type ?? "unknown", session: readSession(object), payment: paymentOf(object) };
}

/** Every `v1` signature counts, since there are two while the secret is being changed. */
function checkEvent(
  webhooks: typeof Stripe.webhooks,
  { body, signature = "", secret, nowMs }: Signed,
): unknown {
  try {
    // Decoding leniently would let other bytes pass under the same signature.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const event = webhooks.constructEvent(text, signature, secret, toleranceS, undefined, nowMs);
    requireThePresent(signature, nowMs);
    return event;
  } catch (cause) {
    const msg =
      cause instanceof SyntaxError
        ? "The event is not JSON."
        : "The event was not signed by the card processor, or not within five minutes of now.";
    const loc = cause instanceof SyntaxError ? ["body"] : ["header", "stripe-signature"];
    throw new Fault("bad_request", { message: msg, fields: [{ loc, msg, type: "unproven" }] }, { cause });
  }
}

/** The processor's own code refuses what is too old, but takes what comes from the future. */
function requireThePresent(signature: string, nowMs: number): void {
  const times = signature.split(",").filter((item) => item.startsWith("t="));
  const signedAtS = Number(times[0]?.slice(2));
  if (times.length !== 1 || !(signedAtS - nowMs / 1000 <= toleranceS))
    throw new Error("the signature is from the future");
}
