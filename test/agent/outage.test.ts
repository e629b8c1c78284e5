import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { startIpfsProcess, type IpfsProcess } from "../support/ipfs-process.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const isJudged = (state?: string): boolean => state !== undefined && !["seen", "fetched"].includes(state);
type Agent = Awaited<ReturnType<typeof scene.openAgent>>;

const stateOf = async (agent: Agent, id: Hex) => (await agent.entry(id).catch(() => undefined))?.state;
const healthOf = async ({ url }: Agent): Promise<any> => (await fetch(`${url}/healthz`)).json();

describe("while our own IPFS node does not respond", () => {
  const put = async (node: IpfsProcess, count: number): Promise<readonly Hex[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => node.put(JSON.stringify(validation(`x = ${n}\n`)))),
    );

  test("no request runs out of patience: 20 requests get their real verdicts", async () => {
    const clock = leapingClock();
    await using node = await startIpfsProcess();
    const env = { IPFS_API_URL: node.apiUrl, IPFS_GATEWAY_URL: "" };
    await using agent = await scene.openAgent(env, { clock });
    const [early, late] = [await put(node, 10), await put(node, 10)];
    const ids = [...(await scene.askRaw(early))];
    // Its service must not time out, although time passes so quickly here.
    await until(async () => (await Promise.all(ids.map(async (id) => stateOf(agent, id)))).every(isJudged));
    node.freeze();
    ids.push(...(await scene.askRaw(late)));
    // More than the patience, and more than half of the requests' time.
    const frozenAtMs = clock.now();
    await leapUntil(clock, async () => clock.now() - frozenAtMs > 200_000);
    const states = await Promise.all(ids.slice(10).map(async (id) => stateOf(agent, id)));
    expect(new Set(states)).toEqual(new Set(["seen"]));
    node.thaw();
    await leapUntil(clock, async () => (await areIn(agent, ids, "settled")).every(Boolean), 1000);
    const entries = await Promise.all(ids.map(async (id) => agent.entry(id)));
    expect(entries.map(({ request }) => request.valid)).toEqual(ids.map(() => true));
    for (const id of ids) expect(await countDeliveries(scene, id)).toBe(1);
  });

  test("health reports it, and stops once the node responds", async () => {
    const clock = leapingClock();
    await using node = await startIpfsProcess();
    await using agent = await scene.openAgent({ IPFS_API_URL: node.apiUrl }, { clock });
    await until(async () => (await healthOf(agent)).last_block !== null);
    node.freeze();
    await leapUntil(clock, async () => (await healthOf(agent)).status === "degraded", 3000);
    expect((await healthOf(agent)).checks).toMatchObject({ ipfs: "down", service: "ok", store: "ok" });
    node.thaw();
    await leapUntil(clock, async () => (await healthOf(agent)).status === "ok", 3000);
  });
});

async function areIn(agent: Agent, ids: readonly Hex[], state: string): Promise<readonly boolean[]> {
  return Promise.all(ids.map(async (id) => (await stateOf(agent, id)) === state));
}

test("requests that wait for a part of ours continue as soon as it is back", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  scene.ipfs.fail({ status: 503 });
  const [id] = await scene.ask([validation("x = 1\n")], { timeoutS: 300n });
  const waiting = async () => (await agent.entry(id!)).dueAtMs! - clock.now();
  await agent.reaches(id!, "seen");
  await leapUntil(clock, async () => (await agent.entry(id!)).request.attempts >= 6, 4000);
  expect(await waiting()).toBeGreaterThan(8000);
  scene.ipfs.heal();
  const healedAtMs = clock.now();
  await agent.reaches(id!, "settled");
  expect(clock.now() - healedAtMs).toBeLessThan(8000);
});
