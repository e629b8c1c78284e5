import type { Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { pointsOfFourMined, pointsOfFourWaiting } from "../support/agent-points.ts";
import { openTestAgent } from "../support/agent.ts";
import { killAll, patientClock, processesOf, useCrashScene, type Subject } from "../support/crash-scene.ts";

// A transaction for each request: the first leaves at once, the others together a moment later.
const scene = useCrashScene({ AGENT_BATCH: "1" });
const requests = 4;

describe.for([
  ...processesOf(pointsOfFourWaiting).map((process) => ({ ...process, mined: "none is mined" })),
  ...processesOf(pointsOfFourMined).map((process) => ({ ...process, mined: "all are mined" })),
])("four transactions in progress and $mined: process $number of agents", ({ mined, kills }) => {
  let outcomes: object[];
  beforeAll(async () => {
    const subjects = kills.map(({ agent }) => scene.subjects[agent]!);
    const asked: { ids: readonly Hex[]; before: State }[] = [];
    for (const { shop } of subjects)
      asked.push({ ids: await shop.ask(requests), before: await stateOf(shop) });
    await scene.stage.chain.setMining({ auto: false, intervalMs: 0 });
    await killAll(scene, kills, {
      whileRunning: async (victim) => {
        if (mined === "none is mined") return;
        const written = requests * subjects.length;
        await victim.says(({ point: passed }) => passed === "after writeNote outbox deliver", written);
        await resumeMining();
      },
    });
    await resumeMining();
    outcomes = await Promise.all(subjects.map(async (subject, n) => finish(subject, asked[n]!)));
  });

  test.for(kills)(
    "an agent on $store killed $at, time $arrival, has every request delivered and paid once, each in its own transaction",
    (kill) => {
      expect(outcomes[kills.indexOf(kill)]).toEqual({
        delivered: [1, 1, 1, 1],
        refused: 0,
        paidWei: BigInt(requests) * scene.subjects[kill.agent]!.shop.rateWei,
        transactions: requests,
        underWay: [],
      });
    },
  );
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
