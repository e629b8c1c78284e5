import { encodeFunctionData, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { fixedPriceNative } from "../../scripts/chain/marketplace.ts";
import { callInOneTransaction } from "./calls-in-one-transaction.ts";
import { countDeliveries, readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;

const isOnceEach = (counts: readonly number[]): boolean =>
  counts.length > 0 && counts.every((count) => count === 1);

/** How often each was delivered, once all of them are settled. */
async function deliveriesOf(
  agent: Awaited<ReturnType<typeof scene.openAgent>>,
  ids: readonly Hex[],
): Promise<readonly number[]> {
  for (const id of ids) await agent.reaches(id, "settled");
  return Promise.all(ids.map(async (id) => countDeliveries(scene, id)));
}

test("each request of a batch of five is answered separately", async () => {
  await using agent = await scene.openAgent();
  const codes = ["a\n", "b\n", "c\n", "d\n", "e\n"];
  const ids = await scene.ask(codes.map((code) => validation(code)));
  expect(ids).toHaveLength(5);
  expect(await deliveriesOf(agent, ids)).toSatisfy(isOnceEach);
  const answers = await Promise.all(ids.map(async (id) => readAnswer(scene, id)));
  expect(answers.map(({ document }) => document.prompt)).toEqual(codes);
});

test("all requests of one transaction are found, in any mix of events", async () => {
  await using agent = await scene.openAgent();
  const rateWei = await chain.mech.read.maxDeliveryRate();
  const digests = await Promise.all(
    ["a\n", "b\n", "c\n", "d\n"].map(
      async (code) => (await scene.ipfs.put(JSON.stringify(validation(code)))).digest,
    ),
  );
  const terms = [rateWei, fixedPriceNative, chain.mech.address, 300n, "0x"] as const;
  const abi = chain.marketplace.abi;
  const [first, ...batch] = digests as [Hex, ...Hex[]];
  const one = encodeFunctionData({ abi, functionName: "request", args: [first, ...terms] });
  const three = encodeFunctionData({ abi, functionName: "requestBatch", args: [batch, ...terms] });
  const to = chain.marketplace.address;
  const ids = await callInOneTransaction(scene, {
    from: chain.users[1]!,
    calls: [
      { to, valueWei: rateWei, data: one },
      { to, valueWei: rateWei * 3n, data: three },
      { to, valueWei: rateWei, data: one },
    ],
  });
  expect(ids).toHaveLength(5);
  expect(await deliveriesOf(agent, ids)).toSatisfy(isOnceEach);
});

describe("requests from before the agent started", () => {
  test("are answered from the configured start block", async () => {
    const ids = await scene.ask([validation("a\n"), validation("b\n")]);
    await using agent = await scene.openAgent();
    expect(await deliveriesOf(agent, ids)).toSatisfy(isOnceEach);
  });

  test("are answered without a configured start block", async () => {
    const ids = await scene.ask([validation("a\n")]);
    await using agent = await scene.openAgent({ AGENT_START_BLOCK: "" });
    expect(await deliveriesOf(agent, ids)).toSatisfy(isOnceEach);
  });

  test("are answered even beyond the look-back range, because the mech lists them", async () => {
    const older = await scene.ask([validation("a\n"), validation("b\n")]);
    await chain.clients.test.mine({ blocks: 30_000, interval: 5 });
    const old = await scene.ask([validation("c\n")], { requester: chain.users[2]! });
    await chain.clients.test.mine({ blocks: 60_000, interval: 5 });
    await using agent = await scene.openAgent({ AGENT_START_BLOCK: "" });
    const [recent] = await scene.ask([validation("d\n")]);
    expect(await deliveriesOf(agent, [recent!, ...older, ...old])).toSatisfy(isOnceEach);
  });

  test("are answered unless they were already delivered, in any journal", async () => {
    const [id] = await scene.ask([validation("a\n")]);
    {
      await using first = await scene.openAgent();
      await first.reaches(id!, "settled");
    }
    await using second = await scene.openAgent();
    const [next] = await scene.ask([validation("b\n")]);
    await second.reaches(next!, "settled");
    await expect(second.entry(id!)).rejects.toThrow(/no request/);
    expect(await countDeliveries(scene, id!)).toBe(1);
  });
});

test("a marketplace of the older generation is served in the same way", async () => {
  const older = await chain.deployMarketplace({ events: "old" });
  const { mech, createdAtBlock } = await chain.createMech({ owner: chain.agent }, older);
  await using agent = await scene.openAgent({
    MARKETPLACE: older.marketplace.address,
    MECH: mech.address,
    AGENT_START_BLOCK: String(createdAtBlock),
  });
  const ids = await scene.ask([validation("a\n"), validation("b\n")], { of: { ...older, mech } });
  expect(await deliveriesOf(agent, ids)).toSatisfy(isOnceEach);
  expect(await older.tracker.read.mapMechBalances([mech.address])).toBe(
    2n * (await mech.read.maxDeliveryRate()),
  );
});

test("two mechs have separate tools and prices", async () => {
  const dear = await chain.createMech({ owner: chain.agent, rateWei: 7n * 10n ** 16n });
  const MECH = `${chain.mech.address}=python_code_validator,${dear.mech.address}=python_code_execute+python_code_repair`;
  await using agent = await scene.openAgent({ MECH });
  const running = validation("a\n", { tool: "python_code_execute" });
  const of = { ...chain, mech: dear.mech };
  const [cheap, wrong] = await scene.ask([validation("b\n"), running]);
  const [costly] = await scene.ask([running], { of });
  expect(await deliveriesOf(agent, [cheap!, wrong!, costly!])).toSatisfy(isOnceEach);
  expect((await readAnswer(scene, cheap!)).result.meta.mode).toBe("static");
  expect((await readAnswer(scene, costly!)).result.meta.mode).toBe("execute");
  expect((await readAnswer(scene, wrong!)).result.message).toMatch(
    /no tool "python_code_execute".*python_code_validator\.$/,
  );
  expect(await chain.tracker.read.mapMechBalances([dear.mech.address])).toBe(7n * 10n ** 16n);
  expect((await readAnswer(scene, costly!)).document.metadata.mech).toBe(dear.mech.address.toLowerCase());
});
