import { describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { safeVersions } from "../../scripts/chain/safe.ts";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { leapingClock } from "./leaping-clock.ts";
import { useScene, validation, type Scene } from "./scene.ts";

const rateWei = 10n ** 16n;
const threshold = { COLLECT_ABOVE_WEI: String(2n * rateWei) };

describe.each([
  { operator: "an account", safe: false as const },
  ...safeVersions.map((safe) => ({ operator: `a Safe ${safe}`, safe })),
])("earnings of a mech that $operator operates", ({ safe }) => {
  const scene = useScene({ safe, rateWei });
  const { chain } = scene;

  test("are collected for the operator above the threshold, and counted once", async () => {
    const clock = leapingClock();
    await using node = await startRpcProxy(chain.url);
    await using agent = await scene.openAgent({ ...threshold, CHAIN_RPC_URL: node.url }, { clock });
    const before = await chain.clients.public.getBalance({ address: chain.operator });
    const ids = await scene.ask([validation("a\n"), validation("b\n"), validation("c\n")]);
    for (const id of ids) await agent.reaches(id, "settled");
    clock.leap(15_000);
    await until(async () => (await readOutbox(agent.parts)).collectedWei > 0n);
    expect((await readOutbox(agent.parts)).collectedWei).toBe(3n * rateWei);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(0n);
    expect(await chain.clients.public.getBalance({ address: chain.mech.address })).toBe(0n);
    const gainedWei = (await chain.clients.public.getBalance({ address: chain.operator })) - before;
    // An account pays for its own gas; a Safe has its owner pay.
    const maxGasWei = safe ? 0n : rateWei;
    expect(gainedWei).toBeGreaterThanOrEqual(3n * rateWei - maxGasWei);
    expect(gainedWei).toBeLessThanOrEqual(3n * rateWei);

    const sent = await transactionsOf(scene);
    const looks = looksOf(node);
    clock.leap(15_000);
    await until(() => looksOf(node) > looks);
    expect((await readOutbox(agent.parts)).collectedWei).toBe(3n * rateWei);
    expect(await transactionsOf(scene)).toBe(sent);
  });
});

async function transactionsOf({ chain }: Pick<Scene, "chain">): Promise<number> {
  return chain.clients.public.getTransactionCount({ address: chain.agent.address });
}

/** How often the agent has read the balance of a mech. */
function looksOf({ calls }: RpcProxy): number {
  return calls.filter(({ method }) => method === "eth_getBalance").length;
}

describe("earnings", () => {
  const scene = useScene({ rateWei });
  const { chain } = scene;

  test("stay in the mech below the threshold", async () => {
    const clock = leapingClock();
    await using node = await startRpcProxy(chain.url);
    await using agent = await scene.openAgent({ ...threshold, CHAIN_RPC_URL: node.url }, { clock });
    const [id] = await scene.ask([validation("a\n")]);
    await agent.reaches(id!, "settled");
    const sent = await transactionsOf(scene);
    for (let times = 0; times < 2; times += 1) {
      const looks = looksOf(node);
      clock.leap(15_000);
      await until(() => looksOf(node) > looks);
    }
    expect(await transactionsOf(scene)).toBe(sent);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(rateWei);
  });

  test("are collected without the fee of a marketplace that takes one", async () => {
    const taxing = await chain.deployMarketplace({ fee: 100n });
    const { mech, createdAtBlock } = await chain.createMech({ owner: chain.agent, rateWei }, taxing);
    const clock = leapingClock();
    await using agent = await scene.openAgent(
      {
        ...threshold,
        MARKETPLACE: taxing.marketplace.address,
        MECH: mech.address,
        AGENT_START_BLOCK: String(createdAtBlock),
      },
      { clock },
    );
    const ids = await scene.ask([validation("a\n"), validation("b\n")], { of: { ...taxing, mech } });
    for (const id of ids) await agent.reaches(id, "settled");
    clock.leap(15_000);
    await until(async () => (await readOutbox(agent.parts)).collectedWei > 0n);
    expect((await readOutbox(agent.parts)).collectedWei).toBe((2n * rateWei * 99n) / 100n);
  });

  test("are collected from one mech while another mech cannot be read", async () => {
    const clock = leapingClock();
    const second = await chain.createMech({ owner: chain.agent, rateWei });
    await using node = await startRpcProxy(chain.url);
    const address = chain.mech.address.toLowerCase().slice(2);
    node.meddle(({ method, params }) =>
      method === "eth_estimateGas" &&
      String(params[0]?.data).startsWith("0xf965a873") &&
      String(params[0].data).includes(address)
        ? { error: { code: 3, message: "execution reverted", data: "0x" } }
        : undefined,
    );
    const MECH = `${chain.mech.address},${second.mech.address}`;
    await using agent = await scene.openAgent({ ...threshold, MECH, CHAIN_RPC_URL: node.url }, { clock });
    const ids = [
      ...(await scene.ask([validation("a\n"), validation("b\n")])),
      ...(await scene.ask([validation("c\n"), validation("d\n")], { of: { ...chain, mech: second.mech } })),
    ];
    for (const id of ids) await agent.reaches(id, "settled");
    clock.leap(15_000);
    await until(async () => (await readOutbox(agent.parts)).collectedWei === 2n * rateWei);
    expect(await chain.tracker.read.mapMechBalances([chain.mech.address])).toBe(2n * rateWei);
  });

  test("are collected from the mech when a crash left them there", async () => {
    const ids = await scene.ask([validation("a\n"), validation("b\n")]);
    {
      await using agent = await scene.openAgent();
      for (const id of ids) await agent.reaches(id, "settled");
    }
    await mined(
      chain.clients,
      chain.tracker.write.processPaymentByMultisig([chain.mech.address], { account: chain.agent }),
    );
    await using agent = await scene.openAgent(threshold);
    await until(async () => (await readOutbox(agent.parts)).collectedWei === 2n * rateWei);
    expect(await chain.clients.public.getBalance({ address: chain.mech.address })).toBe(0n);
  });
});
