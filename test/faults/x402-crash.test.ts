import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePaymentId } from "@x402/extensions/payment-identifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payPerCall, type Paid } from "../support/pay-per-call.ts";
import { startPostgres, type PostgresServer } from "../support/postgres-server.ts";
import { startRedis, type RedisServer } from "../support/redis-server.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";
import { useX402Stage, x402Env } from "../support/x402-stage.ts";

const stage = useX402Stage();
const price = 10_000n;
const charged = { earned: price, spent: price };
const nothing = { earned: 0n, spent: 0n };

let redis: RedisServer;
let postgres: PostgresServer;
let folder: string;
beforeAll(async () => {
  [redis, postgres, folder] = await Promise.all([
    startRedis(),
    startPostgres(),
    mkdtemp(join(tmpdir(), "assay-x402-crash-")),
  ]);
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const stores = {
  SQLite: () => ({ DATA_DIR: folder }),
  Redis: () => ({ REDIS_URL: redis.url, DATA_DIR: folder }),
  PostgreSQL: () => ({ DATABASE_URL: postgres.url, DATA_DIR: folder }),
};
const kinds = ["SQLite", "Redis", "PostgreSQL"] as const;

/** Where it dies, whether the payment has been made by then, and whether the answer is kept. */
const points: [at: string, isPaid: boolean, isKept: boolean][] = [
  ["after claimPayment", false, false],
  ["before keepWork", false, false],
  ["after keepWork", false, true],
  ["before settlePayment", true, true],
  ["after settlePayment", true, true],
];

describe.for(kinds)("on %s", (kind) => {
  test.for(points)(
    "a service killed %s is asked again with the same payment: charged once",
    async (point) => {
      const [at, isPaid, isKept] = point;
      const env = { ...stores[kind](), ...x402Env(stage.chain, stage.facilitator.url) };
      const payer = stage.chain.users[points.indexOf(point) + kinds.indexOf(kind) * points.length]!;
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

  test.for(points)(
    "a service killed %s is asked again with another payment under the same identifier: charged once",
    async (point) => {
      const [at, , isKept] = point;
      const env = { ...stores[kind](), ...x402Env(stage.chain, stage.facilitator.url) };
      const payer = stage.chain.users[points.indexOf(point) + (kind === "Redis" ? points.length : 0)]!;
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

  test("a service killed while its facilitator settles is asked again: charged once, worked for once", async () => {
    const env = { ...stores[kind](), ...x402Env(stage.chain, stage.facilitator.url) };
    const payer = stage.chain.users[kind === "Redis" ? 11 : 12]!;
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
  });
});

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
