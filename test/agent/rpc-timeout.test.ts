import { expect, test } from "vitest";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();

test.for([
  ["never answers", "hang"],
  ["stops in the middle of its answer", "stall"],
] as const)("calls that a node %s are repeated", async ([, how]) => {
  await using node = await startRpcProxy(scene.chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
  await until(() => node.calls.some(({ method }) => method === "eth_getLogs"));
  const hung = new Set<string>();
  node.meddle(({ method }) => {
    if (!["eth_getLogs", "eth_sendRawTransaction"].includes(method) || hung.has(method)) return undefined;
    hung.add(method);
    return how;
  });
  const [id] = await scene.ask([validation("x = 1\n")]);
  await until(async () => (await agent.entry(id!).catch(() => undefined))?.state === "settled");
  expect(hung.size).toBe(2);
  expect(await countDeliveries(scene, id!)).toBe(1);
});
