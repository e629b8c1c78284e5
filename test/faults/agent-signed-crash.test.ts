import { beforeAll, describe, expect, test } from "vitest";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import { fetchInfo, signRequest, submit } from "../agent/signed-request.ts";
import { signedPoints } from "../support/agent-points.ts";
import type { AgentProcess } from "../support/agent-process.ts";
import { openTestAgent } from "../support/agent.ts";
import {
  everyAgentAt,
  killAll,
  patientClock,
  processesOf,
  useCrashScene,
  type Kill,
  type Subject,
} from "../support/crash-scene.ts";
import type { Shop } from "../support/marketplace-stage.ts";

type Signed = Awaited<ReturnType<typeof signRequest>>;

const scene = useCrashScene({ SIGNED_REQUESTS: "on" });
const once = { status: 200, delivered: 1, paidFor: 1n, isReadable: true, isPublished: false };

beforeAll(async () => {
  for (const { shop } of scene.subjects) {
    const to = [requesterOf(shop).address] as const;
    await scene.stage.chain.tracker.write.depositFor(to, { value: shop.rateWei * 100n });
  }
});

describe.for(processesOf(signedPoints))("process $number of agents with signed requests", ({ kills }) => {
  let outcomes: object[];
  beforeAll(async () => {
    const subjects = subjectsOf(kills);
    const before = await Promise.all(
      subjects.map(async (one) => ({ earnedWei: await earningsOf(one), signed: await sign(one) })),
    );
    const accepted = await submitUntilKilled(
      kills,
      before.map(({ signed }) => signed),
    );
    outcomes = await Promise.all(
      subjects.map(async (one, n) => finish(one, { ...before[n]!, isAccepted: accepted[n]! })),
    );
  });

  test.for(kills)("an agent on $store killed $at has the request delivered and paid once", (kill) => {
    expect(outcomes[kills.indexOf(kill)]).toEqual(once);
  });
});

test("a sender whose request was lost with the agent may send another in its place", async () => {
  const kills = everyAgentAt({ at: "before addEntry", arrival: 1 });
  const lost = await Promise.all(subjectsOf(kills).map(sign));
  const accepted = await submitUntilKilled(kills, lost);
  expect(accepted).toEqual(kills.map(() => false));
  const outcomes = subjectsOf(kills).map(async (one) => {
    const earnedWei = await earningsOf(one);
    const clock = patientClock();
    clock.leap(60_000);
    return finish(one, { earnedWei, signed: await sign(one), isAccepted: false }, clock);
  });
  expect(await Promise.all(outcomes)).toEqual(kills.map(() => once));
});

function subjectsOf(kills: readonly Kill[]): Subject[] {
  return kills.map(({ agent }) => scene.subjects[agent]!);
}

let contents = 0;

function requesterOf({ owner }: Shop): LocalAccount {
  const { users } = scene.stage.chain;
  return users.at(-1 - users.indexOf(owner))!;
}

async function sign({ shop }: Subject): Promise<Signed> {
  contents += 1;
  const { chain } = scene.stage;
  const signer = requesterOf(shop);
  const content = { prompt: "x = 1\n", tool: "python_code_validator", nonce: String(contents) };
  const nonce = await chain.marketplace.read.mapNonces([signer.address]);
  return signRequest({ chain, signer, content, nonce, mech: shop.mech });
}

/** Sends each its request; returns those that were accepted before the process killed itself. */
async function submitUntilKilled(kills: readonly Kill[], requests: readonly Signed[]): Promise<boolean[]> {
  const accepted = requests.map(() => false);
  const submitAll = async (victim: AgentProcess): Promise<void> => {
    const submitting = subjectsOf(kills).map(async ({ shop }, n) => {
      const { status } = await submit(await urlOf(victim, shop), requests[n]!.form);
      accepted[n] = status === 200;
    });
    await Promise.allSettled(submitting);
  };
  await killAll(scene, kills, { whileRunning: submitAll });
  return accepted;
}

async function urlOf(victim: AgentProcess, { mech }: Shop): Promise<string> {
  const isIts = (line: AgentProcess["lines"][number]): boolean =>
    line.event === "the agent is running" && JSON.stringify(line).includes(mech.address.toLowerCase());
  await victim.says(isIts);
  return String(victim.lines.find(isIts)!["url"]);
}

/** An agent that is not killed finishes the work. A sender without an acceptance sends again. */
async function finish(
  subject: Subject,
  { signed, isAccepted, ...before }: { signed: Signed; isAccepted: boolean; earnedWei: bigint },
  clock = patientClock(),
): Promise<object> {
  const { shop, env } = subject;
  await using agent = await openTestAgent(env, { clock });
  const answer = isAccepted ? { status: 200 } : await submit(agent.url, signed.form);
  const { request } = await agent.reaches(signed.id, "settled");
  // The marketplace emits these, not the mech.
  const told = await scene.stage.chain.marketplace.getEvents.Deliver({}, { fromBlock: shop.createdAtBlock });
  const earnedWei = (await earningsOf(subject)) - before.earnedWei;
  return {
    status: answer.status,
    delivered: told.filter(({ args }) => args.requestId === signed.id).length,
    paidFor: earnedWei / shop.rateWei,
    isReadable: (await fetchInfo(agent.url, signed.id)).body.status === "ok",
    isPublished: scene.stage.ipfs.pins.has(request.verdictCid!),
  };
}

async function earningsOf({ shop }: Subject): Promise<bigint> {
  return scene.stage.chain.tracker.read.mapMechBalances([shop.mech.address]);
}
