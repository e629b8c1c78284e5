import { expect, test } from "vitest";
import { followHeads } from "../../agent/marketplace/heads.ts";
import { until } from "../support/until.ts";
import { manualClock } from "../support/manual-clock.ts";
import { rememberingLog } from "./remembering-log.ts";
import { countDeliveries } from "./read-answer.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
const socketUrl = (): string => chain.url.replace("http", "ws");
const anHourMs = 3_600_000;

test("a subscription reports every block, also one that arrived while nobody waited", async () => {
  const log = rememberingLog();
  await using parts = await scene.openParts({ CHAIN_WS_URL: socketUrl() }, { log });
  const stopping = new AbortController();
  const heads = followHeads({ ...parts, clock: manualClock(), stopping: stopping.signal });
  await until(() => log.lines.some(({ fields }) => fields["told"] === "subscribed"));
  const read = { by: "us", block: 0n, atMs: 0 } as const;
  const next = async () => heads.next(anHourMs, read).then(() => "told");
  const waiting = next();
  await chain.clients.test.mine({ blocks: 1 });
  expect(await waiting).toBe("told");
  await chain.clients.test.mine({ blocks: 1 });
  expect(await next()).toBe("told");
  stopping.abort();
});

test("an agent with a block subscription serves a request at once, although it polls only once a minute", async () => {
  const log = rememberingLog();
  const env = { CHAIN_WS_URL: socketUrl(), AGENT_POLL_MS: "60000" };
  await using agent = await scene.openAgent(env, { log });
  await until(() => log.lines.some(({ fields }) => fields["told"] === "subscribed"));
  await until(() => agent.parts.progress.last().by === "us");
  const [id] = await scene.ask([validation("x = 1\n")]);
  await agent.reaches(id!, "delivered", "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("without a subscription the agent polls the newest block, and reads logs only when it is new", async () => {
  await using node = await startRpcProxy(chain.url);
  const env = { CHAIN_RPC_URL: node.url, AGENT_POLL_MS: "60000" };
  await using agent = await scene.openAgent(env);
  const asked = (method: string) => node.calls.filter((call) => call.method === method).length;
  await until(() => agent.parts.progress.last().by === "us");
  const [logs, heads] = [asked("eth_getLogs"), asked("eth_blockNumber")];
  await until(() => asked("eth_blockNumber") >= heads + 3);
  expect(asked("eth_getLogs")).toBe(logs);
  const [id] = await scene.ask([validation("x = 1\n")]);
  await agent.reaches(id!, "delivered", "settled");
});

test("many requests in one block take one call to the marketplace", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, AGENT_POLL_MS: "60000" });
  await until(() => agent.parts.progress.last().by === "us");
  const calls = node.calls.length;
  const ids = await scene.ask(Array.from({ length: 40 }, (_, n) => validation(`x = ${n}\n`)));
  for (const id of ids) await agent.reaches(id, "delivered", "settled");
  // Read one by one: a call for each, three times over.
  const reads = node.calls.slice(calls).filter(({ method }) => method === "eth_call").length;
  expect(reads).toBeLessThan(40);
});
