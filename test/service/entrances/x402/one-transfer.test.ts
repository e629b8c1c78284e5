import type { PaymentPayload } from "@x402/core/types";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { LocalAccount } from "../../../../scripts/chain/accounts.ts";
import type { Engine } from "../../../../engine/engine.ts";
import { startPostgres, type PostgresServer } from "../../../support/postgres-server.ts";
import { cancelCall, sendTogether, transferCall } from "../../../support/token-authorizations.ts";
import { authorizationOf, useX402Stage, type PaidService } from "../../../support/x402-stage.ts";
import { noTools } from "../../../support/no-tools.ts";

const stage = useX402Stage();
const price = 10_000n;
const unavailable = { status: 503, body: { error: "payment_unavailable" } };
const job = (n: number) => ({ code: `x = ${n}\n` });

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres({ fsync: "off" });
});
afterAll(async () => postgres[Symbol.asyncDispose]());
afterEach(() => {
  stage.facilitator.fail("settle", undefined);
  stage.facilitator.answerSettling(undefined);
});

const paidCall = async (payer: LocalAccount, payment: PaymentPayload) =>
  transferCall(stage.chain, payer, authorizationOf(payment));
const cancelledCall = async (payer: LocalAccount, payment: PaymentPayload) =>
  cancelCall(stage.chain, payer, authorizationOf(payment).nonce);

/** Payments that were worked for while the facilitator was away, each for a request of its own. */
async function workedPayments(service: PaidService, payer: LocalAccount, count: number) {
  stage.facilitator.fail("settle", "down");
  const payments: PaymentPayload[] = [];
  for (let n = 0; n < count; n += 1) {
    const payment = await service.sign("static", payer);
    expect(await service.post("static", job(n), payment)).toMatchObject(unavailable);
    payments.push(payment);
  }
  stage.facilitator.fail("settle", undefined);
  return payments;
}

describe.for([
  ["SQLite", () => ({}), 0],
  ["PostgreSQL", () => ({ DATABASE_URL: postgres.url }), 4],
] as const)("on %s", ([, env, firstUser]) => {
  const user = (place: number) => stage.chain.users[firstUser + place]!;

  test("a transaction that pays one of ten and cancels the others buys one answer", async () => {
    await using service = await stage.open({ env: env() });
    const payer = user(0);
    const moved = await stage.ledger(payer);
    const [first, ...others] = await workedPayments(service, payer, 10);
    const transaction = await sendTogether(stage.chain, [
      await paidCall(payer, first!),
      ...(await Promise.all(others.map(async (payment) => cancelledCall(payer, payment)))),
    ]);
    const answers = [];
    for (const [n, payment] of [first!, ...others].entries())
      answers.push(await service.post("static", job(n), payment));
    const [paid, ...refused] = answers;
    expect(paid).toMatchObject({ status: 200, receipt: { success: true, transaction } });
    for (const { status, body, receipt } of refused)
      expect([status, body.error, body.valid, receipt]).toEqual([
        402,
        "payment_required",
        undefined,
        expect.objectContaining({ success: false, errorReason: "invalid_exact_evm_nonce_already_used" }),
      ]);
    expect([refused.length, await moved()]).toEqual([9, { earned: price, spent: price }]);
    const states = await Promise.all(
      [first!, ...others].map(async (payment) => (await recordOf(service, payment))?.state),
    );
    expect(states).toEqual(["settled", ...others.map(() => "worked")]);
    const funnel = (await (await service.send("/v1/funnel")).json()) as any;
    expect(funnel.x402).toMatchObject({ settled: 1, failed: 9 });
  });

  test("a transaction with the transfers of two payments settles both, whichever facilitator reports it", async () => {
    await using service = await stage.open({ env: env() });
    const payer = user(1);
    const moved = await stage.ledger(payer);
    const payments = await workedPayments(service, payer, 2);
    const calls = await Promise.all(payments.map(async (payment) => paidCall(payer, payment)));
    const transaction = await sendTogether(stage.chain, calls);
    for (const [n, payment] of payments.entries())
      expect(await service.post("static", job(n), payment)).toMatchObject({
        status: 200,
        receipt: { transaction },
      });
    expect(await moved()).toEqual({ earned: 2n * price, spent: 2n * price });
  });

  test("a transaction that a facilitator names for many payments settles those whose transfers it contains", async () => {
    const payer = user(2);
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const engine: Engine = {
      modes: ["static"],
      isReady: () => true,
      ...noTools,
      judge: async () => {
        begun += 1;
        if (begun === 2) {
          const calls = await Promise.all(payments.map(async (payment) => paidCall(payer, payment)));
          const transaction = await sendTogether(stage.chain, calls);
          stage.facilitator.answerSettling({ success: true, transaction });
          both.resolve();
        }
        await both.promise;
        return { verdict: { valid: true, score: 1, meta: { incomplete: [] } } as never, isComplete: true };
      },
    };
    await using service = await stage.open({ env: env(), overrides: { engine } });
    const moved = await stage.ledger(payer);
    const payments = [await service.sign("static", payer), await service.sign("static", payer)];
    const answers = await Promise.all(
      payments.map(async (payment, n) => service.post("static", job(n), payment)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ receipt }) => receipt.transaction)).size).toBe(1);
    expect(await moved()).toEqual({ earned: 2n * price, spent: 2n * price });

    const third = await service.sign("static", payer);
    for (const _ of [1, 2]) expect(await service.post("static", job(3), third)).toMatchObject(unavailable);
    stage.facilitator.answerSettling(undefined);
    expect(await service.post("static", job(3), third)).toMatchObject({ status: 200 });
    expect(await moved()).toEqual({ earned: 3n * price, spent: 3n * price });
  });

  test("a transaction that a facilitator names again for a cancelled payment buys nothing", async () => {
    await using service = await stage.open({ env: env() });
    const payer = user(3);
    const moved = await stage.ledger(payer);
    const first = await service.post("static", job(1), await service.sign("static", payer));
    const [second] = await workedPayments(service, payer, 1);
    const { transaction } = first.receipt;
    stage.facilitator.answerSettling({ success: true, transaction });
    expect(await service.post("static", job(0), second)).toMatchObject(unavailable);
    await sendTogether(stage.chain, [await cancelledCall(payer, second!)]);
    const { status, receipt } = await service.post("static", job(0), second);
    expect([status, receipt.success]).toEqual([402, false]);
    expect(await moved()).toEqual({ earned: price, spent: price });
  });
});

async function recordOf({ parts }: PaidService, payment: PaymentPayload) {
  const { from, nonce } = authorizationOf(payment);
  const { network, asset } = payment.accepted;
  return parts.store.findPayment([network, asset, from, nonce].join("/").toLowerCase());
}
