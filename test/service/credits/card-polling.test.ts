import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import type { Clock } from "../../../platform/clock.ts";
import { manualClock, type ManualClock } from "../../support/manual-clock.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";
import { openStripeServer, signEvent, writeEvent, type StripeServer } from "../../support/stripe-server.ts";
import { until } from "../../support/until.ts";

let services: TestServices;
let postgres: PostgresServer;
beforeAll(async () => {
  [services, postgres] = await Promise.all([openTestServices(), startPostgres({ fsync: "off" })]);
});
afterAll(async () => {
  await services[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** No two rounds are further apart. */
const maxWaitMs = 6 * minuteMs;

type Stage = Readonly<{
  service: TestService;
  stripe: StripeServer;
  clock: ManualClock;
  /** How often the service has gone to sleep until its next polling round. */
  waits: () => number;
}>;

/** Each test uses its own database. */
const databases = new Map<number, Promise<string>>();

async function open(
  kind: string,
  { clock = manualClock(), database = databases.size + 1 } = {},
): Promise<Stage> {
  const stripe = await openStripeServer();
  if (!databases.has(database)) databases.set(database, postgres.createDatabase());
  const env = {
    ...stripe.env,
    ...(kind === "PostgreSQL" && { DATABASE_URL: await databases.get(database)! }),
  };
  let waits = 0;
  const counting: Clock = {
    ...clock,
    sleep: async (ms, signal) => {
      if (ms > 3 * minuteMs) waits += 1;
      return clock.sleep(ms, signal);
    },
  };
  const service = await services.open({ env, overrides: { clock: counting } });
  onTestFinished(async () => {
    await service[Symbol.asyncDispose]();
    await stripe[Symbol.asyncDispose]();
  });
  return { service, stripe, clock, waits: () => waits };
}

/** Lets time pass, with one polling round in each step. */
async function pass(stages: readonly Stage[], ms = maxWaitMs): Promise<void> {
  const before = stages.map(({ waits }) => waits());
  await stages[0]!.clock.advance(ms);
  await until(() => stages.every(({ waits }, n) => waits() > before[n]!));
}

async function buy({ service }: Stage): Promise<{ key: string; session: string }> {
  const key = await service.createKey();
  const response = await service.send("/v1/keys/checkout", { body: { api_key: key, credits: 100 } });
  return { key, session: ((await response.json()) as { session_id: string }).session_id };
}

const asksAbout = ({ stripe }: Stage, session: string): number =>
  stripe.received.filter(({ whole }) => whole.startsWith(`GET /v1/checkout/sessions/${session}\n`)).length;

const entriesOf = async ({ service }: Stage, key: string) =>
  service.parts.store.readEntries(fingerprintOf(key));

async function isOpen({ service }: Stage, session: string): Promise<boolean> {
  const page = { beforeMs: Number.MAX_SAFE_INTEGER, limit: 1000 };
  return (await service.parts.store.openCheckouts(page)).some((checkout) => checkout.session === session);
}

describe.for(["SQLite", "PostgreSQL"])("a checkout without webhooks, on %s,", (kind) => {
  /** A service where a purchase began some minutes ago. */
  async function openWithPurchase(): Promise<Stage & Readonly<{ key: string; session: string }>> {
    const stage = await open(kind);
    const bought = await buy(stage);
    await pass([stage]);
    return { ...stage, ...bought };
  }

  test("is found paid, credited once, and not polled again", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe } = stage;
    stripe.pay(session);
    await pass([stage]);
    const asks = asksAbout(stage, session);
    for (let round = 0; round < 3; round += 1) await pass([stage]);
    expect(asksAbout(stage, session)).toBe(asks);
    expect(await entriesOf(stage, key)).toMatchObject([{ delta: 100, reason: "card", reference: session }]);
  });

  test("is settled when a late webhook arrives", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe, service, clock } = stage;
    stripe.pay(session);
    await pass([stage]);
    const body = writeEvent(stripe.sessions.get(session));
    const headers = { "stripe-signature": signEvent(body, { atMs: clock.now() }) };
    const response = await service.send("/v1/webhooks/stripe", { body, headers });
    expect(await response.json()).toEqual({ received: true, status: "settled" });
    expect(await entriesOf(stage, key)).toHaveLength(1);
  });

  test("is left alone while it is young, then polled each round", async () => {
    const stage = await open(kind);
    const { service, clock } = stage;
    const bare = { account: "a", credits: 1, amountCents: 2 };
    const now = clock.now();
    await service.parts.store.addCheckout({ session: "cs_old", ...bare, createdAtMs: now - 2 * minuteMs });
    await service.parts.store.addCheckout({ session: "cs_young", ...bare, createdAtMs: now + 2 * minuteMs });
    await pass([stage]);
    expect([asksAbout(stage, "cs_old"), asksAbout(stage, "cs_young")]).toEqual([1, 0]);
    for (let round = 0; round < 3; round += 1) await pass([stage]);
    expect([asksAbout(stage, "cs_old"), asksAbout(stage, "cs_young")]).toEqual([4, 3]);
  });

  test("stays open while it is not paid", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe } = stage;
    for (let round = 0; round < 3; round += 1) await pass([stage]);
    expect([await entriesOf(stage, key), await isOpen(stage, session)]).toEqual([[], true]);
    stripe.pay(session);
    await pass([stage]);
    expect([(await entriesOf(stage, key)).length, await isOpen(stage, session)]).toEqual([1, false]);
  });

  test("has its refund and the end of a dispute found without webhooks", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe, service, clock } = stage;
    stripe.pay(session);
    stripe.refund(session, { amount: 50 });
    await pass([stage]);
    await pass([stage]);
    const holds = async () => service.parts.store.readStatement(fingerprintOf(key));
    expect(await holds()).toMatchObject({ credits: 75, reversed: 25 });
    const { id } = stripe.dispute(session, { amount: 150 });
    await pass([stage]);
    expect(await holds()).toMatchObject({ credits: 0, reversed: 100 });
    stripe.changeMoney(id, { status: "won" });
    await pass([stage]);
    expect(await holds()).toMatchObject({ credits: 75, reversed: 25 });
    const looks = stripe.received.length;
    await pass([stage]);
    // Known sessions are not read again: only the lists are read, and not for old ones.
    const ages = stripe.received.slice(looks).map(({ whole }) => {
      const [, path] = whole.split(/\s/);
      const sinceS = Number(URL.parse(path!, stripe.url)!.searchParams.get("created[gte]"));
      return [path!.split("?")[0], Math.floor((clock.now() - sinceS * 1000) / dayMs)];
    });
    expect(ages).toEqual([
      ["/v1/refunds", 3],
      ["/v1/disputes", 120],
    ]);
  });

  test("is found paid after an outage of the processor", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe } = stage;
    stripe.pay(session);
    for (const manner of ["hang up", { status: 500, error: {} }, { status: 200, error: "{}" }] as const) {
      stripe.behave(manner);
      const asks = asksAbout(stage, session);
      // A failed round may leave nothing for the next, which starts from the beginning.
      for (let round = 0; round < 2; round += 1) await pass([stage]);
      expect(asksAbout(stage, session)).toBeGreaterThan(asks);
    }
    expect(await entriesOf(stage, key)).toEqual([]);
    stripe.behave("serve");
    for (let round = 0; round < 2; round += 1) await pass([stage]);
    expect(await entriesOf(stage, key)).toHaveLength(1);
  });

  test("is given up when it has expired at the processor", async () => {
    const stage = await openWithPurchase();
    const other = await buy(stage);
    stage.stripe.change(stage.session, { status: "expired" });
    await pass([stage]);
    expect([await isOpen(stage, stage.session), await isOpen(stage, other.session)]).toEqual([false, true]);
    expect(await entriesOf(stage, stage.key)).toEqual([]);
  });

  test.for(["still open", "unknown to the processor", "paid with another amount"])(
    "is given up after three days when it is %s",
    async (how) => {
      const stage = await openWithPurchase();
      const { key, session, stripe } = stage;
      if (how === "paid with another amount")
        stripe.change(session, { payment_status: "paid", amount_total: 1 });
      if (how === "unknown to the processor") stripe.forget(session);
      await pass([stage], 3 * dayMs - 4 * maxWaitMs);
      await pass([stage]);
      expect(await isOpen(stage, session)).toBe(true);
      for (let round = 0; round < 4; round += 1) await pass([stage]);
      expect([await isOpen(stage, session), await entriesOf(stage, key)]).toEqual([false, []]);
    },
  );

  test("is followed for thirty days while a bank transfer is pending", async () => {
    const stage = await openWithPurchase();
    const { key, session, stripe } = stage;
    const failed = await buy(stage);
    for (const id of [session, failed.session]) stripe.change(id, { status: "complete" });
    await pass([stage], 20 * dayMs);
    await pass([stage]);
    expect([await isOpen(stage, session), await isOpen(stage, failed.session)]).toEqual([true, true]);
    stripe.pay(session);
    await pass([stage]);
    expect(await entriesOf(stage, key)).toHaveLength(1);
    await pass([stage], 10 * dayMs);
    await pass([stage]);
    expect([await isOpen(stage, failed.session), await entriesOf(stage, failed.key)]).toEqual([false, []]);
  });

  test("does not delay the others when its polls always fail", async () => {
    const broken = await openWithPurchase();
    const { key, session } = await buy(broken);
    broken.stripe.change(broken.session, { isBroken: true });
    broken.stripe.pay(session);
    for (let round = 0; round < 3; round += 1) await pass([broken]);
    expect(asksAbout(broken, broken.session)).toBeGreaterThan(0);
    expect(await entriesOf(broken, key)).toHaveLength(1);
  });

  test("is polled in turn, a hundred of them a round", async () => {
    const stage = await open(kind);
    const { service, clock } = stage;
    const createdAtMs = clock.now() - 10 * minuteMs;
    const names = Array.from({ length: 230 }, (_, n) => `cs_${n}`);
    for (const session of names)
      await service.parts.store.addCheckout({
        session,
        account: "a",
        credits: 1,
        amountCents: 2,
        createdAtMs,
      });
    const asked: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await pass([stage]);
      asked.push(names.filter((session) => asksAbout(stage, session) > 0).length);
    }
    const isAboutOne = ({ whole }: { whole: string }) => whole.startsWith("GET /v1/checkout/sessions/");
    expect([asked, stage.stripe.received.filter(isAboutOne).length]).toEqual([[100, 200, 230, 230], 330]);
  });
});

test("one replica polls; when it stops, another does", async () => {
  const shared = { clock: manualClock(), database: 0 };
  const stages = [await open("PostgreSQL", shared), await open("PostgreSQL", shared)];
  const { session } = await buy(stages[0]!);
  for (let round = 0; round < 5; round += 1) await pass(stages);
  const [asking, ...others] = stages.filter((stage) => asksAbout(stage, session) > 0);
  expect([asksAbout(asking!, session) >= 4, others]).toEqual([true, []]);
  const quiet = stages.find((stage) => stage !== asking)!;
  await asking!.service[Symbol.asyncDispose]();
  await pass([quiet]);
  expect(asksAbout(quiet, session)).toBe(1);
});

test("a processor that hangs does not delay the shutdown of the service", async () => {
  const stage = await open("SQLite");
  const { session } = await buy(stage);
  await pass([stage]);
  const asks = asksAbout(stage, session);
  stage.stripe.behave("hang");
  await stage.clock.advance(maxWaitMs);
  await until(() => asksAbout(stage, session) > asks);
  const before = performance.now(); // the call itself would last for eight seconds
  await stage.service[Symbol.asyncDispose]();
  expect(performance.now() - before).toBeLessThan(7000);
});
