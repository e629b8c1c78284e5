import {
  encodeFunctionData,
  getAbiItem,
  toFunctionSelector,
  type Abi,
  type AbiFunction,
  type Hex,
} from "viem";
import { expect, test } from "vitest";
import { deliverWork } from "../../scripts/chain/actions.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { until } from "../support/until.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { countDeliveries } from "./read-answer.ts";
import { useScene, validation } from "./scene.ts";
import { refuse } from "./service-stand-in.ts";

const scene = useScene();
const { chain } = scene;
/** A service that is up and has no time. */
const notNow = () => refuse(503, "busy");

/** Whether a call to the chain is a call of this function. */
function isCallOf(params: readonly any[], name: "mapRequestIdInfos" | "numUndeliveredRequests"): boolean {
  const abi = name === "mapRequestIdInfos" ? chain.marketplace.abi : chain.mech.abi;
  const item = getAbiItem({ abi: abi as Abi, name }) as AbiFunction;
  return String(params[0]?.data).startsWith(toFunctionSelector(item));
}

/** Takes the chain back to a snapshot and gives it other blocks. */
async function reorganise(id: `0x${string}`, blocks = 3): Promise<void> {
  await chain.clients.test.revert({ id });
  await chain.clients.test.mine({ blocks });
}

test("a request that vanishes is not delivered, and is delivered once when it comes back", async () => {
  const clock = leapingClock();
  await using agent = await scene.openAgent({}, { clock });
  const content = validation("x = 1\n", { tool: "python_code_execute" });
  const sent = await chain.clients.public.getTransactionCount({ address: chain.agent.address });
  const before = await chain.clients.test.snapshot();
  scene.service.reply(notNow);
  const [id] = await scene.ask([content]);
  await agent.reaches(id!, "fetched");
  await until(() => scene.service.asked.length > 0);
  await reorganise(before);
  scene.service.heal();
  await leapUntil(clock, async () => (await agent.entry(id!)).state === "vanished");
  expect(await chain.clients.public.getTransactionCount({ address: chain.agent.address })).toBe(sent);

  const [again] = await scene.ask([content]);
  expect(again).toBe(id);
  await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("a request that moves to another block is delivered once", async () => {
  await using agent = await scene.openAgent();
  const content = validation("x = 2\n", { tool: "python_code_execute" });
  const before = await chain.clients.test.snapshot();
  scene.service.reply(notNow);
  const [id] = await scene.ask([content]);
  await agent.reaches(id!, "fetched");
  await reorganise(before);
  await scene.ask([content]);
  scene.service.heal();
  scene.service.asked.length = 0;
  await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("a delivery that is reorganised away is repeated once", async () => {
  await using agent = await scene.openAgent({ CHAIN_CONFIRMATIONS: "5" });
  scene.service.reply(notNow);
  const [id] = await scene.ask([validation("x = 3\n", { tool: "python_code_execute" })]);
  await until(() => scene.service.asked.length > 0);
  const before = await chain.clients.test.snapshot();
  scene.service.heal();
  const { request: first } = await agent.reaches(id!, "delivered");
  await reorganise(before);
  await until(async () => (await countDeliveries(scene, id!)) === 1);
  const { request: second } = await agent.reaches(id!, "delivered");
  expect(second.digest).toBe(first.digest);
  await chain.clients.test.mine({ blocks: 5 });
  await agent.reaches(id!, "settled");
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("a delivery is settled at the configured depth, and not before", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, CHAIN_CONFIRMATIONS: "4" });
  const [id] = await scene.ask([validation("x = 4\n")]);
  await agent.reaches(id!, "delivered");
  await chain.clients.test.mine({ blocks: 2 });
  node.calls.length = 0;
  const looks = () => node.calls.filter(({ params }) => isCallOf(params, "mapRequestIdInfos")).length;
  await until(() => looks() >= 3);
  expect((await agent.entry(id!)).state).toBe("delivered");
  await chain.clients.test.mine({ blocks: 1 });
  await agent.reaches(id!, "settled");
});

test("a request is served at the configured depth, and not before", async () => {
  await using node = await startRpcProxy(chain.url);
  const [id] = await scene.ask([validation("x = 5\n")]);
  await chain.clients.test.mine({ blocks: 1 });
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, AGENT_CONFIRMATIONS: "3" });
  const passes = () => node.calls.filter(({ method }) => method === "eth_getLogs").length;
  await until(() => node.calls.some(({ params }) => isCallOf(params, "numUndeliveredRequests")));
  const before = passes();
  await until(() => passes() >= before + 2);
  await expect(agent.entry(id!)).rejects.toThrow(/no request/);
  await chain.clients.test.mine({ blocks: 1 });
  await agent.reaches(id!, "settled");
});

test("a request that another mech delivered is ours again when that delivery is reorganised away", async () => {
  const clock = leapingClock();
  const rival = await chain.createMech({ owner: chain.users[5]! });
  await using agent = await scene.openAgent({}, { clock });
  scene.service.reply(notNow);
  const [id] = await scene.ask([validation("x = 6\n", { tool: "python_code_execute" })], { timeoutS: 60n });
  await until(() => scene.service.asked.length > 0);
  await chain.clients.test.increaseTime({ seconds: 61 });
  await chain.clients.test.mine({ blocks: 1 });
  const before = await chain.clients.test.snapshot();
  await deliverWork({ clients: chain.clients, ...rival }, [id!], [`0x${"11".repeat(32)}`]);
  scene.service.heal();
  await leapUntil(clock, async () => (await agent.entry(id!)).state === "lost");
  await reorganise(before);
  await leapUntil(clock, async () => (await agent.entry(id!)).state === "settled", 30_000);
  const [, deliveryMech] = await chain.marketplace.read.mapRequestIdInfos([id!]);
  expect(deliveryMech).toBe(chain.mech.address);
  expect(await countDeliveries(scene, id!)).toBe(1);
});

test("a delivery that moves to another block is settled by its depth in that block", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, CHAIN_CONFIRMATIONS: "4" });
  scene.service.reply(notNow);
  const [id] = await scene.ask([validation("x = 7\n", { tool: "python_code_execute" })]);
  await until(() => scene.service.asked.length > 0);
  const before = await chain.clients.test.snapshot();
  scene.service.heal();
  const { request } = await agent.reaches(id!, "delivered");
  const raw = node.calls.find(({ method }) => method === "eth_sendRawTransaction")!.params[0] as Hex;
  node.meddle(() => ({ status: 503 }));
  await reorganise(before, 3);
  await chain.clients.public.sendRawTransaction({ serializedTransaction: raw });
  await chain.clients.test.mine({ blocks: 1 });
  node.heal();
  node.calls.length = 0;
  const looks = () => node.calls.filter(({ params }) => isCallOf(params, "mapRequestIdInfos")).length;
  await until(() => looks() >= 3);
  const moved = await agent.entry(id!);
  expect(moved.state).toBe("delivered");
  expect(moved.request.delivery).toMatchObject({
    tx: request.delivery!.tx,
    block: String(BigInt(request.delivery!.block) + 3n),
  });
  await chain.clients.test.mine({ blocks: 2 });
  await agent.reaches(id!, "settled");
});

test("a node that does not know the delivery yet does not cause a second delivery", async () => {
  await using node = await startRpcProxy(chain.url);
  await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url, CHAIN_CONFIRMATIONS: "3" });
  const sent = await chain.clients.public.getTransactionCount({ address: chain.agent.address });
  scene.service.reply(notNow);
  const [id] = await scene.ask([validation("x = 8\n", { tool: "python_code_execute" })]);
  await until(() => scene.service.asked.length > 0);
  const abi = chain.marketplace.abi;
  const data = encodeFunctionData({ abi, functionName: "mapRequestIdInfos", args: [id!] });
  const { data: stale } = await chain.clients.public.call({ to: chain.marketplace.address, data });
  scene.service.heal();
  await agent.reaches(id!, "delivered");
  let lags = 2;
  node.meddle(({ params }) =>
    isCallOf(params, "mapRequestIdInfos") && (lags -= 1) >= 0 ? { result: stale } : undefined,
  );
  await until(() => lags < 0);
  await chain.clients.test.mine({ blocks: 3 });
  const { request } = await agent.reaches(id!, "settled");
  expect(request.delivery).toBeDefined();
  expect(await chain.clients.public.getTransactionCount({ address: chain.agent.address })).toBe(sent + 1);
});
