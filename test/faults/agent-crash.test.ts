import type { Hex } from "viem";
import { beforeAll, describe, expect, test } from "vitest";
import { readOutbox } from "../../agent/journal/outbox.ts";
import { deliverWork, requestWork } from "../../scripts/chain/actions.ts";
import { collectingPoints, deliveryPoints } from "../support/agent-points.ts";
import { openTestAgent } from "../support/agent.ts";
import { killAll, patientClock, processesOf, useCrashScene, type Subject } from "../support/crash-scene.ts";
import type { Shop } from "../support/marketplace-stage.ts";
import { until } from "../support/until.ts";

const scene = useCrashScene();
const batch = 3;
const collecting = { COLLECT_ABOVE_WEI: "2" };

test("agents are killed at every kill point", async () => {
  const { victims } = scene;
  const { shop, env } = await scene.openSubject("SQLite");
  await shop.ask(batch);
  await using delivering = victims.start(env);
  await delivering.says(({ point }) => point === "after writeEntry settled", batch);
  delivering.kill("SIGTERM");
  await delivering.ended;
  await using drawing = victims.start({ ...env, ...collecting });
  await drawing.says(({ point }) => point === "after writeNote outbox done withdraw");
  const passed = delivering.points().union(drawing.points());
  const known = [...deliveryPoints, ...collectingPoints].map(({ at }) => at);
  expect([...passed].toSorted()).toEqual(known.toSorted());
});

describe.for(processesOf(deliveryPoints))("process $number of agents that deliver", ({ kills }) => {
  let outcomes: object[];
  beforeAll(async () => {
    const before = await Promise.all(
      kills.map(async ({ agent }) => {
        const { shop } = scene.subjects[agent]!;
        const state = { ...(await shop.account([])), earnedWei: await earningsOf(shop) };
        return { ...state, ids: await shop.ask(batch) };
      }),
    );
    await killAll(scene, kills);
    outcomes = await Promise.all(
      kills.map(async ({ agent }, n) => finishDelivering(scene.subjects[agent]!, before[n]!)),
    );
  });

  test.for(kills)(
    "an agent on $store killed $at has every request delivered, paid and settled once",
    (kill) => {
      expect(outcomes[kills.indexOf(kill)]).toEqual({
        delivered: [1, 1, 1],
        verdicts: [true, true, true],
        refused: 0,
        paidFor: 3n,
        wastedTransactions: 0,
        entries: [["settled", scene.subjects[kill.agent]!.shop.asked()]],
      });
    },
  );
});

describe.for(processesOf(collectingPoints))("process $number of agents that collect", ({ kills }) => {
  let outcomes: object[];
  let expected: object[];
  beforeAll(async () => {
    const before = await Promise.all(
      kills.map(async ({ agent }) => {
        const { shop } = scene.subjects[agent]!;
        await earn(shop);
        const [earnedWei, paidWei] = await Promise.all([earningsOf(shop), withdrawalsOf(shop)]);
        return { ...(await shop.account([])), earnedWei, paidWei };
      }),
    );
    await killAll(scene, kills, { extra: collecting });
    outcomes = await Promise.all(
      kills.map(async ({ agent }, n) => finishCollecting(scene.subjects[agent]!, before[n]!)),
    );
    expected = before.map(({ paidWei, earnedWei }) => ({
      paidWei: [...paidWei, earnedWei],
      collectedWei: sum([...paidWei, earnedWei]),
      // One from the tracker to the mech, one from the mech to its operator.
      transactions: 2,
    }));
  });

  test.for(kills)("an agent on $store killed $at has its earnings collected once", (kill) => {
    expect(outcomes[kills.indexOf(kill)]).toEqual(expected[kills.indexOf(kill)]);
  });
});

type Before = Readonly<{ transactions: number; delivering: number; earnedWei: bigint }>;

/** An agent that is not killed finishes the work; returns the result. */
async function finishDelivering(
  { shop, env }: Subject,
  { ids, ...before }: Before & { ids: readonly Hex[] },
): Promise<object> {
  await using agent = await openTestAgent(env, { clock: patientClock() });
  const settled = await Promise.all(ids.map(async (id) => agent.reaches(id, "settled")));
  const { delivered, refused, transactions, delivering } = await shop.account(ids);
  const entries = await agent.parts.store.countEntries();
  return {
    delivered,
    refused,
    verdicts: settled.map(({ request }) => request.delivery && request.valid),
    paidFor: ((await earningsOf(shop)) - before.earnedWei) / shop.rateWei,
    wastedTransactions: transactions - before.transactions - (delivering - before.delivering),
    entries: entries.map(({ state, count }) => [state, count]),
  };
}

async function finishCollecting({ shop, env }: Subject, before: Before): Promise<object> {
  await using agent = await openTestAgent({ ...env, ...collecting }, { clock: patientClock() });
  await until(async () => {
    // In order of occurrence, so that no kill happens too early.
    if ((await earningsOf(shop)) > 0n) return false;
    const heldWei = await scene.stage.chain.clients.public.getBalance({ address: shop.mech.address });
    return heldWei === 0n && (await readOutbox(agent.parts)).pending.length === 0;
  });
  return {
    paidWei: await withdrawalsOf(shop),
    collectedWei: (await readOutbox(agent.parts)).collectedWei,
    transactions: (await shop.account([])).transactions - before.transactions,
  };
}

async function earningsOf({ mech }: Shop): Promise<bigint> {
  return scene.stage.chain.tracker.read.mapMechBalances([mech.address]);
}

/** The payouts of the tracker, one by one. */
async function withdrawalsOf({ mech, createdAtBlock }: Shop): Promise<bigint[]> {
  const to = { account: mech.address };
  const paid = await scene.stage.chain.tracker.getEvents.Withdraw(to, { fromBlock: createdAtBlock });
  return paid.map(({ args }) => args.amount!);
}

/** A delivery by hand, while no agent runs. */
async function earn(shop: Shop): Promise<void> {
  const { chain } = scene.stage;
  const work = { requester: shop.owner, datas: [`0x${"ab".repeat(32)}`] } as const;
  const { requestIds } = await requestWork({ ...chain, mech: shop.mech }, work);
  await deliverWork({ ...shop, clients: chain.clients }, requestIds, work.datas);
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
