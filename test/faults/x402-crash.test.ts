import { generatePaymentId } from "@x402/extensions/payment-identifier";
import type { PaymentPayload } from "@x402/core/types";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { inProcesses, onStores, type StoreKind } from "../support/exhaustive.ts";
import { payPerCall, type Paid } from "../support/pay-per-call.ts";
import { startKillingServices, startServiceProcess } from "../support/service-process.ts";
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

/** Where it dies, whether the payment is made by then, and whether the answer is kept. */
const points = [
  { at: "after claimPayment", isPaid: false, isKept: false },
  { at: "before keepWork", isPaid: false, isKept: false },
  { at: "after keepWork", isPaid: false, isKept: true },
  { at: "before settlePayment", isPaid: true, isKept: true },
  { at: "after settlePayment", isPaid: true, isKept: true },
];

describe.for(inProcesses(onStores(points)))("process $number of services that are killed", ({ cases }) => {
  let victims: readonly Victim[];
  beforeAll(async () => {
    victims = await payAndKill(cases);
  });

  test.for(cases)(
    "a service on $store killed $at receives the same payment again and charges once",
    async (one) => {
      const { env, payer, job, payment, before, moved } = victims[cases.indexOf(one)]!;
      expect(before).toEqual(one.isPaid ? charged : nothing);

      await using restarted = await stage.open({ env });
      const answer = await restarted.post("static", job, payment);
      expectPaid(answer);
      expect(await moved()).toEqual(charged);
      expect(restarted.runs()).toBe(one.isKept ? 0 : 1);
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
});

describe.for(inProcesses(onStores(points.toReversed())))(
  "process $number of services that are killed, with payment identifiers",
  ({ cases }) => {
    const identifier = generatePaymentId();
    let victims: readonly Victim[];
    beforeAll(async () => {
      victims = await payAndKill(cases, identifier);
    });

    test.for(cases)(
      "a service on $store killed $at receives another payment under the same identifier and charges once",
      async (one) => {
        const { env, payer, job, moved } = victims[cases.indexOf(one)]!;
        await using restarted = await stage.open({ env });
        const { sign, post } = payPerCall(restarted.url, payer);
        const answer = await post("static", job, await sign("static", identifier));
        expectPaid(answer);
        const again = await post("static", job, await sign("static", identifier));
        expect([again.status, again.receipt]).toEqual([200, answer.receipt]);
        const other = await post("static", { code: "other = 2\n" }, await sign("static", identifier));
        expect([other.status, other.body.error]).toEqual([409, "payment_conflict"]);
        expect([restarted.runs(), await moved()]).toEqual([one.isKept ? 0 : 1, charged]);
      },
    );
  },
);

test.for(onStores([{ at: "while its facilitator settles" }]))(
  "a service on $store killed $at receives the call again, charges once and works once",
  async ({ store }) => {
    const env = await environmentOn(store);
    const payer = nextPayer();
    const moved = await stage.ledger(payer);
    const job = { code: "crash = 'settling'\n" };
    const settledBefore = stage.facilitator.counts().settle;
    stage.facilitator.fail("settle", "lost");
    let payment: PaymentPayload;
    {
      await using dying = await startServiceProcess(env);
      stage.facilitator.onSettled(() => dying.kill("SIGKILL"));
      const { sign, post } = payPerCall(dying.url, payer);
      payment = await sign("static");
      await expect(post("static", job, payment)).rejects.toThrow("fetch failed");
      expect(await dying.ended).toMatchObject({ signal: "SIGKILL" });
    }
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
function nextPayer(): LocalAccount {
  const { users } = stage.chain;
  return users[payers++ % users.length]!;
}

/** A service that was paid and died, and the data of its payer. */
type Victim = Readonly<{
  env: Record<string, string>;
  payer: LocalAccount;
  job: object;
  payment: PaymentPayload;
  moved: Awaited<ReturnType<typeof stage.ledger>>;
  /** The money moved by the time of its death. */
  before: { earned: bigint; spent: bigint };
}>;

/** Pays services that then die, each with its own payer and payee, so that transfers can be told apart. */
async function payAndKill(
  cases: readonly Readonly<{ store: StoreKind; at: string }>[],
  identifier?: string,
): Promise<Victim[]> {
  const services = await Promise.all(
    cases.map(async ({ store, at }) => {
      const payer = nextPayer();
      const payee = privateKeyToAddress(generatePrivateKey());
      const env = { ...(await environmentOn(store)), X402_PAYEE: payee };
      return { env, payer, job: { code: `crash = "${at}"\n` }, moved: await stage.ledger(payer, payee) };
    }),
  );
  await using dying = await startKillingServices(
    services.map(({ env }, n) => ({ ...env, KILL_AT: `${cases[n]!.at}|1` })),
  );
  const hands = services.map(({ payer }, n) => payPerCall(dying.services[n]!.url, payer));
  const payments = await Promise.all(hands.map(async ({ sign }) => sign("static", identifier)));
  const outcomes = await Promise.allSettled(
    hands.map(async ({ post }, n) => post("static", services[n]!.job, payments[n]!)),
  );
  const cutOff = { status: "rejected", reason: expect.objectContaining({ message: "fetch failed" }) };
  expect(outcomes).toEqual(outcomes.map(() => cutOff));
  expect(await dying.ended).toMatchObject({ signal: "SIGKILL" });
  return await Promise.all(
    services.map(async (service, n) => ({
      ...service,
      payment: payments[n]!,
      before: await service.moved(),
    })),
  );
}

function expectPaid({ status, body, receipt }: Paid): void {
  expect([status, body.valid, receipt.success]).toEqual([200, true, true]);
}
