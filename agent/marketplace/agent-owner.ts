import { parseAbi, type Address, type PublicClient } from "viem";
import { Fault } from "../../parts/faults.ts";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import { isOutOfReach } from "../../parts/chain/read-logs.ts";

const abi = parseAbi([
  "function ownerOf(uint256 agentId) view returns (address)",
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
]);
const [, transfer] = abi;
const maxSpan = 5000n;

/** A log's place on the chain. */
export type LogPlace = Readonly<{ block: bigint; logIndex: number }>;
type AgentToken = Readonly<{ identity: Address; agentId: bigint }>;

/**
 * The owner of an agent when a log was written; undefined where there is no such agent. Agents can be transferred to
 * anybody, so the current owner proves nothing: the sender of the first transfer since then was the owner.
 */
export async function ownerAt(
  client: PublicClient,
  agent: AgentToken,
  place: LogPlace,
): Promise<Address | undefined> {
  const head = await askChain(client.getBlockNumber({ cacheTime: 0 }));
  for (let from = place.block, span = maxSpan; from <= head;) {
    const to = from + span - 1n < head ? from + span - 1n : head;
    const logs = await readTransfers(client, agent, { from, to });
    if (logs !== "refused") {
      const next = logs.find(({ block, logIndex }) => block > place.block || logIndex > place.logIndex);
      if (next) return next.owner;
      from = to + 1n;
    } else if (span > 1n) span /= 2n;
    else throw new Fault("chain_unavailable", { message: `Logs of block ${from} are refused.` });
  }
  return readOwner(client, agent, head);
}

async function readTransfers(
  client: PublicClient,
  { identity, agentId }: AgentToken,
  { from, to }: { from: bigint; to: bigint },
): Promise<readonly (LogPlace & Readonly<{ owner: Address }>)[] | "refused"> {
  const query = { address: identity, event: transfer, args: { tokenId: agentId }, strict: true } as const;
  try {
    const logs = await client.getLogs({ ...query, fromBlock: from, toBlock: to });
    return logs.map(({ blockNumber, logIndex, args }) => ({
      block: blockNumber,
      logIndex,
      owner: args.from,
    }));
  } catch (error) {
    if (!isOutOfReach(error)) return "refused";
    return askChain(Promise.reject(error as Error));
  }
}

async function readOwner(
  client: PublicClient,
  { identity, agentId }: AgentToken,
  blockNumber: bigint,
): Promise<Address | undefined> {
  const call = { address: identity, abi, functionName: "ownerOf", args: [agentId], blockNumber } as const;
  return askChain(client.readContract(call)).catch((error: unknown) => {
    if (revertOf(error) !== undefined) return undefined;
    throw error;
  });
}
