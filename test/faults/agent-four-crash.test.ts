import type { Hex } from "viem";
import { afterEach, describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/outbox.ts";
import { pointsOfFourMined, pointsOfFourWaiting } from "../support/agent-points.ts";
import { openTestAgent } from "../support/agent.ts";
import { killAt, patientClock, useCrashScene, type Subject } from "../support/crash-scene.ts";

// A transaction for each request: the first leaves at once, the others together a moment later.
const scene = useCrashScene({ AGENT_BATCH: "1" });
const requests = 4;
afterEach(resumeMining);

describe.for([
  ...pointsOfFourWaiting.map((point) => ({ ...point, mined: "none is mined" })),
  ...pointsOfFourMined.map((point) => ({ ...point, mined: "all are mined" })),
])("four transactions under way and $mined: agents killed $at, time $arrival,", ({ mined, ...point }) => {
  test("have every request delivered and paid once, each in its own transaction", async () => {
    const { stage, subjects } = scene;
    const asked: { ids: readonly Hex[]; before: State }[] = [];
    for (const { shop } of subjects)
      asked.push({ ids: await shop.ask(requests), before: await stateOf(shop) });
    await stage.chain.setMining({ auto: false, intervalMs: 0 });
    await killAt(scene, point, {
      whileRunning: async (victim) => {
        if (mined === "none is mined") return;
        const written = requests * subjects.length;
        await victim.says(({ point: passed }) => passed === "after writeNote outbox deliver", written);
        await resumeMining();
      },
    });
    await resumeMining();
    const outcomes = await Promise.all(subjects.map(async (subject, n) => finish(subject, asked[n]!)));
    const once = {
      delivered: [1, 1, 1, 1],
      refused: 0,
      paidWei: BigInt(requests) * subjects[0]!.shop.rateWei,
      transactions: requests,
      underWay: [],
    };
    expect(outcomes).toEqual(subjects.map(() => once));
  });
});

async function resumeMining(): Promise<void> {
  const { chain } = scene.stage;
  await chain.setMining({ auto: true, intervalMs: 0 });
  await chain.clients.test.mine({ blocks: 1 });
}

type State = Readonly<{ transactions: number; earnedWei: bigint }>;

async function stateOf({ account, mech }: Subject["shop"]): Promise<State> {
  const earnedWei = await scene.stage.chain.tracker.read.mapMechBalances([mech.address]);
  return { transactions: (await account([])).transactions, earnedWei };
}

async function finish(
  { shop, env }: Subject,
  { ids, before }: { ids: readonly Hex[]; before: State },
): Promise<object> {
  await using agent = await openTestAgent(env, { clock: patientClock() });
  for (const id of ids) await agent.reaches(id, "settled");
  const { delivered, refused } = await shop.account(ids);
  const after = await stateOf(shop);
  return {
    delivered,
    refused,
    paidWei: after.earnedWei - before.earnedWei,
    transactions: after.transactions - before.transactions,
    underWay: (await readOutbox(agent.parts)).pending,
  };
}
