import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../../../engine/engine.ts";
import { systemClock, type Clock } from "../../../../platform/clock.ts";
import { limitTable } from "../../../../parts/limits/table.ts";
import { openStore } from "../../../../parts/store/open-store.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { silentLog } from "../../../parts/store/builders.ts";
import { until } from "../../../support/until.ts";
import { useX402Stage } from "../../../support/x402-stage.ts";
import { noTools } from "../../../support/no-tools.ts";

const freeWorkMs = limitTable.abandonedWork.max;

const stage = useX402Stage();
const price = 10_000n;
const once = { earned: price, spent: price };
const nothing = { earned: 0n, spent: 0n };
const job = (text: string) => ({ code: `x = ${JSON.stringify(text)}\n` });

/** An engine that finishes when the test releases it. */
function heldEngine(): { engine: Engine; begun: Promise<void>; release: () => void } {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const judge = async () => {
    begun.resolve();
    await released.promise;
    return { verdict: { valid: true, score: 1, meta: { incomplete: [] } } as never, isComplete: true };
  };
  return {
    engine: { modes: ["static"], isReady: () => true, ...noTools, judge },
    begun: begun.promise,
    release: released.resolve,
  };
}

/** A store that reports when a payment is released. */
async function watchedStore(): Promise<{ store: Store; isLetGo: Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "assay-x402-"));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const store = await openStore({ dataDir: folder }, silentLog);
  const letGo = Promise.withResolvers<void>();
  const letGoPayment: Store["letGoPayment"] = async (...left) => {
    await store.letGoPayment(...left);
    letGo.resolve();
  };
  return { store: { ...store, letGoPayment }, isLetGo: letGo.promise };
}

describe("a payment's signature", () => {
  test("gets the same answer and receipt when it is sent again with the same request, and nothing is charged", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[0]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    const first = await service.post("static", job("again"), payment);
    const second = await service.post("static", { ...job("again"), options: { unknown: 1 } }, payment);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.receipt).toEqual(first.receipt);
    expect({ ...second.body, meta: {} }).toEqual({ ...first.body, meta: {} });
    expect(second.body.meta.request_id).toBe(second.headers.get("x-request-id"));
    expect(second.headers.get("x-svc-repeat")).toBe("1");
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("is worked for again when its answer is too long to be kept, and nothing is charged", async () => {
    const judge = async () => {
      const diagnostics = ["x".repeat(2_000_000)];
      const verdict = { valid: true, score: 1, diagnostics, meta: { incomplete: [] } };
      return { verdict: verdict as never, isComplete: true };
    };
    await using service = await stage.open({ overrides: { engine: { ...heldEngine().engine, judge } } });
    const payer = stage.chain.users[9]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    for (const _ of [1, 2]) expect((await service.post("static", job("long"), payment)).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([2, once]);
  });

  test("is refused and not charged again when it is sent with another request, or to the address of another mode", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[1]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    await service.post("static", job("one"), payment);
    for (const [mode, text] of [
      ["static", "two"],
      ["repair", "one"],
    ] as const) {
      const { status, body } = await service.post(mode, job(text), payment);
      expect([status, body.error, body.remedy.action]).toEqual([409, "payment_conflict", "pay_again"]);
    }
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("does not get the answer from the payer's record when it is not the payer's own", async () => {
    await using service = await stage.open();
    const payment = await service.sign("static", stage.chain.users[2]!);
    await service.post("static", job("own"), payment);
    const forged = { ...payment.payload, signature: `0x${"11".repeat(64)}1b` };
    const { status, body } = await service.post("static", job("own"), { ...payment, payload: forged });
    expect([status, body.error, body.valid]).toEqual([402, "payment_required", undefined]);
  });

  test("is worked for once, charged once, and answered eight times when eight calls send it at once", async () => {
    await using service = await stage.open({ isLocal: true });
    const payer = stage.chain.users[3]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => service.post("static", job("eight"), payment)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ receipt }) => receipt.transaction)).size).toBe(1);
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("is worked for once and charged once when it is sent to two replicas at once", async () => {
    await using one = await stage.open();
    await using other = await stage.open({ env: { DATA_DIR: one.parts.config.DATA_DIR } });
    const payer = stage.chain.users[4]!;
    const moved = await stage.ledger(payer);
    const payment = await one.sign("static", payer);
    const answers = await Promise.all(
      [one, other].map(async ({ post }) => post("static", job("both"), payment)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(one.runs() + other.runs()).toBe(1);
    expect(await moved()).toEqual(once);
  });
});

describe("eight concurrent payments of one payer", () => {
  test("for eight requests are each settled, with one facilitator's key", async () => {
    await using service = await stage.open({ isLocal: true });
    const payer = stage.chain.users[5]!;
    const moved = await stage.ledger(payer);
    const payments = await Promise.all(Array.from({ length: 8 }, async () => service.sign("static", payer)));
    const answers = await Promise.all(
      payments.map(async (payment, n) => service.post("static", job(`of ${n}`), payment)),
    );
    expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200));
    expect(await moved()).toEqual({ earned: 8n * price, spent: 8n * price });
  });

  test("are settled once for one request", async () => {
    await using service = await stage.open({ isLocal: true });
    const payer = stage.chain.users[6]!;
    const moved = await stage.ledger(payer);
    const payments = await Promise.all(Array.from({ length: 8 }, async () => service.sign("static", payer)));
    const answers = await Promise.all(
      payments.map(async (payment) => service.post("static", job("same"), payment)),
    );
    expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200));
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });
});

describe("a new signature of the same payer for the same request", () => {
  test("gets the earlier answer for ten minutes without settlement, and is settled after that", async () => {
    let aheadMs = 0;
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
    await using service = await stage.open({ overrides: { clock } });
    const payer = stage.chain.users[7]!;
    const moved = await stage.ledger(payer);
    const good = { validBefore: BigInt(Math.floor(Date.now() / 1000) + 7200) };
    const [first, second, third] = [
      await service.sign("static", payer, good),
      await service.sign("static", payer, good),
      await service.sign("static", payer, good),
    ];
    const earlier = await service.post("static", job("new"), first);
    aheadMs = 9 * 60_000;
    const repeated = await service.post("static", job("new"), second);
    expect([repeated.status, repeated.receipt]).toEqual([200, earlier.receipt]);
    expect([service.runs(), await moved()]).toEqual([1, once]);
    aheadMs = 11 * 60_000;
    const later = await service.post("static", job("new"), third);
    expect(later.receipt.transaction).not.toBe(earlier.receipt.transaction);
    expect([service.runs(), await moved()]).toEqual([2, { earned: 2n * price, spent: 2n * price }]);
  });

  test("is settled when the payer or the request differs", async () => {
    await using service = await stage.open();
    const [payer, other] = [stage.chain.users[8]!, stage.chain.users[9]!];
    await service.post("static", job("mine"), await service.sign("static", payer));
    const [moved, movedByOther] = [await stage.ledger(payer), await stage.ledger(other)];
    await service.post("static", job("mine"), await service.sign("static", other));
    expect((await movedByOther()).spent).toBe(price);
    await service.post("static", job("other"), await service.sign("static", payer));
    expect((await moved()).spent).toBe(price);
  });
});

/** Pays for a job and hangs up once the work begins, with this much work abandoned before. */
async function leave(
  service: Awaited<ReturnType<typeof stage.open>>,
  begun: Promise<void>,
  body: object,
  givenUpMs = 0,
) {
  const payer = stage.chain.users[10]!;
  const moved = await stage.ledger(payer);
  const payment = await service.sign("static", payer);
  if (givenUpMs > 0)
    await service.parts.limits.count("abandonedWork", `x402:${payer.address.toLowerCase()}`, givenUpMs);
  const leaving = new AbortController();
  const asking = service.post("static", body, payment, leaving.signal);
  await begun;
  leaving.abort();
  await expect(asking).rejects.toMatchObject({ name: "AbortError" });
  await until(() => service.parts.inFlight.count() === 0);
  return { payment, moved };
}

describe("a payer who hangs up", () => {
  test("within the budget of abandoned work is not charged, and the payment is valid for the same request later", async () => {
    const { engine, begun, release } = heldEngine();
    const { store, isLetGo } = await watchedStore();
    await using _store = store;
    await using service = await stage.open({ overrides: { engine, store } });
    const { payment, moved } = await leave(service, begun, job("gone"));
    release();
    await isLetGo;
    expect(await moved()).toEqual(nothing);
    const { status, body } = await service.post("static", job("gone"), payment);
    expect([status, body.valid]).toEqual([200, true]);
    expect([service.runs(), await moved()]).toEqual([2, once]);
  });

  test("beyond that budget pays, and gets the answer with the same signature, for one charge", async () => {
    const { engine, begun, release } = heldEngine();
    await using service = await stage.open({ overrides: { engine } });
    const { payment, moved } = await leave(service, begun, job("left"), freeWorkMs);
    expect(await moved()).toEqual(nothing);
    release();
    await until(async () => (await moved()).earned === price);
    const { status, body, headers } = await service.post("static", job("left"), payment);
    expect([status, body.valid, headers.get("x-svc-repeat")]).toEqual([200, true, "1"]);
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("pays beyond that budget even if the facilitator fails at first", async () => {
    const { engine, begun, release } = heldEngine();
    await using service = await stage.open({ overrides: { engine } });
    const { moved } = await leave(service, begun, job("left, and trouble"), freeWorkMs);
    stage.facilitator.fail("settle", "down");
    const settling = () => stage.facilitator.asked.filter(({ path }) => path === "settle").length;
    const before = settling();
    release();
    await until(() => settling() > before);
    stage.facilitator.fail("settle", undefined);
    await until(async () => (await moved()).earned === price);
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("causes neither work nor charge while waiting for a turn", async () => {
    const { engine, begun, release } = heldEngine();
    await using service = await stage.open({ overrides: { engine } });
    const payer = stage.chain.users[10]!;
    const moved = await stage.ledger(payer);
    const { checking } = service.parts.turns;
    const first = [];
    // As many as one payer may have in progress at once, and one that waits behind them.
    while (checking.waiting() === 0) {
      const before = checking.taken();
      first.push(service.post("static", job(`place ${first.length}`), await service.sign("static", payer)));
      await until(() => checking.taken() > before || checking.waiting() > 0);
    }
    await begun;
    const payment = await service.sign("static", payer);
    const leaving = new AbortController();
    const asking = service.post("static", job("waits"), payment, leaving.signal);
    await until(() => checking.waiting() === 2);
    leaving.abort();
    await expect(asking).rejects.toMatchObject({ name: "AbortError" });
    await until(() => checking.waiting() === 1);
    release();
    const served = await Promise.all(first);
    expect(served.map(({ status }) => status)).toEqual(first.map(() => 200));
    expect([service.runs(), (await moved()).spent]).toEqual([first.length, price * BigInt(first.length)]);
  });

  test("does not affect another payer who waits with the same signature", async () => {
    const { engine, begun, release } = heldEngine();
    await using service = await stage.open({ overrides: { engine } });
    const payer = stage.chain.users[11]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    const leaving = new AbortController();
    const asking = service.post("static", job("two"), payment, leaving.signal);
    await begun;
    const staying = service.post("static", job("two"), payment);
    leaving.abort();
    await expect(asking).rejects.toMatchObject({ name: "AbortError" });
    release();
    expect((await staying).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([1, once]);
  });

  test("again and again without ever paying must pay for some of it first", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[12]!;
    stage.facilitator.fail("settle", "refused");
    const payments = [];
    for (let n = 0; n < 10; n += 1) {
      const payment = await service.sign("static", payer);
      payments.push(payment);
      expect((await service.post("static", job(`unpaid ${n}`), payment)).status).toBe(402);
    }
    stage.facilitator.fail("settle", undefined);
    const next = await service.sign("static", payer);
    const askedAtMs = Date.now();
    const { status, body, headers } = await service.post("static", job("one more"), next);
    expect([status, body.error, headers.get("retry-after")]).toEqual([429, "rate_limited", "600"]);
    expect(Date.parse(body.remedy.reset_at)).toBeGreaterThan(askedAtMs + 590_000);
    expect((await service.post("static", job("unpaid 0"), payments[0]!)).status).toBe(200);
    expect((await service.post("static", job("one more"), next)).status).toBe(200);
  });
});
