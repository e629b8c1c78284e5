import { toFunctionSelector, type Hex } from "viem";
import { expect, test } from "vitest";
import { deliverWork } from "../../scripts/chain/actions.ts";
import { passTime } from "../support/local-chain.ts";
import { startRpcProxy } from "../support/rpc-proxy.ts";
import { findRequests } from "../../agent/marketplace/find-requests.ts";
import { leapingClock, leapUntil } from "./leaping-clock.ts";
import { placeRequest } from "./placed-request.ts";
import { useScene, validation } from "./scene.ts";

const scene = useScene();
const { chain } = scene;
const listing = toFunctionSelector("function numUndeliveredRequests()");

test("a request that another mech delivered stays in the mech's list and is looked up once, with any number of mechs", async () => {
  const [rival, second] = [
    await chain.createMech({ owner: chain.users[5]! }),
    await chain.createMech({ owner: chain.agent }),
  ];
  const [id] = await scene.ask([validation("x = 1\n")], { timeoutS: 60n });
  await passTime(chain, 61);
  await deliverWork({ clients: chain.clients, ...rival }, [id!], [`0x${"11".repeat(32)}`]);
  expect(await chain.mech.read.getUndeliveredRequestIds([1n, 0n])).toEqual([id]);

  const clock = leapingClock();
  await using node = await startRpcProxy(chain.url);
  const MECH = [chain.mech, second.mech].map(({ address }) => `${address}=python_code_validator`).join(",");
  // Its event is older than the start block, so only the list names it.
  const AGENT_START_BLOCK = String((await chain.clients.public.getBlockNumber()) + 1n);
  await using agent = await scene.openAgent({ MECH, AGENT_START_BLOCK, CHAIN_RPC_URL: node.url }, { clock });
  const callsWith = (part: string): number =>
    node.calls.filter(({ method, params }) => method === "eth_call" && params[0].data.includes(part)).length;
  // Each sweep reads the lists of both mechs.
  await leapUntil(clock, async () => callsWith(listing) >= 8, 60_000);
  expect(callsWith((id as Hex).slice(2))).toBe(1);
  await expect(agent.entry(id!)).rejects.toThrow(/no request/);
});

test("a listed request is looked up unless the journal has it or it is not deep enough", async () => {
  await using node = await startRpcProxy(chain.url);
  await using parts = await scene.openParts({ CHAIN_RPC_URL: node.url });
  const ids = await scene.ask(["a\n", "b\n", "c\n"].map((code) => validation(code)));
  const find = async (confirmations: number): Promise<readonly Hex[]> => {
    const config = { ...parts.config, AGENT_CONFIRMATIONS: confirmations };
    const found = findRequests({ ...parts, config }, parts.market.mechs[0]!, new Set());
    return (await Array.fromAsync(found)).map(({ id }) => id);
  };
  expect(await find(2)).toEqual([]);
  await chain.clients.test.mine({ blocks: 1 });
  node.calls.length = 0;
  expect((await find(2)).toSorted()).toEqual(ids.toSorted());
  expect(node.calls.filter(({ method }) => method === "eth_getLogs")).toHaveLength(1);
  await placeRequest(parts, { id: ids[0]!, state: "published" });
  // One that was taken away by a reorganisation comes back.
  await placeRequest(parts, { id: ids[1]!, state: "vanished" });
  expect((await find(2)).toSorted()).toEqual([ids[1]!, ids[2]!].toSorted());
});
