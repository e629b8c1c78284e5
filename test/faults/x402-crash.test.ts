import { generatePaymentId } from "@x402/extensions/payment-identifier";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onStores, type StoreKind } from "../support/exhaustive.ts";
import { payPerCall, type Paid } from "../support/pay-per-call.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";
import { openStorePlaces, type StorePlaces } from "../support/store-places.ts";
import { useX402Stage, x402Env } from "../support/x402-stage.ts";

const stage = useX402Stage();
const price = 10_000n;
const charged = { earned: price, spent: price };
const nothing = { earned: 0n, spent: 0n };

let places: StorePlaces;
beforeAll(async () => {
  places = await openStorePlaces();
});
afterAll(async () => places[Symbol.asyncDispose]());

/** Where it dies, whether the payment has been made by then, and whether the answer is kept. */
const points = [
  { at: "after claimPayment", isPaid: false, isKept: false },
  { at: "before keepWork", isPaid: false, isKept: false },
  { at: "after keepWork", isPaid: false, isKept: true },
  { at: "before settlePayment", isPaid: true, isKept: true },
  { at: "after settlePayment", isPaid: true, isKept: true },
];

test.for(onStores(points))(
  "a service on $store killed $at is asked again with the same payment: charged once",
  async ({ store, at, isPaid, isKept }) => {
    const env = await environmentOn(store);
    const payer = nextPayer();
    const moved = await stage.ledger(payer);
    const job = { code: `crash = "${at}"\n` };
    const payment = await killed({ ...env, KILL_AT: `${at}|1` }, payer, job);
    expect(await moved()).toEqual(isPaid ? charged : nothing);

    await using restarted = await stage.open({ env });
    const answer = await restarted.post("static", job, payment);
    expectPaid(answer);
    expect(await moved()).toEqual(charged);
    expect(restarted.runs()).toBe(isKept ? 0 : 1);
    expect(await restarted.post("static", job, payment)).toMatchObject({
      status: 200,
      receipt: answer.receipt,
    });
    expect(await moved()).toEqual(charged);

    const { transaction } = answer.receipt;
    stage.facilitator.answerSettling({ success: true, transaction });
    const other = await restarted.post(
      "static",
      { code: "other = 1\n" },
      await restarted.sign("static", payer),
    );
    stage.facilitator.answerSettling(undefined);
    expect([other.status, other.body.error]).toEqual([503, "payment_unavailable"]);
  },
);

test.for(onStores(points.toReversed()))(
  "a service on $store killed $at is asked again with another payment under the same identifier: charged once",
  async ({ store, at, isKept }) => {
    const env = await environmentOn(store);
    const payer = nextPayer();
    const moved = await stage.ledger(payer);
    const job = { code: `named = "${at}"\n` };
    const identifier = generatePaymentId();
    await killed({ ...env, KILL_AT: `${at}|1` }, payer, job, { identifier });

    await using restarted = await stage.open({ env });
    const { sign, post } = payPerCall(restarted.url, payer);
    const answer = await post("static", job, await sign("static", identifier));
    expectPaid(answer);
    const again = await post("static", job, await sign("static", identifier));
    expect([again.status, again.receipt]).toEqual([200, answer.receipt]);
    const other = await post("static", { code: "other = 2\n" }, await sign("static", identifier));
    expect([other.status, other.body.error]).toEqual([409, "payment_conflict"]);
    expect([restarted.runs(), await moved()]).toEqual([isKept ? 0 : 1, charged]);
  },
);

test.for(onStores([{ at: "while its facilitator settles" }]))(
  "a service on $store killed $at is asked again: charged once, worked for once",
  async ({ store }) => {
    const env = await environmentOn(store);
    const payer = nextPayer();
    const moved = await stage.ledger(payer);
    const job = { code: "crash = 'settling'\n" };
    const settledBefore = stage.facilitator.counts().settle;
    stage.facilitator.fail("settle", "lost");
    const prepare = (dying: ServiceProcess) => {
      stage.facilitator.onSettled(() => dying.kill("SIGKILL"));
    };
    const payment = await killed(env, payer, job, { prepare });
    stage.facilitator.onSettled(undefined);
    stage.facilitator.fail("settle", undefined);
    expect(await moved()).toEqual(charged);

    await using restarted = await stage.open({ env });
    expectPaid(await restarted.post("static", job, payment));
    expect([restarted.runs(), await moved()]).toEqual([0, charged]);
    expect(stage.facilitator.counts().settle).toBe(settledBefore + 1);
  },
);

async function environmentOn(store: StoreKind): Promise<Record<string, string>> {
  return { ...(await places.create(store)), ...x402Env(stage.chain, stage.facilitator.url) };
}

let payers = 0;
function nextPayer(): (typeof stage.chain.users)[number] {
  const { users } = stage.chain;
  return users[payers++ % users.length]!;
}

/** Pays a service that dies of it, and gives the payment. */
async function killed(
  env: Record<string, string>,
  payer: (typeof stage.chain.users)[number],
  job: object,
  { prepare, identifier }: { prepare?: (dying: ServiceProcess) => void; identifier?: string } = {},
) {
  await using dying = await startServiceProcess(env, { program: "killing" });
  prepare?.(dying);
  const { sign, post } = payPerCall(dying.url, payer);
  const payment = await sign("static", identifier);
  await expect(post("static", job, payment)).rejects.toThrow("fetch failed");
  expect(await dying.ended).toMatchObject({ signal: "SIGKILL" });
  return payment;
}

function expectPaid({ status, body, receipt }: Paid): void {
  expect([status, body.valid, receipt.success]).toEqual([200, true, true]);
}
