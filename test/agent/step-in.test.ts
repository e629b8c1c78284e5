import { describe, expect, test } from "vitest";
import { parseEventLogs, type Hex } from "viem";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { deliverWork } from "../../scripts/chain/actions.ts";
import type { LocalMech } from "../../scripts/chain/marketplace.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil, type LeapingClock } from "./leaping-clock.ts";
import { countDeliveries, readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";
import { refuse } from "./service-stand-in.ts";

const rateWei = 10n ** 16n;
const scene = useScene({ rateWei });
const { chain } = scene;
const running = (code: string) => validation(code, { tool: "python_code_execute" });
const other = async (rate = rateWei): Promise<LocalMech> =>
  chain.createMech({ owner: chain.users[5]!, rateWei: rate });
const askOther = async (rival: LocalMech, content: unknown): Promise<Hex> =>
  (await scene.ask([content], { of: { ...chain, mech: rival.mech }, timeoutS: 60n }))[0]!;

/** Lets time pass on the chain and on the agent's clock. */
async function pass(clock: LeapingClock, seconds: number): Promise<void> {
  await chain.clients.test.increaseTime({ seconds });
  await chain.clients.test.mine({ blocks: 1 });
  // The chain keeps the time of earlier tests, so it may be further ahead of ours.
  const { timestamp } = await chain.clients.public.getBlock();
  clock.leap(Math.max(seconds * 1000, Number(timestamp) * 1000 + 1000 - clock.now()));
}

async function pendingTransactions(): Promise<number> {
  const block = await chain.clients.public.getBlock({ blockTag: "pending" });
  return block.transactions.length;
}

async function delivererOf(id: Hex): Promise<Hex> {
  return (await chain.marketplace.read.mapRequestIdInfos([id]))[1];
}

describe("a request of ours that is late", () => {
  test("is lost when another mech delivers it first", async () => {
    const clock = leapingClock();
    const rival = await other();
    await using agent = await scene.openAgent({}, { clock });
    scene.service.reply(() => refuse(503, "busy"));
    const [id] = await scene.ask([running("a\n")], { timeoutS: 60n });
    await until(() => scene.service.asked.length > 0);
    await pass(clock, 61);
    await deliverWork({ clients: chain.clients, ...rival }, [id!], [`0x${"11".repeat(32)}`]);
    const sent = await chain.clients.public.getTransactionCount({ address: chain.agent.address });
    scene.service.heal();
    await leapUntil(clock, async () => (await agent.entry(id!)).state === "lost");
    expect(await chain.clients.public.getTransactionCount({ address: chain.agent.address })).toBe(sent);
    expect(await delivererOf(id!)).toBe(rival.mech.address);
  });

  test("is also lost when our transaction succeeds but is mined after the other mech's delivery", async () => {
    const clock = leapingClock();
    const rival = await other();
    await using agent = await scene.openAgent({}, { clock });
    scene.service.reply(() => refuse(503, "busy"));
    const [id] = await scene.ask([running("a\n")], { timeoutS: 60n });
    await until(() => scene.service.asked.length > 0);
    await pass(clock, 61);
    await chain.setMining({ auto: false, intervalMs: 0 });
    try {
      scene.service.heal();
      await leapUntil(clock, async () => (await readOutbox(agent.parts)).pending.length > 0, 1000);
      const { hashes } = (await readOutbox(agent.parts)).pending[0]!;
      await rival.mech.write.deliverToMarketplace([[id!], [`0x${"11".repeat(32)}`]], {
        account: rival.owner,
        gas: 1_000_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 10n ** 11n,
      });
      await until(async () => (await pendingTransactions()) === 2);
      await chain.clients.test.mine({ blocks: 1 });
      const receipt = await chain.clients.public.getTransactionReceipt({ hash: hashes[0]! });
      expect(receipt.status).toBe("success");
      expect(
        parseEventLogs({ abi: chain.mech.abi, logs: receipt.logs, eventName: "RevokeRequest" }),
      ).toHaveLength(1);
      await leapUntil(clock, async () => (await agent.entry(id!)).state === "lost", 1000);
      expect(await delivererOf(id!)).toBe(rival.mech.address);
    } finally {
      await chain.setMining({ auto: true, intervalMs: 0 });
    }
  });

  test("is still delivered and paid when nobody else delivered it", async () => {
    const clock = leapingClock();
    await using agent = await scene.openAgent({}, { clock });
    scene.service.reply(() => refuse(503, "busy"));
    const [id] = await scene.ask([validation("a\n", { tool: "python_code_execute" })], { timeoutS: 60n });
    await until(() => scene.service.asked.length > 0);
    await chain.clients.test.increaseTime({ seconds: 500 });
    await chain.clients.test.mine({ blocks: 1 });
    scene.service.heal();
    await leapUntil(clock, async () => (await agent.entry(id!)).state === "settled");
    expect(await delivererOf(id!)).toBe(chain.mech.address);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });
});

describe("with STEP_IN=on, an expired request of another mech", () => {
  const on = { STEP_IN: "on" };

  test("is delivered by us, only after its deadline", async () => {
    const clock = leapingClock();
    const rival = await other();
    await using node = await startRpcProxy(chain.url);
    await using agent = await scene.openAgent({ ...on, CHAIN_RPC_URL: node.url }, { clock });
    const id = await askOther(rival, validation("a\n"));
    const { request } = await agent.reaches(id, "seen");
    expect(request.origin).toBe("step-in");
    // Our clock is ahead of the chain's: the chain's is the one that counts.
    clock.leap(62_000);
    await agent.reaches(id, "published");
    const looks = () =>
      node.calls.filter(({ params }) => String(params[0]?.data).startsWith("0x45d07664")).length;
    const before = looks();
    await leapUntil(clock, async () => looks() > before + 2, 1000);
    expect((await agent.entry(id)).state).toBe("published");
    expect(await countDeliveries(scene, id)).toBe(0);
    await chain.clients.test.increaseTime({ seconds: 61 });
    await chain.clients.test.mine({ blocks: 1 });
    await leapUntil(clock, async () => (await agent.entry(id)).state === "settled", 1000);
    expect(await delivererOf(id)).toBe(chain.mech.address);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
    expect((await readAnswer(scene, id)).result.valid).toBe(true);
  });

  test("is left alone when that mech delivers in time", async () => {
    const clock = leapingClock();
    const rival = await other();
    await using agent = await scene.openAgent(on, { clock });
    const id = await askOther(rival, validation("a\n"));
    await agent.reaches(id, "seen");
    await deliverWork({ clients: chain.clients, ...rival }, [id], [`0x${"11".repeat(32)}`]);
    await pass(clock, 62);
    await leapUntil(clock, async () => (await agent.entry(id)).state === "lost");
    expect(await delivererOf(id)).toBe(rival.mech.address);
  });

  test("is not delivered when it pays less than our rate", async () => {
    const clock = leapingClock();
    const cheap = await other(rateWei - 1n);
    const dear = await other(rateWei + 1n);
    await using agent = await scene.openAgent(on, { clock });
    const unpaid = await askOther(cheap, validation("a\n"));
    const paid = await askOther(dear, validation("b\n"));
    await agent.reaches(paid, "seen");
    await pass(clock, 62);
    await leapUntil(clock, async () => (await agent.entry(paid)).state === "settled");
    await expect(agent.entry(unpaid)).rejects.toThrow(/no request/);
    expect(await countDeliveries(scene, unpaid)).toBe(0);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });

  test.each([
    ["asks for a tool that we do not offer", { prompt: "a", tool: "translate" }],
    ["is not a request", "no JSON"],
  ])("is not delivered when it %s", async (_, content) => {
    const clock = leapingClock();
    const rival = await other();
    await using agent = await scene.openAgent(on, { clock });
    const id = await askOther(rival, content);
    await agent.reaches(id, "seen");
    await pass(clock, 62);
    const { request } = await agent.reaches(id, "refused");
    expect(request.problem).toBeDefined();
    expect(await countDeliveries(scene, id)).toBe(0);
  });

  test("is given up when its content stays unavailable", async () => {
    const clock = leapingClock();
    const rival = await other();
    await using agent = await scene.openAgent(on, { clock });
    const of = { ...chain, mech: rival.mech };
    const [id] = await scene.askRaw([`0x${"77".repeat(32)}`], { of, timeoutS: 60n });
    await agent.reaches(id!, "seen");
    await pass(clock, 62);
    await until(async () => (await agent.entry(id!)).request.attempts >= 1);
    expect((await agent.entry(id!)).state).toBe("seen");
    await leapUntil(clock, async () => (await agent.entry(id!)).state === "refused");
    expect(await countDeliveries(scene, id!)).toBe(0);
  });

  test("is found on the older generation of the marketplace, too", async () => {
    const clock = leapingClock();
    const older = await chain.deployMarketplace({ events: "old" });
    const mine = await chain.createMech({ owner: chain.agent, rateWei }, older);
    const rival = await chain.createMech({ owner: chain.users[5]!, rateWei }, older);
    await using agent = await scene.openAgent(
      {
        ...on,
        MARKETPLACE: older.marketplace.address,
        MECH: mine.mech.address,
        AGENT_START_BLOCK: String(mine.createdAtBlock),
      },
      { clock },
    );
    const of = { ...older, mech: rival.mech };
    const [id] = await scene.ask([validation("a\n")], { of, timeoutS: 60n });
    await agent.reaches(id!, "seen");
    await pass(clock, 62);
    await leapUntil(clock, async () => (await agent.entry(id!)).state === "settled");
    expect(await older.tracker.read.mapMechBalances([mine.mech.address])).toBe(rateWei);
  });
});

test("requests of other mechs are not touched without STEP_IN", async () => {
  const clock = leapingClock();
  const rival = await other();
  await using agent = await scene.openAgent({}, { clock });
  const id = await askOther(rival, validation("a\n"));
  await pass(clock, 62);
  const [ours] = await scene.ask([validation("b\n")]);
  await agent.reaches(ours!, "settled");
  await expect(agent.entry(id)).rejects.toThrow(/no request/);
});
