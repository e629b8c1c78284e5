import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { startIpfsStandIn } from "../support/ipfs-stand-in.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();

test.each([
  ["answers 504", { status: 504 }],
  ["answers 429", { status: 429 }],
  ["breaks the connection", "reset"],
  ["sends wrong bytes", "wrong bytes"],
  ["sends endless data", "endless"],
] as const)("content arrives from a gateway that %s and recovers", async (_, failure) => {
  const clock = leapingClock();
  await using gateway = await startIpfsStandIn();
  await using agent = await scene.openAgent({ IPFS_GATEWAY_URL: gateway.gatewayUrl }, { clock });
  const { digest } = await gateway.put(JSON.stringify(validation("x = 1\n")));
  gateway.fail(failure);
  const [id] = await scene.askRaw([digest]);
  await until(async () => ((await agent.entry(id!).catch(() => undefined))?.request.attempts ?? 0) >= 1);
  expect(scene.service.asked).toEqual([]);
  gateway.heal();
  await leapUntil(clock, async () => (await agent.entry(id!)).state !== "seen");
  expect((await agent.reaches(id!, "settled")).request.valid).toBe(true);
});

test.each([
  ["answers 500", { status: 500 }],
  ["breaks the connection", "reset"],
] as const)("a verdict is published through a node that %s and recovers", async (_, failure) => {
  const clock = leapingClock();
  await using gateway = await startIpfsStandIn();
  await using agent = await scene.openAgent({ IPFS_GATEWAY_URL: gateway.gatewayUrl }, { clock });
  const { digest } = await gateway.put(JSON.stringify(validation("x = 1\n")));
  scene.ipfs.fail(failure);
  const [id] = await scene.askRaw([digest]);
  await agent.reaches(id!, "judged");
  await until(async () => (await agent.entry(id!)).request.attempts >= 1);
  scene.ipfs.heal();
  await leapUntil(clock, async () => (await agent.entry(id!)).state !== "judged");
  expect((await agent.reaches(id!, "settled")).request.valid).toBe(true);
  expect(scene.service.asked).toHaveLength(1);
});

test("content that arrives late is judged", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  const text = JSON.stringify(validation("late = 1\n"));
  const { digest, cid } = await scene.ipfs.put(text);
  scene.ipfs.drop(cid);
  const [id] = await scene.askRaw([digest]);
  await until(async () => (await agent.entry(id!).catch(() => undefined))?.request.attempts === 2);
  await scene.ipfs.put(text);
  await leapUntil(clock, async () => (await agent.entry(id!)).state !== "seen");
  expect((await agent.reaches(id!, "settled")).request.valid).toBe(true);
});

test("a gateway that never answers delays no other request", async () => {
  await using gateway = await startIpfsStandIn();
  await using agent = await scene.openAgent({ IPFS_GATEWAY_URL: gateway.gatewayUrl });
  const slow = await gateway.put(JSON.stringify(validation("slow = 1\n")));
  gateway.fail("hang");
  const [held] = await scene.askRaw([slow.digest]);
  await until(() => gateway.requests.length > 0);
  const [quick] = await scene.ask([validation("quick = 1\n")]);
  await agent.reaches(quick!, "settled");
  expect((await agent.entry(held!)).state).toBe("seen");
});

test("the agent does not follow a gateway's redirects", async () => {
  let visits = 0;
  const victim = createServer((_, response) => {
    visits += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(victim, "listening");
  const clock = leapingClock();
  await using gateway = await startIpfsStandIn();
  await using agent = await scene.openAgent({ IPFS_GATEWAY_URL: gateway.gatewayUrl }, { clock });
  const { digest } = await gateway.put(JSON.stringify(validation("x = 1\n")));
  gateway.fail({ redirect: `http://127.0.0.1:${(victim.address() as AddressInfo).port}/` });
  const [id] = await scene.askRaw([digest]);
  await until(async () => ((await agent.entry(id!).catch(() => undefined))?.request.attempts ?? 0) >= 1);
  gateway.heal();
  await leapUntil(clock, async () => (await agent.entry(id!)).state !== "seen");
  await agent.reaches(id!, "settled");
  expect(visits).toBe(0);
  victim.close();
});
