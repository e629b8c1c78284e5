import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseGwei, type Hex } from "viem";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { readAgentConfig } from "../../agent/config.ts";
import { beginTransaction, followOldest } from "../../agent/marketplace/transaction.ts";
import { readOutbox, type Pending } from "../../agent/journal/outbox.ts";
import { openAgentParts } from "../../agent/parts.ts";
import { leapingClock } from "../agent/leaping-clock.ts";
import { rememberingLog } from "../agent/remembering-log.ts";
import { openTestAgent, type TestAgent } from "../support/agent.ts";
import { startLossyRpc, type Loss } from "../support/lossy-rpc.ts";
import { manualClock } from "../support/manual-clock.ts";
import { openStage, type Shop, type Stage } from "../support/marketplace-stage.ts";
import { until } from "../support/until.ts";

let stage: Stage;
let shop: Shop;
let ids: readonly Hex[];
let shops = 0;
beforeAll(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});
beforeEach(async () => {
  shops += 1;
  shop = await stage.createShop(stage.chain.users[shops]!);
  ids = await shop.ask(3);
});
afterEach(resumeMining);

test("a transaction that is not mined is replaced by the same one at a higher price", async () => {
  await stopMining();
  await using agent = await openTestAgent({ ...shop.env, STUCK_AFTER_S: "1" });
  const first = await untilSent(agent);
  await until(async () => (await pendingOf(agent))!.hashes.length > 1);
  const newest = (await pendingOf(agent))!;
  expect(newest).toMatchObject({ nonce: first.nonce, to: first.to, data: first.data });
  expect(BigInt(newest.maxFeeWei)).toBeGreaterThan((BigInt(first.maxFeeWei) * 11n) / 10n);
  expect(BigInt(newest.tipWei)).toBeGreaterThan((BigInt(first.tipWei) * 11n) / 10n);
  await resumeMining();
  await settle(agent);
  const [delivery] = await shop.deliveries();
  const mined = await stage.chain.clients.public.getTransaction({ hash: delivery!.tx });
  expect(mined.nonce).toBe(first.nonce);
  expect(mined.hash).not.toBe(first.hashes[0]);
  expect(await wastedTransactions()).toBe(0);
});

test("a transaction that bids far above the market is sent again unchanged", async () => {
  await stopMining();
  const clock = manualClock();
  const folder = await mkdtemp(join(tmpdir(), "assay-dear-"));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const config = readAgentConfig({ ...shop.env, DATA_DIR: folder, LOG_LEVEL: "silent" });
  await using parts = await openAgentParts(config, new AbortController().signal, { clock });
  const call = { to: shop.owner.address, data: "0x" } as const;
  const purpose = { kind: "collect", mech: shop.mech.address } as const;
  const { pending } = await beginTransaction(parts, await readOutbox(parts), { purpose, call });
  const first = pending[0]!;
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await clock.advance(config.STUCK_AFTER_S * 1000 + 1);
    const outbox = await readOutbox(parts);
    expect(await followOldest(parts, outbox)).toMatchObject({ state: "waiting" });
  }
  // Raised by an eighth each time, it would cost more than a thousand times as much.
  const last = (await readOutbox(parts)).pending[0]!;
  expect(BigInt(last.maxFeeWei)).toBeLessThan(BigInt(first.maxFeeWei) * 5n);
  expect(last.sentAtMs).toBe(clock.now());
  await resumeMining();
  const { hashes } = last;
  const mined = await followOldest(parts, await readOutbox(parts));
  expect(mined).toMatchObject({ state: "mined", receipt: { transactionHash: hashes.at(-1) } });
});

test("a delivery that another transaction displaced is sent in a new one", async () => {
  await stopMining();
  const clock = leapingClock();
  const log = rememberingLog();
  await using agent = await openTestAgent(shop.env, { clock, log });
  const { nonce } = await untilSent(agent);
  const price = parseGwei("50");
  const { wallet } = stage.chain.clients;
  const dear = { maxFeePerGas: price, maxPriorityFeePerGas: price, gas: 21_000n };
  await wallet.sendTransaction({ account: shop.owner, to: shop.owner.address, nonce, ...dear });
  await resumeMining();
  // A node may know that a nonce is used before it knows by which transaction.
  await until(async () => (await pendingOf(agent))?.usedAtMs !== undefined);
  expect((await shop.account(ids)).delivered).toEqual([0, 0, 0]);
  clock.leap(31_000);
  await settle(agent);
  expect(log.lines.filter(({ words }) => words === "another program used the agent's account")).toHaveLength(
    1,
  );
  expect(await wastedTransactions()).toBe(1);
});

test("a late receipt of our own transaction is recognised", async () => {
  await stopMining();
  await using rpc = await startLossyRpc(stage.chain.url);
  const clock = leapingClock();
  const log = rememberingLog();
  const env = { ...shop.env, CHAIN_RPC_URL: rpc.url, STUCK_AFTER_S: "3600" };
  await using agent = await openTestAgent(env, { clock, log });
  const { hashes } = await untilSent(agent);
  // In progress for as long as a foreign transaction is waited for.
  clock.leap(60_000);
  // Read before the nonce is seen to be used, and once more after that.
  rpc.hideReceipts(2);
  await resumeMining();
  await settle(agent);
  const [delivery] = await shop.deliveries();
  expect(hashes).toEqual([delivery!.tx]);
  const entry = await agent.entry(delivery!.id);
  expect(entry.request.delivery).toMatchObject({ tx: delivery!.tx });
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("requests that a reverted transaction did not deliver are delivered by another", async () => {
  await stopMining();
  await using agent = await openTestAgent(shop.env);
  const { hashes } = await untilSent(agent);
  const { test: master, public: reader } = stage.chain.clients;
  const code = (await reader.getCode({ address: shop.mech.address }))!;
  await master.setCode({ address: shop.mech.address, bytecode: alwaysReverts });
  await master.mine({ blocks: 1 });
  await master.setCode({ address: shop.mech.address, bytecode: code });
  expect(await reader.getTransactionReceipt({ hash: hashes[0]! })).toMatchObject({ status: "reverted" });
  await resumeMining();
  await settle(agent);
  expect(await wastedTransactions()).toBe(1);
});

test.for<{ loss: Loss; times: number }>([
  { loss: "answered with an error", times: 1 },
  { loss: "answered by a bad gateway", times: 1 },
  { loss: "cut off", times: 1 },
  { loss: "not passed on", times: 3 },
])("requests are delivered once when their transaction is $loss", async ({ loss, times }) => {
  await using rpc = await startLossyRpc(stage.chain.url);
  rpc.lose(loss, times);
  await using agent = await openTestAgent({ ...shop.env, CHAIN_RPC_URL: rpc.url });
  await settle(agent);
  expect(rpc.lost()).toBe(times);
  expect(await wastedTransactions()).toBe(0);
});

/** PUSH1 0, PUSH1 0, REVERT. */
const alwaysReverts = "0x60006000fd";

async function stopMining(): Promise<void> {
  await stage.chain.setMining({ auto: false, intervalMs: 0 });
}

async function resumeMining(): Promise<void> {
  await stage.chain.setMining({ auto: true, intervalMs: 0 });
  await stage.chain.clients.test.mine({ blocks: 1 });
}

async function pendingOf({ parts }: TestAgent): Promise<Pending | undefined> {
  return (await readOutbox(parts)).pending[0];
}

/** The transaction in progress, once the chain has it. */
async function untilSent(agent: TestAgent): Promise<Pending> {
  const { public: reader } = stage.chain.clients;
  await until(async () => {
    const hash = (await pendingOf(agent))?.hashes[0];
    const isThere = hash === undefined ? undefined : reader.getTransaction({ hash }).then(() => true);
    return (await isThere?.catch(() => false)) ?? false;
  });
  return (await pendingOf(agent))!;
}

async function settle(agent: TestAgent): Promise<void> {
  await Promise.all(ids.map(async (id) => agent.reaches(id, "settled")));
  expect(await shop.account(ids)).toMatchObject({ delivered: [1, 1, 1], refused: 0 });
}

/** Transactions of the agent's account that delivered nothing. */
async function wastedTransactions(): Promise<number> {
  const { transactions, delivering } = await shop.account([]);
  return transactions - delivering;
}
