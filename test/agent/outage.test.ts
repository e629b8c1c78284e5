import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { startIpfsProcess, type IpfsProcess } from "../support/ipfs-process.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries, readAnswer } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
type Agent = Awaited<ReturnType<typeof scene.openAgent>>;

const stateOf = async (agent: Agent, id: Hex) => (await agent.entry(id).catch(() => undefined))?.state;
const healthOf = async ({ url }: Agent): Promise<any> => (await fetch(`${url}/healthz`)).json();

describe("while our own IPFS node stands still", () => {
  const put = async (node: IpfsProcess, count: number): Promise<readonly Hex[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => node.put(JSON.stringify(validation(`x = ${n}\n`)))),
    );

  test("no patience runs out: 20 requests get their real verdicts", async () => {
    const clock = leapingClock();
    await using node = await startIpfsProcess();
    const env = { IPFS_API_URL: node.apiUrl, IPFS_GATEWAY_URL: "" };
    await using agent = await scene.openAgent(env, { clock });
    const [early, late] = [await put(node, 10), await put(node, 10)];
    const ids = [...(await scene.askRaw(early))];
    await until(async () => (await stateOf(agent, ids[0]!)) !== undefined);
    node.freeze();
    ids.push(...(await scene.askRaw(late)));
    // More than all patience, and than half of the requests' time.
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

  test("health says so, and no longer once it answers", async () => {
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

test("content that comes after it was given up is judged, as long as nobody was told otherwise", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({ FETCH_PATIENCE_S: "1" }, { clock });
  const text = JSON.stringify(validation("late = 1\n"));
  const { digest, cid } = await scene.ipfs.put(text);
  scene.ipfs.drop(cid);
  const { promise: mayPublish, resolve: publish } = Promise.withResolvers<void>();
  const [id] = await scene.askRaw([digest]);
  await leapUntil(clock, async () => {
    const entry = await agent.entry(id!).catch(() => undefined);
    // Our node is there, and takes its time from here on.
    if ((entry?.request.attempts ?? 0) >= 4) scene.ipfs.delay(async () => mayPublish);
    return entry?.request.isMissing === true;
  });
  await scene.ipfs.put(text);
  publish();
  await leapUntil(clock, async () => (await stateOf(agent, id!)) === "settled");
  const { result } = await readAnswer(scene, id!);
  expect(result.valid).toBe(true);
  expect((await agent.entry(id!)).request.isMissing).toBeUndefined();
});

test("what waits for a part of ours goes on when it is back, and not only when its time has come", async () => {
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
