import { afterEach, describe, expect, test } from "vitest";
import { startRpcProxy } from "../../../support/rpc-proxy.ts";
import { until } from "../../../support/until.ts";
import { startFacilitator } from "../../../support/facilitator-server.ts";
import { useX402Stage, type PaidService } from "../../../support/x402-stage.ts";

const stage = useX402Stage();
const price = 10_000n;
const charged = { earned: price, spent: price };
const nothing = { earned: 0n, spent: 0n };
const job = { code: "x = 1\n" };

afterEach(() => {
  for (const step of ["verify", "settle", "supported"] as const) stage.facilitator.fail(step, undefined);
  stage.facilitator.answerSettling(undefined);
});

const hash = `0x${"ab".repeat(32)}`;
const unavailable = { status: 503, body: { error: "payment_unavailable", remedy: { action: "retry" } } };

describe("a facilitator that", () => {
  test("is down during verification makes a payment unavailable, never unpaid", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[0]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    stage.facilitator.fail("verify", "down");
    const refused = await service.post("static", job, payment);
    expect(refused).toMatchObject(unavailable);
    expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(refused.required).toBeUndefined();
    expect([service.runs(), await moved()]).toEqual([0, nothing]);
    expect(await stateOf(service)).toBe("unavailable");
    stage.facilitator.fail("verify", undefined);
    expect((await service.post("static", job, payment)).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([1, charged]);
    await until(async () => (await stateOf(service)) === "ok");
  });

  test.for(["down", "pending"] as const)(
    "is %s during settlement makes a payment unavailable; the same payment is served later, worked for once",
    async (fault) => {
      await using service = await stage.open();
      const payer = stage.chain.users[fault === "down" ? 1 : 2]!;
      const moved = await stage.ledger(payer);
      const payment = await service.sign("static", payer);
      stage.facilitator.fail("settle", fault);
      const refused = await service.post("static", job, payment);
      expect(refused).toMatchObject(unavailable);
      expect(refused.body.remedy.hint).toContain("do not sign another");
      expect(await moved()).toEqual(nothing);
      stage.facilitator.fail("settle", undefined);
      expect((await service.post("static", job, payment)).status).toBe(200);
      expect([service.runs(), await moved()]).toEqual([1, charged]);
      const funnel = (await (await service.send("/v1/funnel")).json()) as any;
      expect(funnel.x402).toEqual({ challenged: 1, paid: 1, settled: 1, failed: 0 });
    },
  );

  test("settles and loses its answer is checked on the chain: the payment is served at once, charged once", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[3]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    stage.facilitator.fail("settle", "lost");
    const { status, receipt } = await service.post("static", job, payment);
    expect([status, receipt.success]).toEqual([200, true]);
    const { logs } = await stage.chain.clients.public.getTransactionReceipt({ hash: receipt.transaction });
    expect(logs.length).toBeGreaterThan(0);
    expect([service.runs(), await moved()]).toEqual([1, charged]);
    expect(await service.post("static", job, payment)).toMatchObject({ status: 200, receipt });
    expect([service.runs(), await moved()]).toEqual([1, charged]);
  });

  test("refuses to settle leaves the caller with a failed receipt, and the same payment is valid later", async () => {
    await using service = await stage.open();
    const payer = stage.chain.users[4]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    stage.facilitator.fail("settle", "refused");
    const { status, receipt, body } = await service.post("static", job, payment);
    expect([status, receipt.success, receipt.errorReason]).toEqual([402, false, "insufficient_funds"]);
    expect(body.diagnostics).toBeUndefined();
    stage.facilitator.fail("settle", undefined);
    expect((await service.post("static", job, payment)).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([1, charged]);
  });

  test.for([
    [
      "refuses, but names a transaction",
      { success: false, errorReason: "insufficient_funds", transaction: hash },
      8,
    ],
    ["reports success, but names no transaction", { success: true, transaction: "" }, 9],
  ] as const)("%s, is not believed: the same payment is served later", async ([, said, user]) => {
    await using service = await stage.open();
    const payer = stage.chain.users[user]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    stage.facilitator.answerSettling(said);
    const refused = await service.post("static", job, payment);
    expect(refused).toMatchObject(unavailable);
    expect(refused.receipt).toBeUndefined();
    stage.facilitator.answerSettling(undefined);
    expect((await service.post("static", job, payment)).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([1, charged]);
  });

  test("refuses to settle a payment that may be settled already is not believed", async () => {
    await using service = await stage.open();
    const payment = await service.sign("static", stage.chain.users[5]!);
    stage.facilitator.fail("settle", "down");
    expect(await service.post("static", job, payment)).toMatchObject(unavailable);
    stage.facilitator.fail("settle", "refused");
    expect(await service.post("static", job, payment)).toMatchObject(unavailable);
  });

  test("is unreachable at the start of the service does not stop it, and is used once it is back", async () => {
    stage.facilitator.fail("supported", "down");
    await using service = await stage.open();
    expect(await service.post("static", job)).toMatchObject(unavailable);
    expect(await stateOf(service)).toBe("unavailable");
    expect((await service.validate(await service.createKey(), job)).status).toBe(200);
    stage.facilitator.fail("supported", undefined);
    await until(async () => (await stateOf(service)) === "ok");
    expect((await service.post("static", job)).status).toBe(402);
  });
});

describe("an unavailable chain", () => {
  test("makes a payment unavailable when we settle ourselves, never unpaid", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    await using service = await stage.open({ isLocal: true, env: { CHAIN_RPC_URL: node.url } });
    const payer = stage.chain.users[6]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    node.meddle(() => "reset");
    const refused = await service.post("static", job, payment);
    expect(refused).toMatchObject(unavailable);
    expect(JSON.stringify(refused.body)).not.toContain(node.url);
    node.heal();
    expect((await service.post("static", job, payment)).status).toBe(200);
    expect([service.runs(), await moved()]).toEqual([1, charged]);
  });

  test("is not needed for payments that the facilitator has settled", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    await using service = await stage.open({ env: { CHAIN_RPC_URL: node.url } });
    const payer = stage.chain.users[4]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    node.meddle(() => "reset");
    const { status, receipt } = await service.post("static", job, payment);
    expect([status, receipt.success]).toEqual([200, true]);
    expect(await moved()).toEqual(charged);
  });

  test("leaves a settlement with a lost answer unknown, until the same payment comes again", async () => {
    await using node = await startRpcProxy(stage.chain.url);
    await using facilitator = await startFacilitator(stage.chain);
    const env = { CHAIN_RPC_URL: node.url, X402_FACILITATOR_URL: facilitator.url };
    await using service = await stage.open({ env });
    const payer = stage.chain.users[7]!;
    const moved = await stage.ledger(payer);
    const payment = await service.sign("static", payer);
    facilitator.fail("settle", "lost");
    node.meddle(() => "reset");
    expect(await service.post("static", job, payment)).toMatchObject(unavailable);
    expect(await moved()).toEqual(charged);
    expect(await service.post("static", job, payment)).toMatchObject(unavailable);
    node.heal();
    const { status, receipt } = await service.post("static", job, payment);
    expect([status, receipt.success]).toEqual([200, true]);
    expect([service.runs(), await moved(), facilitator.counts().settle]).toEqual([1, charged, 1]);
  });
});

async function stateOf(service: PaidService): Promise<string> {
  return ((await (await service.send("/healthz")).json()) as any).checks.x402;
}
