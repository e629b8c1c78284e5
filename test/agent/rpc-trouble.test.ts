import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { startRpcProxy, type Meddling, type RpcCall } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { rememberingLog } from "./remembering-log.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;

describe("no request is lost while a node fails every call for a while", () => {
  test.each([
    ["with status 500", { status: 500 }],
    ["with status 429", { status: 429 }],
    ["with an internal error", { error: { code: -32603, message: "Internal error" } }],
    ["with a limit", { error: { code: -32005, message: "limit exceeded" } }],
    ["with invalid answers", { result: "0x" }],
    ["with closed connections", "reset"],
  ] as readonly (readonly [string, Meddling])[])("%s", async (_, how) => {
    const clock = leapingClock();
    await using node = await startRpcProxy(chain.url);
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock });
    const [first] = await scene.ask([validation("a\n")]);
    await agent.reaches(first!, "fetched", "judged", "published", "delivered", "settled");
    node.meddle(() => how);
    const [second] = await scene.ask([validation("b\n")]);
    const failed = node.calls.length;
    await until(() => node.calls.length >= failed + 10);
    node.heal();
    await leapUntil(clock, async () => areSettled(agent, [first!, second!]));
    for (const id of [first!, second!]) expect(await countDeliveries(scene, id)).toBe(1);
  });
});

type Agent = Awaited<ReturnType<typeof scene.openAgent>>;

async function areSettled(agent: Agent, ids: readonly string[]): Promise<boolean> {
  const entries = await Promise.all(ids.map(async (id) => agent.entry(id).catch(() => undefined)));
  return entries.every((entry) => entry?.state === "settled");
}

test("a transaction is not sent as a new one when its sending was never confirmed", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
  node.meddle(({ method }) => (method === "eth_sendRawTransaction" ? "lose the answer" : undefined));
  const sent = await chain.clients.public.getTransactionCount({ address: chain.agent.address });
  const [id] = await scene.ask([validation("x = 1\n")]);
  await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
  expect(await chain.clients.public.getTransactionCount({ address: chain.agent.address })).toBe(sent + 1);
});

test("a transaction is sent again to a node that was unreachable the first time", async () => {
  const clock = leapingClock();
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock });
  const isSending = ({ method }: RpcCall) => method === "eth_sendRawTransaction";
  node.meddle((call) => (isSending(call) ? "reset" : undefined));
  const [id] = await scene.ask([validation("x = 1\n")]);
  await until(() => node.calls.some(isSending));
  node.heal();
  await leapUntil(clock, async () => areSettled(agent, [id!]));
  const raws = node.calls.filter(isSending).map(({ params }) => String(params[0]));
  expect(new Set(raws).size).toBe(1);
});

test("an account that cannot pay for gas is reported to the operator, and delivers once it can", async () => {
  const [clock, log] = [leapingClock(), rememberingLog()];
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock, log });
  const error = { code: -32000, message: "insufficient funds for gas * price + value" };
  node.meddle(({ method }) => (method === "eth_sendRawTransaction" ? { error } : undefined));
  const [id] = await scene.ask([validation("x = 1\n")]);
  const told = { level: "error", words: "the agent's account has too little for gas: fund it" };
  await until(() => log.lines.some(({ level, words }) => level === told.level && words === told.words));
  node.heal();
  await leapUntil(clock, async () => areSettled(agent, [id!]));
  expect(await countDeliveries(scene, id!)).toBe(1);
});

describe("a node that returns logs of few blocks at once", () => {
  const blocksOf = ({ params }: RpcCall): bigint =>
    BigInt(params[0].toBlock as string) - BigInt(params[0].fromBlock as string) + 1n;
  const limited =
    (maxBlocks: bigint) =>
    (call: RpcCall): Meddling | undefined =>
      call.method === "eth_getLogs" && blocksOf(call) > maxBlocks
        ? { error: { code: -32602, message: "block range is too wide" } }
        : undefined;

  test("is asked for fewer blocks until it answers", async () => {
    const old = await scene.ask([validation("a\n")]);
    await chain.clients.test.mine({ blocks: 1500 });
    const recent = await scene.ask([validation("b\n")]);
    await using node = await startRpcProxy(chain.url);
    node.meddle(limited(100n));
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
    for (const id of [...old, ...recent]) await agent.reaches(id, "settled");
    expect(await countDeliveries(scene, old[0]!)).toBe(1);
  });

  test("is asked for fewer blocks in the search for a listed request, too", async () => {
    const [old] = await scene.ask([validation("a\n")]);
    await chain.clients.test.mine({ blocks: 3000, interval: 5 });
    const head = await chain.clients.public.getBlockNumber();
    await using node = await startRpcProxy(chain.url);
    node.meddle(limited(50n));
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, AGENT_START_BLOCK: String(head) });
    await agent.reaches(old!, "settled");
    const searches = node.calls.filter(
      ({ method, params }) => method === "eth_getLogs" && BigInt(params[0].toBlock as string) < head - 100n,
    );
    expect(searches.length).toBeLessThan(40);
  });

  test("is read to the end, even one block at a time", async () => {
    const ids = await scene.ask([validation("a\n")]);
    await chain.clients.test.mine({ blocks: 20 });
    await using node = await startRpcProxy(chain.url);
    node.meddle(limited(1n));
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
    for (const id of ids) await agent.reaches(id, "settled");
    expect(await countDeliveries(scene, ids[0]!)).toBe(1);
  });
});

test("a node that returns no logs at all is asked for the same blocks once, and then later", async () => {
  const log = rememberingLog();
  await using node = await startRpcProxy(chain.url);
  await using _ = await scene.openAgent({ CHAIN_RPC_URL: node.url, AGENT_POLL_MS: "60000" }, { log });
  await until(() => node.calls.some(({ method }) => method === "eth_getLogs"));
  const refused = new Map<string, number>();
  node.meddle(({ method, params }) => {
    if (method !== "eth_getLogs") return undefined;
    const asked = JSON.stringify(params);
    refused.set(asked, (refused.get(asked) ?? 0) + 1);
    return { error: { code: -32000, message: "no" } };
  });
  await scene.ask([validation("a\n")]);
  await until(() => log.lines.some(({ words }) => words === "watching failed; retrying"));
  // Two readers look at the same blocks, each of them once.
  expect(Math.max(...refused.values())).toBeLessThanOrEqual(2);
});

test("logs that a lagging node does not have yet are read again", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
  await until(() => node.calls.some(({ params }) => String(params[0]?.data).startsWith("0x")));
  let blind = 0;
  node.meddle(({ method }) => {
    if (method !== "eth_getLogs") return undefined;
    blind += 1;
    return { result: [] };
  });
  const [id] = await scene.ask([validation("a\n")]);
  await until(() => blind >= 3);
  node.heal();
  await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("permanently missed logs are replaced by the mech's list", async () => {
  const clock = leapingClock();
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock });
  node.meddle(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
  const [id] = await scene.ask([validation("a\n")]);
  await chain.clients.test.mine({ blocks: 50 });
  const calls = node.calls.length;
  await until(() => node.calls.length > calls + 20);
  node.heal();
  await leapUntil(clock, async () => areSettled(agent, [id!]), 30_000);
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("a chain head that moves back and forth hides no request", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
  const stale = await chain.clients.public.getBlockNumber();
  let turn = 0;
  node.meddle(({ method }) => {
    if (method !== "eth_blockNumber") return undefined;
    turn += 1;
    return turn % 2 === 0 ? { result: `0x${stale.toString(16)}` } : undefined;
  });
  const ids: Hex[] = [];
  for (const code of ["a\n", "b\n", "c\n"]) {
    ids.push(...(await scene.ask([validation(code)])));
    await chain.clients.test.mine({ blocks: 7 });
  }
  for (const id of ids) await agent.reaches(id, "settled");
  for (const id of ids) expect(await countDeliveries(scene, id)).toBe(1);
});

describe("a delivery that would fail", () => {
  const deliver = "0x6f6885bb";
  const isTrial = ({ method, params }: RpcCall) =>
    (method === "eth_call" || method === "eth_estimateGas") && String(params[0]?.data).startsWith(deliver);

  test.each([
    ["as Geth reports it", { code: 3, message: "execution reverted", data: "0x" }],
    ["as Nethermind reports it", { code: -32015, message: "VM execution error.", data: "Reverted 0x" }],
  ])("for one request does not delay the others of its batch, %s", async (_, error) => {
    const clock = leapingClock();
    const log = rememberingLog();
    await using node = await startRpcProxy(chain.url);
    node.meddle((call) => (isTrial(call) ? { status: 503 } : undefined));
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock, log });
    const ids = await scene.ask([validation("a\n"), validation("b\n"), validation("c\n")]);
    for (const id of ids) await agent.reaches(id, "published");
    for (const id of ids) await until(async () => (await agent.entry(id)).request.attempts >= 1);
    const poisoned = ids[1]!.slice(2);
    let batches = 0;
    node.meddle((call) => {
      if (!isTrial(call) || !String(call.params[0].data).includes(poisoned)) return undefined;
      if (String(call.params[0].data).includes(ids[0]!.slice(2))) batches += 1;
      return { error };
    });
    await leapUntil(clock, async () => areSettled(agent, [ids[0]!, ids[2]!]));
    expect(batches).toBeGreaterThan(0);
    expect((await agent.entry(ids[1]!)).request.problem).toMatch(/delivery would fail/);
    expect(log.lines.some(({ level, fields }) => level === "warn" && fields["requestId"] === ids[1])).toBe(
      true,
    );
    node.heal();
    await leapUntil(clock, async () => areSettled(agent, ids));
  });
});

test.each([{ status: 502 }, { error: { code: -32603, message: "Internal error" } }, "reset"] as const)(
  "the agent waits for a chain that is not reachable yet (%#)",
  async (how) => {
    const clock = leapingClock();
    const log = rememberingLog();
    await using node = await startRpcProxy(chain.url);
    node.meddle(() => how);
    const opening = scene.openAgent({ CHAIN_RPC_URL: node.url }, { clock, log });
    await until(() => log.lines.some(({ words }) => words === "the chain cannot be reached yet"));
    node.heal();
    let isOpen = false;
    const opened = opening.finally(() => (isOpen = true));
    await leapUntil(clock, async () => isOpen, 1000);
    await using agent = await opened;
    expect(agent.parts.market.chainId).toBe(chain.chainId);
  },
);
