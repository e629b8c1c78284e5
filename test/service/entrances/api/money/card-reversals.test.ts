import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { proveLedger } from "../../../../../scripts/ledger/prove.ts";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { startPostgres, type PostgresServer } from "../../../../support/postgres-server.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";
import {
  openStripeServer,
  signEvent,
  writeEvent,
  writeEventOf,
  type StripeServer,
} from "../../../../support/stripe-server.ts";

let services: TestServices;
let postgres: PostgresServer;
beforeAll(async () => {
  [services, postgres] = await Promise.all([openTestServices(), startPostgres({ fsync: "off" })]);
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

type Stage = Awaited<ReturnType<typeof open>>;

/** A service, the processor beside it, and a key that has bought a hundred credits for two dollars. */
async function open(kind: string) {
  const stripe = await openStripeServer();
  const env = {
    ...stripe.env,
    FREE_CALLS_PER_DAY: "1",
    ...(kind === "PostgreSQL" && { DATABASE_URL: postgres.url }),
  };
  const service = await services.open({ env, overrides: { clock: manualClock() } });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await stripe[Symbol.asyncDispose]();
  });
  const tell = async (body: string): Promise<{ status: number; body: any }> => {
    const headers = { "stripe-signature": signEvent(body, { atMs: service.parts.clock.now() }) };
    const response = await service.send("/v1/webhooks/stripe", { body, headers });
    return { status: response.status, body: await response.json() };
  };
  const key = await service.createKey();
  const asked = { body: { api_key: key, credits: 100 } };
  const { session_id } = (await (await service.send("/v1/keys/checkout", asked)).json()) as {
    session_id: string;
  };
  stripe.pay(session_id);
  return {
    service,
    stripe,
    key,
    session: session_id,
    complete: async (): Promise<string> =>
      (await tell(writeEvent(stripe.sessions.get(session_id)))).body.status,
    tell,
    /** The result of an event about this. */
    toldOf: async (object: object, event: string): Promise<string> =>
      (await tell(writeEventOf(object, event))).body.status,
    self: async (): Promise<{ credits: number; owed_credits?: number }> =>
      (await (await service.send("/v1/keys/self", { key })).json()) as { credits: number },
    validate: async (code: string) => service.validate(key, { code }),
  };
}

async function expectProven({ service }: Stage): Promise<void> {
  expect((await proveLedger(service.parts.store)).contradictions).toEqual([]);
}

const charge = (stripe: StripeServer, session: string): object => ({
  id: "ch_1",
  object: "charge",
  payment_intent: stripe.sessions.get(session)!["payment_intent"],
});

describe.each(["SQLite", "PostgreSQL"])("on %s", (kind) => {
  test.each(["charge.refunded", "refund.created", "refund.updated", "charge.refund.updated"])(
    "a refund reported by %s takes back all its credits, however often it is reported",
    async (event) => {
      const stage = await open(kind);
      const { stripe, session, complete, toldOf, self } = stage;
      expect(await complete()).toBe("credited");
      const refund = stripe.refund(session);
      const object = event === "charge.refunded" ? charge(stripe, session) : refund;
      expect(await toldOf(object, event)).toBe("reversed");
      expect(await Promise.all([1, 2, 3].map(async () => toldOf(object, event)))).toEqual([
        "settled",
        "settled",
        "settled",
      ]);
      expect(await self()).toMatchObject({ credits: 0 });
      expect(await complete()).toBe("settled");
      expect(await self()).toMatchObject({ credits: 0 });
      await expectProven(stage);
    },
  );

  test("partial refunds add up, each taking its share", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, toldOf, self } = stage;
    await complete();
    for (const [amount, left] of [
      [50, 75],
      [51, 50],
      [99, 0],
    ] as const) {
      expect(await toldOf(stripe.refund(session, { amount }), "refund.created")).toBe("reversed");
      expect((await self()).credits).toBe(left);
    }
    await expectProven(stage);
  });

  test("a refund reported before its payment leaves no credits, and says so once both are known", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, toldOf, self } = stage;
    expect(await toldOf(stripe.refund(session), "refund.created")).toBe("reversed");
    expect(await complete()).toBe("settled");
    expect((await self()).credits).toBe(0);
    await expectProven(stage);
  });

  test("a refund that fails gives the credits back", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, toldOf, self } = stage;
    await complete();
    const { id } = stripe.refund(session, { status: "pending" });
    expect(await toldOf(charge(stripe, session), "charge.refunded")).toBe("reversed");
    expect((await self()).credits).toBe(0);
    expect(await toldOf(stripe.changeMoney(id, { status: "failed" }), "refund.failed")).toBe("reversed");
    expect((await self()).credits).toBe(100);
    // An old event that arrives late applies to the present state.
    expect(await toldOf({ ...stripe.changeMoney(id, {}), status: "pending" }, "refund.created")).toBe(
      "settled",
    );
    expect((await self()).credits).toBe(100);
    await expectProven(stage);
  });

  test("a dispute takes the credits; a won one gives them back, a lost one keeps them, an inquiry takes none", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, toldOf, self } = stage;
    await complete();
    const inquiry = stripe.dispute(session, { status: "warning_needs_response" });
    expect(await toldOf(inquiry, "charge.dispute.created")).toBe("settled");
    expect((await self()).credits).toBe(100);
    const first = stripe.dispute(session);
    expect(await toldOf(first, "charge.dispute.created")).toBe("reversed");
    expect(await toldOf(first, "charge.dispute.funds_withdrawn")).toBe("settled");
    expect((await self()).credits).toBe(0);
    const won = stripe.changeMoney(first.id, { status: "won" });
    expect(await toldOf(won, "charge.dispute.closed")).toBe("reversed");
    expect(await toldOf(won, "charge.dispute.funds_reinstated")).toBe("settled");
    expect((await self()).credits).toBe(100);
    const second = stripe.dispute(session);
    await toldOf(second, "charge.dispute.created");
    const lost = stripe.changeMoney(second.id, { status: "lost" });
    expect(await toldOf(lost, "charge.dispute.closed")).toBe("settled");
    expect((await self()).credits).toBe(0);
    await expectProven(stage);
  });

  test("a key whose credits were used is frozen until the debt is paid", async () => {
    const stage = await open(kind);
    const { service, stripe, session, key, complete, toldOf, self, validate } = stage;
    await complete();
    // One is free, three are paid for.
    for (const n of [1, 2, 3, 4]) expect((await validate(`x = ${n}\n`)).status).toBe(200);
    expect((await self()).credits).toBe(97);
    await toldOf(stripe.refund(session), "refund.created");
    expect(await self()).toMatchObject({ credits: 0, owed_credits: 3 });
    const { status, body } = await validate("x = 5\n");
    expect({ status, ...body }).toMatchObject({
      status: 402,
      error: "payment_required",
      message: expect.stringMatching(/owes 3 credits and is frozen\. Buy at least 3 credits/),
      remedy: { action: "buy_credits", price_credits: 3, method: "POST" },
    });
    // Neither remembered answers, nor the free checks of the next day.
    expect((await validate("x = 1\n")).status).toBe(402);
    await service.grant(key, 2);
    expect((await validate("x = 6\n")).status).toBe(402);
    expect(await self()).toMatchObject({ credits: 0, owed_credits: 1 });
    await service.grant(key, 11);
    expect((await validate("x = 7\n")).status).toBe(200);
    const paid = await self();
    expect(paid).toMatchObject({ credits: 9 });
    expect(paid).not.toHaveProperty("owed_credits");
    await expectProven(stage);
  });

  test("a dispute that was won unfreezes the key", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, toldOf, validate } = stage;
    await complete();
    for (const n of [1, 2]) await validate(`x = ${n}\n`);
    const { id } = stripe.dispute(session);
    await toldOf(charge(stripe, session), "charge.dispute.created");
    expect((await validate("x = 3\n")).status).toBe(402);
    await toldOf(stripe.changeMoney(id, { status: "won" }), "charge.dispute.closed");
    expect((await validate("x = 3\n")).status).toBe(200);
    await expectProven(stage);
  });

  test("an event is not accepted while the processor is unreachable, so that it is sent again", async () => {
    const stage = await open(kind);
    const { stripe, session, complete, tell, toldOf, self } = stage;
    await complete();
    const refund = stripe.refund(session);
    stripe.behave({ status: 500, error: { type: "api_error", message: "Broken" } });
    const { status, body } = await tell(writeEventOf(refund, "refund.created"));
    expect([status, body.error]).toEqual([503, "card_unavailable"]);
    expect((await self()).credits).toBe(100);
    stripe.behave("serve");
    expect(await toldOf(refund, "refund.created")).toBe("reversed");
    await expectProven(stage);
  });
});

test("refunds of payments that are not ours, or in another currency, are ignored", async () => {
  const { stripe, session, service, key, complete, toldOf } = await open("SQLite");
  await complete();
  expect(await toldOf({ id: "re_9", payment_intent: "pi_of_another" }, "refund.created")).toBe("ignored");
  expect(await toldOf({ id: "re_9" }, "refund.created")).toBe("ignored");
  expect(await toldOf(stripe.refund(session, { currency: "jpy" }), "refund.created")).toBe("settled");
  stripe.change(session, { metadata: { ...stripe.sessions.get(session)!.metadata, credits: "99" } });
  expect(await toldOf(stripe.refund(session), "refund.created")).toBe("ignored");
  const entries = await service.parts.store.readEntries(fingerprintOf(key));
  expect(entries.map(({ reason }) => reason)).toEqual(["card"]);
});
