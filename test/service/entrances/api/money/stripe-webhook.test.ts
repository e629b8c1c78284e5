import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { rememberingLog } from "../../../../agent/remembering-log.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";
import {
  openStripeServer,
  signEvent,
  writeEvent,
  type EventChanges,
  type StripeServer,
} from "../../../../support/stripe-server.ts";

let services: TestServices;
let stripe: StripeServer;
/** Enough for tests that do not change its clock. */
let shared: Stage;
beforeAll(async () => {
  services = await openTestServices();
  stripe = await openStripeServer();
  shared = await stageOf({});
});
afterAll(async () => {
  await shared.service[Symbol.asyncDispose]();
  await stripe[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const minuteMs = 60_000;

type Stage = Awaited<ReturnType<typeof stageOf>>;

/** A service with a stopped clock, and the processor's side of it. */
async function stageOf(overrides: object) {
  const clock = manualClock();
  const service = await services.open({ env: stripe.env, overrides: { clock, ...overrides } });
  return { service, clock, ...processorOf(service) };
}

/** One of its own for this test. */
async function open(overrides = {}): Promise<Stage> {
  const stage = await stageOf(overrides);
  onTestFinished(async () => stage.service[Symbol.asyncDispose]());
  return stage;
}

/** The processor's steps: takes a checkout, and reports it. */
function processorOf(service: TestService) {
  const tell = async (
    body: string | Uint8Array,
    signature?: string,
  ): Promise<{ status: number; body: any }> => {
    const headers: Record<string, string> = signature === undefined ? {} : { "stripe-signature": signature };
    const response = await service.send("/v1/webhooks/stripe", { body, headers });
    return { status: response.status, body: await response.json() };
  };
  const signedNow = async (body: string): Promise<{ status: number; body: any }> =>
    tell(body, signEvent(body, { atMs: service.parts.clock.now() }));
  return {
    tell,
    signedNow,
    /** Begins a checkout of 100 credits for a new key. */
    buy: async () => {
      const key = await service.createKey();
      const response = await service.send("/v1/keys/checkout", { body: { api_key: key, credits: 100 } });
      const { session_id } = (await response.json()) as { session_id: string };
      return { key, session: stripe.sessions.get(session_id)! };
    },
    told: async (session: Parameters<typeof writeEvent>[0], changes?: EventChanges): Promise<string> =>
      (await signedNow(writeEvent(session, changes))).body.status,
    creditsOf: async (key: string) =>
      ((await (await service.send("/v1/keys/self", { key })).json()) as { credits: number }).credits,
  };
}

describe("a paid checkout", () => {
  test("adds the credits to the key, and the payment to the ledger", async () => {
    const { service, buy, signedNow, creditsOf } = shared;
    const { key, session } = await buy();
    expect(await signedNow(writeEvent(session))).toEqual({
      status: 200,
      body: { received: true, status: "credited" },
    });
    expect(await creditsOf(key)).toBe(100);
    expect(await service.parts.store.readEntries(fingerprintOf(key))).toMatchObject([
      { delta: 100, reason: "card", reference: session.id },
    ]);
  });

  test("is no longer polled", async () => {
    const { service, buy, told } = await open();
    const isAskedAbout = async (): Promise<boolean> =>
      (await service.parts.store.openCheckouts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 1 })).length > 0;
    const { session } = await buy();
    expect([await isAskedAbout(), await told(session), await isAskedAbout()]).toEqual([
      true,
      "credited",
      false,
    ]);
  });

  test.for<[string, EventChanges]>([
    ["the same event", {}],
    ["another event", { id: "evt_2" }],
    ["the other kind of event", { id: "evt_2", kind: "checkout.session.async_payment_succeeded" }],
  ])("stays settled when it is reported again by %s", async ([, changes]) => {
    const { buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    expect([await told(session), await told(session, changes)]).toEqual(["credited", "settled"]);
    expect(await creditsOf(key)).toBe(100);
  });

  test("stays settled when it is reported again two days later, signed again", async () => {
    const { clock, buy, told, creditsOf } = await open();
    const { key, session } = await buy();
    await told(session);
    await clock.advance(2 * 24 * 60 * minuteMs);
    expect([await told(session), await creditsOf(key)]).toEqual(["settled", 100]);
  });

  test("is credited once when it is reported a hundred times at once", async () => {
    const { buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => told(session)));
    expect(statuses.toSorted().slice(0, 2)).toEqual(["credited", "settled"]);
    expect(await creditsOf(key)).toBe(100);
  });

  test("is credited to a key that was revoked meanwhile, so that the ledger knows of the money", async () => {
    const { service, buy, told } = shared;
    const { key, session } = await buy();
    await service.send("/v1/keys/self", { method: "DELETE", key });
    expect(await told(session)).toBe("credited");
    expect(await service.parts.store.readEntries(fingerprintOf(key))).toMatchObject([{ delta: 100 }]);
  });

  test("is credited even if the checkout was given up and closed", async () => {
    const { service, buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    await service.parts.store.closeCheckout(session.id);
    expect([await told(session), await creditsOf(key)]).toEqual(["credited", 100]);
  });

  test("is counted by its outcome", async () => {
    const { service, buy, told } = await open();
    const { session } = await buy();
    for (const changes of [{ session: { payment_status: "unpaid" } }, {}, {}]) await told(session, changes);
    const text = await (await service.send("/metrics")).text();
    for (const outcome of ["ignored", "credited", "settled"])
      expect(text).toContain(`assay_card_checkouts_total{outcome="${outcome}"} 1`);
  });

  test("logs the fingerprint, and never the key", async () => {
    const log = rememberingLog();
    const { buy, told, tell } = await open({ log });
    const { key, session } = await buy();
    await told(session);
    await told(session, { session: { amount_total: 1 } });
    await tell(writeEvent(session), "t=1,v1=forged");
    const lines = JSON.stringify(log.lines);
    expect(lines).not.toContain(key);
    expect(lines).toContain(fingerprintOf(key));
  });
});

describe("a payment that clears later", () => {
  test("is credited when it clears, not when the checkout is complete", async () => {
    const { buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    const kind = "checkout.session.async_payment_succeeded";
    expect(await told(session, { session: { payment_status: "unpaid" } })).toBe("ignored");
    expect(await creditsOf(key)).toBe(0);
    expect([await told(session, { kind }), await told(session, { kind })]).toEqual(["credited", "settled"]);
    expect(await creditsOf(key)).toBe(100);
  });

  test("is not credited when it fails", async () => {
    const { buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    const failed = { kind: "checkout.session.async_payment_failed", session: { payment_status: "unpaid" } };
    expect([await told(session, failed), await creditsOf(key)]).toEqual(["ignored", 0]);
  });
});

describe("a signed event without a payment to us is ignored:", () => {
  const other = "0".repeat(64);
  test.for<[string, (metadata: Record<string, string>) => object]>([
    ["not paid", () => ({ payment_status: "unpaid" })],
    ["nothing to pay", () => ({ payment_status: "no_payment_required" })],
    ["no payment status", () => ({ payment_status: undefined })],
    ["a cent too little", () => ({ amount_total: 199 })],
    ["a cent too much", () => ({ amount_total: 201 })],
    ["no amount", () => ({ amount_total: null })],
    ["an amount as a string", () => ({ amount_total: "200" })],
    ["another currency", () => ({ currency: "eur" })],
    ["no currency", () => ({ currency: null })],
    ["no fingerprint", () => ({ client_reference_id: null })],
    ["no metadata", () => ({ metadata: null })],
    ["no fingerprint in the metadata", (metadata) => ({ metadata: { ...metadata, fingerprint: undefined } })],
    [
      "another's fingerprint",
      (metadata) => ({ client_reference_id: other, metadata: { ...metadata, fingerprint: other } }),
    ],
    ["more credits", (metadata) => ({ metadata: { ...metadata, credits: "1000" } })],
    ["credits that are not a number", (metadata) => ({ metadata: { ...metadata, credits: "1e3" } })],
    [
      "more credits for more money",
      (metadata) => ({ amount_total: 400, metadata: { ...metadata, credits: "200", amount_cents: "400" } }),
    ],
    ["no seal", (metadata) => ({ metadata: { ...metadata, seal: undefined } })],
    ["another seal", (metadata) => ({ metadata: { ...metadata, seal: other } })],
    ["no session id", () => ({ id: undefined })],
  ])("%s", async ([, change]) => {
    const { service, buy, told, creditsOf } = shared;
    const { key, session } = await buy();
    expect(await told(session, { session: change(session.metadata) })).toBe("ignored");
    expect(await creditsOf(key)).toBe(0);
    expect(await service.parts.store.readEntries(other)).toEqual([]);
    expect([await told(session), await creditsOf(key)]).toEqual(["credited", 100]);
  });

  test.for(["checkout.session.expired", "charge.refunded", "payment_intent.succeeded", "v2.core.event"])(
    "it is of kind %s",
    async (kind) => {
      const { buy, told, creditsOf } = shared;
      const { key, session } = await buy();
      expect([await told(session, { kind }), await creditsOf(key)]).toEqual(["ignored", 0]);
    },
  );

  test.for([
    "null",
    "[]",
    "5",
    "{}",
    '{"type":"checkout.session.completed"}',
    '{"type":5,"data":{"object":{}}}',
  ])("it is %s", async (body) => {
    const { signedNow } = shared;
    expect(await signedNow(body)).toEqual({ status: 200, body: { received: true, status: "ignored" } });
  });

  test("it is of another deployment on the same account", async () => {
    const [ours, theirs] = [await open(), await open()];
    const { key, session } = await theirs.buy();
    expect([await ours.told(session), await theirs.told(session)]).toEqual(["ignored", "credited"]);
    expect(await ours.service.parts.store.readEntries(fingerprintOf(key))).toEqual([]);
  });
});

describe("an unverified event is refused, and credits nothing:", () => {
  type Sending = Readonly<{ body: string | Uint8Array; signature?: string }>;
  const sign = (body: string, atMs: number, secret?: string): string =>
    signEvent(body, { atMs, ...(secret !== undefined && { secret }) });

  test.for<[string, (body: string, nowMs: number) => Sending]>([
    ["it is not signed", (body) => ({ body })],
    ["its signature header is empty", (body) => ({ body, signature: "" })],
    [
      "it is signed with another secret",
      (body, now) => ({ body, signature: sign(body, now, "whsec_theirs") }),
    ],
    ["its signature has no value", (body, now) => ({ body, signature: `t=${now / 1000},v1=` })],
    ["its signature is nonsense", (body) => ({ body, signature: "x".repeat(1000) })],
    [
      "its signature is of an older scheme",
      (body, now) => ({ body, signature: sign(body, now).replace("v1", "v0") }),
    ],
    [
      "its signature has no time",
      (body, now) => ({ body, signature: sign(body, now).replace(/^t=\d+,/, "") }),
    ],
    [
      "its signature has another time",
      (body, now) => ({ body, signature: sign(body, now).replace(/^t=\d/, "t=9") }),
    ],
    [
      "its signature has two times",
      (body, now) => ({ body, signature: `t=${now / 1000},${sign(body, now - 6 * minuteMs)}` }),
    ],
    ["it is 301 seconds old", (body, now) => ({ body, signature: sign(body, now - 301_000) })],
    ["it is from 301 seconds in the future", (body, now) => ({ body, signature: sign(body, now + 301_000) })],
    [
      "it is from a year in the future",
      (body, now) => ({ body, signature: sign(body, now + 365 * 86_400_000) }),
    ],
    [
      "one byte is changed",
      (body, now) => ({ body: body.replace("100", "900"), signature: sign(body, now) }),
    ],
    ["one byte is added", (body, now) => ({ body: `${body}\n`, signature: sign(body, now) })],
    ["a byte order mark is added", (body, now) => ({ body: `\ufeff${body}`, signature: sign(body, now) })],
    [
      "a byte is replaced by one that is not text",
      (body, now) => {
        const signed = body.replace("evt_1", "evt_\ufffd");
        const bytes = Buffer.from(signed).toString("latin1").replace("\u00ef\u00bf\u00bd", "\u00ff");
        return { body: Buffer.from(bytes, "latin1"), signature: sign(signed, now) };
      },
    ],
    ["it is not JSON", (body, now) => ({ body: body.slice(0, -1), signature: sign(body.slice(0, -1), now) })],
    ["it is empty", (_, now) => ({ body: "", signature: sign("", now) })],
  ])("%s", async ([, sending]) => {
    const { clock, buy, tell, told, creditsOf } = shared;
    const { key, session } = await buy();
    const { body, signature } = sending(writeEvent(session), clock.now());
    const answer = await tell(body, signature);
    expect([answer.status, answer.body.error, answer.body.remedy.action]).toEqual([
      400,
      "bad_request",
      "fix_request",
    ]);
    expect(answer.body.fields).toHaveLength(1);
    expect([await creditsOf(key), await told(session)]).toEqual([0, "credited"]);
  });

  test("the sender of a signed event that is not JSON gets that error", async () => {
    const { clock, tell } = shared;
    const placeOf = async (signature: string) => {
      const { fields, message } = (await tell("{", signature)).body;
      return [fields[0].loc, message === fields[0].msg, message.startsWith("The event is not JSON")];
    };
    expect(await placeOf(sign("{", clock.now()))).toEqual([["body"], true, true]);
    expect(await placeOf("t=1,v1=x")).toEqual([["header", "stripe-signature"], true, false]);
  });

  test("a signature five minutes old or early is accepted", async () => {
    const { clock, buy, tell } = shared;
    for (const offMs of [-300_000, 300_000]) {
      const body = writeEvent((await buy()).session);
      const answer = await tell(body, sign(body, clock.now() + offMs));
      expect(answer.body).toEqual({ received: true, status: "credited" });
    }
  });

  test("one valid signature is enough, as while the secret is being changed", async () => {
    const { clock, buy, tell } = shared;
    const body = writeEvent((await buy()).session);
    const [theirs, ours] = [sign(body, clock.now(), "whsec_older"), sign(body, clock.now())];
    const answer = await tell(body, `${theirs},${ours.split(",")[1]}`);
    expect(answer.body).toEqual({ received: true, status: "credited" });
  });

  test("a captured event is useless six minutes later", async () => {
    const { clock, buy, tell, creditsOf } = await open();
    const { key, session } = await buy();
    const body = writeEvent(session);
    const signature = sign(body, clock.now());
    await clock.advance(6 * minuteMs);
    expect([(await tell(body, signature)).status, await creditsOf(key)]).toEqual([400, 0]);
  });
});

test("a body larger than any event is refused", async () => {
  const { tell } = shared;
  const { status, body } = await tell("x".repeat(1_048_577), "t=1,v1=x");
  expect([status, body.error, body.limit]).toEqual([413, "too_large", 1_048_576]);
});

test("the processor is asked to retry while the store is unavailable", async () => {
  const { service, buy, signedNow } = await open();
  const { session } = await buy();
  await service.parts.store[Symbol.asyncDispose]();
  const { status, body } = await signedNow(writeEvent(session));
  expect([status, body.error]).toEqual([503, "store_unavailable"]);
});

test("the address does not exist without card payments", async () => {
  await using service = await services.open();
  const { signedNow } = processorOf(service);
  const { status, body } = await signedNow("{}");
  expect([status, body.error]).toEqual([404, "not_found"]);
});
