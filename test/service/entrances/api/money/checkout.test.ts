import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { readConfig } from "../../../../../service/config.ts";
import { openCard } from "../../../../../parts/card/open-card.ts";
import { systemClock } from "../../../../../platform/clock.ts";
import { createMetrics } from "../../../../../parts/observe/metrics.ts";
import type { Checkout } from "../../../../../parts/store/treasury.ts";
import { openTestLimits } from "../../../../support/limits.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";
import { openStripeServer, stripeEnv, type StripeServer } from "../../../../support/stripe-server.ts";
import { until } from "../../../../support/until.ts";
import { rememberingLog } from "../../../../agent/remembering-log.ts";

let services: TestServices;
/** Enough for tests that only look at their own requests. */
let shared: Stage;
beforeAll(async () => {
  services = await openTestServices();
  const stripe = await openStripeServer();
  shared = { stripe, service: await services.open({ env: stripe.env }) };
});
afterEach(() => shared.stripe.behave("serve"));
afterAll(async () => {
  await shared.service[Symbol.asyncDispose]();
  await shared.stripe[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

type Stage = Readonly<{ service: TestService; stripe: StripeServer }>;

/** A service that accepts cards, and its processor; both are closed after the test. */
async function open(overrides = {}): Promise<Stage> {
  const stripe = await openStripeServer();
  const service = await services.open({ env: stripe.env, overrides });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await stripe[Symbol.asyncDispose]();
  });
  return { service, stripe };
}

async function checkoutsOf({ parts: { store } }: TestService, key: string): Promise<readonly Checkout[]> {
  const open = await store.openCheckouts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 1000 });
  return open.filter(({ account }) => account === fingerprintOf(key));
}

async function checkOut(service: TestService, body: unknown): Promise<{ status: number; body: any }> {
  const response = await service.send("/v1/keys/checkout", { body });
  return { status: response.status, body: await response.json() };
}

describe("POST /v1/keys/checkout", () => {
  test("answers with the payment page and the price", async () => {
    const { service, stripe } = shared;
    const answer = await checkOut(service, { api_key: await service.createKey(), credits: 500 });
    const made = [...stripe.sessions.values()].at(-1)!;
    expect(answer).toEqual({
      status: 200,
      body: {
        checkout_url: made["url"],
        session_id: made.id,
        credits: 500,
        amount_cents: 1000,
        currency: "usd",
      },
    });
  });

  test("creates one payment at the processor, with our price and return addresses", async () => {
    const { service, stripe } = await open();
    const key = await service.createKey();
    await checkOut(service, { api_key: key, credits: 250 });
    const [{ form, headers } = { form: new URLSearchParams(), headers: {} }] = stripe.received;
    expect(Object.fromEntries(form)).toEqual({
      mode: "payment",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "usd",
      "line_items[0][price_data][unit_amount]": "500",
      "line_items[0][price_data][product_data][name]": "Assay credits: 250",
      "adaptive_pricing[enabled]": "false",
      client_reference_id: fingerprintOf(key),
      "metadata[fingerprint]": fingerprintOf(key),
      "metadata[credits]": "250",
      "metadata[amount_cents]": "500",
      "metadata[seal]": expect.stringMatching(/^[0-9a-f]{64}$/),
      success_url: `${service.url}/keys?checkout=paid`,
      cancel_url: `${service.url}/keys?checkout=cancelled`,
    });
    expect(headers).toMatchObject({
      authorization: `Bearer ${stripeEnv.STRIPE_SECRET_KEY}`,
      "stripe-version": "2026-10-28.endive",
      "idempotency-key": expect.stringMatching(/^assay-/),
    });
    expect(headers).not.toHaveProperty("x-stripe-client-telemetry");
  });

  test("records the checkout, so that its payment is found without a webhook", async () => {
    const { service } = shared;
    const key = await service.createKey();
    const { body } = await checkOut(service, { api_key: key, credits: 100 });
    expect(await checkoutsOf(service, key)).toEqual([
      {
        session: body.session_id,
        account: fingerprintOf(key),
        credits: 100,
        amountCents: 200,
        createdAtMs: expect.any(Number),
      },
    ]);
  });

  test("creates a new session each time: a customer who buys twice pays on two pages", async () => {
    const { service } = shared;
    const asked = { api_key: await service.createKey(), credits: 100 };
    const [first, second] = [await checkOut(service, asked), await checkOut(service, asked)];
    expect(first.body.session_id).not.toBe(second.body.session_id);
  });

  test("never sends the key to the processor or the log", async () => {
    const log = rememberingLog();
    const { service, stripe } = await open({ log });
    const key = await service.createKey();
    await checkOut(service, { api_key: key, credits: 100 });
    stripe.behave({ status: 400, error: { type: "invalid_request_error", message: `about ${key}` } });
    await checkOut(service, { api_key: key, credits: 100 });
    const seen = JSON.stringify([stripe.received, log.lines]);
    expect(stripe.received).toHaveLength(2);
    expect(log.lines).not.toEqual([]);
    expect(seen).not.toContain(key);
    expect(JSON.stringify(log.lines)).not.toContain(stripeEnv.STRIPE_SECRET_KEY);
    expect(seen).toContain(fingerprintOf(key));
  });

  test("counts started and refused checkouts", async () => {
    const { service, stripe } = await open();
    const asked = { api_key: await service.createKey(), credits: 100 };
    await checkOut(service, asked);
    stripe.behave({ status: 500, error: {} });
    await checkOut(service, asked);
    const text = await (await service.send("/metrics")).text();
    expect(text).toContain('assay_card_checkouts_total{outcome="begun"} 1');
    expect(text).toContain('assay_card_checkouts_total{outcome="refused"} 1');
  });
});

describe("a checkout", () => {
  test.for<[string, object | string, (string | number)[]]>([
    ["without credits", { api_key: "k" }, ["credits"]],
    ["for zero credits", { api_key: "k", credits: 0 }, ["credits"]],
    ["for negative credits", { api_key: "k", credits: -1 }, ["credits"]],
    ["for more than 100000", { api_key: "k", credits: 100_001 }, ["credits"]],
    ["for half a credit", { api_key: "k", credits: 1.5 }, ["credits"]],
    ["for credits as a string", { api_key: "k", credits: "5" }, ["credits"]],
    ["for credits beyond any number", '{"api_key":"k","credits":1e400}', ["credits"]],
    ["for a key that is not a string", { api_key: 5, credits: 5 }, ["api_key"]],
    ["for an empty key", { api_key: "", credits: 5 }, ["api_key"]],
    ["for a list", [], []],
  ])("is refused %s, with the field at fault and without a call to the processor", async ([, sent, loc]) => {
    const { service, stripe } = shared;
    const asked = stripe.received.length;
    const { status, body } = await checkOut(service, sent);
    expect([status, body.error, body.remedy.action]).toEqual([400, "bad_request", "fix_request"]);
    expect(body.fields).toMatchObject([{ loc }]);
    expect(stripe.received).toHaveLength(asked);
  });

  test("below the processor's minimum is refused with the minimum, and nobody is asked", async () => {
    const { service, stripe } = shared;
    const key = await service.createKey();
    const asked = stripe.received.length;
    const { status, body } = await checkOut(service, { api_key: key, credits: 24 });
    expect([status, body.error, body.message]).toEqual([
      400,
      "bad_request",
      "`credits` must be at least 25 by card: the card processor takes no payment below $0.50.",
    ]);
    expect(body.remedy.hint).toBe("Buy 25 credits or more by card.");
    expect(body.fields).toMatchObject([{ loc: ["credits"] }]);
    expect(stripe.received).toHaveLength(asked);
    expect((await checkOut(service, { api_key: key, credits: 25 })).status).toBe(200);
  });

  test("takes the key from the header as every call does, and from the body when it names one", async () => {
    const { service } = shared;
    const [asking, named] = [await service.createKey(), await service.createKey()];
    const begin = async (body: object, key?: string): Promise<number> =>
      (await service.send("/v1/keys/checkout", { body, ...(key !== undefined && { key }) })).status;
    expect(await begin({ credits: 30 }, asking)).toBe(200);
    expect(await checkoutsOf(service, asking)).toMatchObject([{ credits: 30 }]);
    expect(await begin({ credits: 40, api_key: named }, asking)).toBe(200);
    expect(await checkoutsOf(service, named)).toMatchObject([{ credits: 40 }]);
    expect(await begin({ credits: 30 })).toBe(401);
    expect(await begin({ credits: 30 }, "asy_nobody")).toBe(401);
  });

  test("is refused without repeating the value that was sent as the key", async () => {
    const { service } = shared;
    const { body } = await checkOut(service, { api_key: ["asy_secret"], credits: "asy_secret" });
    expect(JSON.stringify(body)).not.toContain("asy_secret");
  });

  test("is refused for an unknown, revoked or operator's key, with the way to create a key", async () => {
    const stripe = await openStripeServer();
    await using _ = stripe;
    const operator = "operator-secret-of-32-characters-or-more";
    await using service = await services.open({ env: { ...stripe.env, SERVICE_KEY: operator } });
    const revoked = await service.createKey();
    await service.send("/v1/keys/self", { method: "DELETE", key: revoked });
    for (const key of ["asy_unknown", revoked, operator]) {
      const response = await service.send("/v1/keys/checkout", { body: { api_key: key, credits: 100 } });
      expect(response.headers.get("www-authenticate")).toContain("/v1/keys");
      expect([response.status, await response.json()]).toMatchObject([
        401,
        { error: "unauthorized", remedy: { action: "mint_key", url: `${service.url}/v1/keys` } },
      ]);
    }
    expect(stripe.received).toEqual([]);
  });

  test("is refused without card payments, with the other ways to pay, of which there are none", async () => {
    await using service = await services.open();
    const { status, body } = await checkOut(service, { api_key: await service.createKey(), credits: 100 });
    expect([status, body.error]).toEqual([503, "card_unavailable"]);
    expect(body.remedy).toMatchObject({ action: "buy_credits", hint: expect.any(String), routes: [] });
    expect(body.remedy).not.toHaveProperty("url");
  });

  test("is refused after ten a minute for one key, without affecting others, and only for a while", async () => {
    const clock = manualClock();
    const { service } = await open({ clock });
    const [busy, other] = [await service.createKey(), await service.createKey()];
    const status = async (key: string) => (await checkOut(service, { api_key: key, credits: 100 })).status;
    for (let n = 0; n < 10; n += 1) expect(await status(busy)).toBe(200);
    const response = await service.send("/v1/keys/checkout", { body: { api_key: busy, credits: 100 } });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(await response.json()).toMatchObject({ error: "rate_limited", remedy: { action: "wait" } });
    expect(await status(other)).toBe(200);
    await clock.advance(60_000);
    expect(await status(busy)).toBe(200);
  });
});

describe("when the processor fails, the buyer gets an error and nothing is recorded:", () => {
  const refusedWith = async ({ service }: { service: TestService }, credits = 100): Promise<any> => {
    const key = await service.createKey();
    const { status, body } = await checkOut(service, { api_key: key, credits });
    expect([status, body.error, body.remedy.action]).toEqual([503, "card_unavailable", "buy_credits"]);
    expect(body.remedy.routes).toEqual([]);
    expect(await checkoutsOf(service, key)).toEqual([]);
    return body;
  };

  test.for([400, 401, 402, 403, 404, 409, 429, 500, 503])("it answers %i", async (status) => {
    const opened = shared;
    opened.stripe.behave({ status, error: { type: "card_error", message: "words of the processor" } });
    expect(JSON.stringify(await refusedWith(opened))).not.toContain("words of the processor");
  });

  test.for(["not JSON", "{}", '{"id":"cs_1","url":null}', "null", ""])("it answers %j", async (error) => {
    const opened = shared;
    opened.stripe.behave({ status: 200, error });
    expect((await refusedWith(opened)).message).toMatch(/^The card processor /);
  });

  test("it redirects, and the secret key is not sent there", async () => {
    const opened = shared;
    await using elsewhere = await openStripeServer();
    opened.stripe.behave({
      status: 307,
      error: {},
      headers: { location: `${elsewhere.url}/v1/checkout/sessions` },
    });
    await refusedWith(opened);
    expect(elsewhere.received).toEqual([]);
  });

  test("it accepts no payment this small although we thought so, which more credits fix", async () => {
    const stripe = await openStripeServer();
    await using _ = stripe;
    await using service = await services.open({ env: { ...stripe.env, CARD_MINIMUM_CENTS: "0" } });
    const opened = { service, stripe };
    expect((await refusedWith(opened, 24)).message).toContain("more credits");
    expect(
      (await checkOut(opened.service, { api_key: await opened.service.createKey(), credits: 25 })).status,
    ).toBe(200);
  });

  test("it hangs up", async () => {
    const opened = shared;
    opened.stripe.behave("hang up");
    expect((await refusedWith(opened)).message).toContain("cannot be reached");
  });

  test("it is not listening", async () => {
    const opened = await open();
    await opened.stripe[Symbol.asyncDispose]();
    expect((await refusedWith(opened)).message).toContain("cannot be reached");
  });

  test("it hangs beyond our limit", async () => {
    const stripe = await openStripeServer();
    await using _ = stripe;
    await using service = await services.open({ overrides: { card: await impatientCard(stripe) } });
    stripe.behave("hang");
    expect((await refusedWith({ service })).message).toContain("cannot be reached");
    expect(stripe.received).toHaveLength(2);
  });
});

test("a late answer is requested again under the same name, and creates no second session", async () => {
  const stripe = await openStripeServer();
  await using _ = stripe;
  await using service = await services.open({ overrides: { card: await impatientCard(stripe, 3000) } });
  stripe.behave("late");
  const answered = checkOut(service, { api_key: await service.createKey(), credits: 100 });
  await until(() => stripe.received.length === 1);
  stripe.behave("serve");
  const { status, body } = await answered;
  const names = stripe.received.map(({ headers }) => headers["idempotency-key"]);
  expect([status, names.length, new Set(names).size]).toEqual([200, 2, 1]);
  expect([...stripe.sessions.keys()]).toEqual([body.session_id]);
});

/** The service's time limit; any real answer arrives far sooner. */
async function impatientCard({ url }: StripeServer, limitMs = 200) {
  return openCard({
    secretKey: stripeEnv.STRIPE_SECRET_KEY,
    webhookSecret: stripeEnv.STRIPE_WEBHOOK_SECRET,
    apiBase: url,
    limitMs,
    clock: systemClock,
    log: rememberingLog(),
    metrics: createMetrics(),
    limits: await openTestLimits(),
  });
}

test("a caller who needs credits sees the card first, if cards are accepted", async () => {
  const stripe = await openStripeServer();
  await using _ = stripe;
  await using service = await services.open({ env: { ...stripe.env, FREE_CALLS_PER_DAY: "0" } });
  const { status, body } = await service.validate(await service.createKey(), { code: "x = 1" });
  const endpoint = { method: "POST", url: `${service.url}/v1/keys/checkout` };
  expect([status, body.remedy.action]).toEqual([402, "buy_credits"]);
  expect(body.remedy).toMatchObject({ price_credits: 1, price_cents: 2, ...endpoint });
  expect(body.remedy.routes[0]).toEqual({ route: "card", ...endpoint, min_credits: 25 });
});

describe("configuration", () => {
  test.for<[Record<string, string>, string]>([
    [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET"],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_1" }, "STRIPE_SECRET_KEY"],
    [{ STRIPE_SECRET_KEY: "sk test", STRIPE_WEBHOOK_SECRET: "whsec_1" }, "STRIPE_SECRET_KEY"],
    [{ STRIPE_API_BASE: "https://stripe.example/v1" }, "STRIPE_API_BASE"],
    [{ STRIPE_API_BASE: "stripe.example" }, "STRIPE_API_BASE"],
  ])("%j is refused, and the error names it", ([env, name]) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  test("an unusable secret is not repeated", () => {
    expect(() => readConfig({ STRIPE_SECRET_KEY: "sk_live_secret word" })).toThrow(/^(?!.*secret word)/s);
  });
});
