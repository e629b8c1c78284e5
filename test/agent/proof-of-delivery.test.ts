import {
  encodeAbiParameters,
  encodeEventTopics,
  type Address,
  type Hex,
  type TransactionReceipt,
} from "viem";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { mechEvents } from "../../agent/marketplace/abi.ts";
import { concludeDelivery } from "../../agent/sending/deliver.ts";
import { startRpcProxy, type RpcProxy } from "../support/rpc-proxy.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
let node: RpcProxy;
beforeAll(async () => {
  node = await startRpcProxy(chain.url);
  return async () => node[Symbol.asyncDispose]();
});
afterEach(() => node.heal());

/** The receipt of a mined transaction in which this contract says that our mech delivered this request. */
async function receiptOf(emitter: Address, id: Hex): Promise<TransactionReceipt> {
  const hash = await chain.clients.wallet.sendTransaction({
    account: chain.users[3]!,
    to: emitter,
    chain: null,
  });
  const receipt = await chain.clients.public.waitForTransactionReceipt({ hash });
  const args = { mech: chain.mech.address, mechServiceMultisig: chain.operator };
  const data = encodeAbiParameters(
    [{ type: "bytes32" }, { type: "uint256" }, { type: "bytes" }],
    [id, 10n ** 16n, `0x${"12".repeat(32)}`],
  );
  const { blockHash, blockNumber, transactionHash, transactionIndex } = receipt;
  const log = {
    address: emitter,
    topics: encodeEventTopics({ abi: mechEvents, eventName: "Deliver", args }) as [Hex, ...Hex[]],
    data,
    blockHash,
    blockNumber,
    transactionHash,
    transactionIndex,
    logIndex: 0,
    removed: false,
  };
  return { ...receipt, logs: [log] };
}

describe("a delivery", () => {
  test.each([
    [
      "is not proven by the event of another contract that names our mech and our request",
      () => chain.users[8]!.address,
      "published",
    ],
    ["is proven by the event of our own mech", () => chain.mech.address, "delivered"],
  ] as const)("%s", async (_, emitter, state) => {
    await using agent = await scene.openAgent({ CHAIN_RPC_URL: node.url });
    // The agent sends nothing, so nothing else can have delivered it.
    node.meddle(({ method }) => (method === "eth_estimateGas" ? { status: 503 } : undefined));
    const [id] = await scene.ask([validation("x = 1\n")]);
    await agent.reaches(id!, "published");
    const ours = { mech: chain.mech.address, ids: [id!] };
    const settled = async (): Promise<string> => {
      await concludeDelivery(agent.parts, ours, await receiptOf(emitter(), id!));
      const { state: now } = await agent.entry(id!);
      return now;
    };
    await expect.poll(settled, { timeout: 20_000 }).toBe(state);
  });
});
