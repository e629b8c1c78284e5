import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Limits } from "../limits/limits.ts";
import type { Metrics } from "../observe/metrics.ts";
import { cardCurrency, type Card, type CardSession, type Purchase } from "./card.ts";
import { readEvent } from "./event.ts";
import { listReversals } from "./reversal.ts";
import { readSession, toMetadata } from "./session.ts";
import { isUnknown, toFault } from "./trouble.ts";

/** The version of the processor's API that every request names. It is raised deliberately, with the SDK that knows it. */
const apiVersion = "2026-10-28.endive";

type Settings = Readonly<{
  secretKey: string;
  webhookSecret: string;
  /** Where the API is, when not at the processor's own address. */
  apiBase: string | undefined;
  /** How long one request may take, from connecting to the last byte of its answer. */
  limitMs: number;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  limits: Limits;
}>;

/** Loads the processor's SDK, which is large: only where cards are taken. */
export async function openCard(settings: Settings): Promise<Card> {
  const { Stripe: Sdk } = await import("stripe");
  const { log, metrics, limits, secretKey, webhookSecret } = settings;
  const client = (signal: AbortSignal): Stripe => new Sdk(secretKey, toClientConfig(Sdk, settings, signal));
  const ask = async <Answer>(asking: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await asking();
    } catch (error) {
      throw toFault(log, error);
    }
  };
  return {
    begin: async (purchase, { returnUrl, signal }) => {
      await limits.keep("checkouts", purchase.fingerprint);
      return ask(async () => createSession(client(signal), purchase, returnUrl));
    },
    find: async (session, signal) => ask(async () => retrieveSession(client(signal), session)),
    findByPayment: async (payment, signal) => ask(async () => findPaidSession(client(signal), payment)),
    reversalsOf: async (payment, signal) => ask(async () => listReversals(client(signal), { payment })),
    recentReversals: async (nowMs, signal) => ask(async () => listReversals(client(signal), { nowMs })),
    readEvent: (received) => readEvent(Sdk.webhooks, { ...received, secret: webhookSecret }),
    count: metrics.counter(
      "assay_card_checkouts_total",
      "Card checkouts and payments, by outcome.",
      "outcome",
    ),
  };
}

/** A client for one request, which `signal` ends. It sends nothing but that request: no telemetry. */
function toClientConfig(
  Sdk: typeof Stripe,
  { apiBase, limitMs }: Settings,
  signal: AbortSignal,
): NonNullable<ConstructorParameters<typeof Stripe>[1]> {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  const send: typeof fetch = async (url, init) =>
    // A redirect would carry the secret key elsewhere.
    fetch(url, { ...init, redirect: "error", signal: AbortSignal.any([signal, init!.signal!]) });
  return {
    apiVersion,
    telemetry: false,
    timeout: limitMs,
    maxNetworkRetries: 1,
    httpClient: Sdk.createFetchHttpClient(send),
    ...(base && {
      protocol: base.protocol === "http:" ? "http" : "https",
      host: base.hostname,
      port: base.port || (base.protocol === "http:" ? "80" : "443"),
    }),
  };
}

async function createSession(
  client: Stripe,
  purchase: Purchase,
  returnUrl: string,
): Promise<{ session: string; url: string }> {
  const { id, url } = await client.checkout.sessions.create(
    {
      mode: "payment",
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: cardCurrency,
            unit_amount: purchase.amountCents,
            product_data: { name: `Assay credits: ${purchase.credits}` },
          },
        },
      ],
      // Another currency than ours would come back with another amount than ours.
      adaptive_pricing: { enabled: false },
      client_reference_id: purchase.fingerprint,
      metadata: toMetadata(purchase),
      success_url: `${returnUrl}/keys?checkout=paid`,
      cancel_url: `${returnUrl}/keys?checkout=cancelled`,
    },
    // The SDK's second try names the same key, so that it makes no second session.
    { idempotencyKey: `assay-${randomUUID()}` },
  );
  if (!id || !url) throw new Error("the card processor's answer names no page to pay on");
  return { session: id, url };
}

async function findPaidSession(client: Stripe, payment: string): Promise<CardSession | undefined> {
  const { data } = await client.checkout.sessions.list(
    { payment_intent: payment, limit: 1 },
    { maxNetworkRetries: 0 },
  );
  return readSession(data[0]);
}

async function retrieveSession(client: Stripe, session: string): Promise<CardSession | undefined> {
  try {
    const found = await client.checkout.sessions.retrieve(session, {}, { maxNetworkRetries: 0 });
    return readSession(found);
  } catch (error) {
    if (isUnknown(error)) return undefined;
    throw error;
  }
}
