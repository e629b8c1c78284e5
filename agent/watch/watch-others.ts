import { isAddressEqual, parseAbi, parseEventLogs, type Address, type Hex, type Log as ChainLog } from "viem";
import { askChain } from "../../parts/chain/chain-fault.ts";
import { scanLogs } from "../../parts/chain/scan-logs.ts";
import { mechEvents } from "../marketplace/abi.ts";
import { readRate, standingOf, type Mech } from "../marketplace/market.ts";
import type { RequestInfo } from "../marketplace/request-info.ts";
import type { AgentParts } from "../parts.ts";
import { addEntry, seenRequestsIn, toRequest } from "../marketplace/journal-entry.ts";
import type { Wake } from "../state/wake.ts";

/** Of both generations. We read only the priority mech from them: the request's data is in that mech's own event. */
const marketplaceRequest = parseAbi([
  "event MarketplaceRequest(address indexed priorityMech, address indexed requester, uint256 numRequests, bytes32[] requestIds, bytes[] requestDatas)",
  "event MarketplaceRequest(address indexed priorityMech, address indexed requester, uint256 numRequests, bytes32[] requestIds)",
]);

/**
 * Records requests to other mechs, due when their deadline is over: until then only the priority mech may deliver. Skips
 * requests that would not pay us enough.
 */
export async function watchOthers(
  parts: AgentParts,
  { startBlock, wake }: { startBlock: bigint; wake: Wake },
): Promise<void> {
  const { market, store, config, stopping } = parts;
  await scanLogs(
    { client: market.client, store, signal: stopping },
    {
      name: `cursor:${market.book}:others`,
      address: market.address,
      events: marketplaceRequest,
      startBlock,
      confirmations: config.AGENT_CONFIRMATIONS,
      onLogs: async (logs) => {
        for (const asked of othersRequestsIn(parts, logs)) await recordStepIn(parts, asked, wake);
      },
    },
  );
}

type OthersRequest = Readonly<{ id: Hex; priorityMech: Address; block: bigint; tx: Hex }>;

function othersRequestsIn({ market }: AgentParts, logs: readonly ChainLog[]): readonly OthersRequest[] {
  return parseEventLogs({ abi: marketplaceRequest, logs: [...logs] })
    .filter(({ args }) => !market.mechs.some(({ address }) => isAddressEqual(address, args.priorityMech)))
    .flatMap(({ args, blockNumber, transactionHash }) =>
      args.requestIds.map((id) => ({
        id,
        priorityMech: args.priorityMech,
        block: blockNumber!,
        tx: transactionHash!,
      })),
    );
}

async function recordStepIn(parts: AgentParts, { id, ...asked }: OthersRequest, wake: Wake): Promise<void> {
  const { market, store, clock } = parts;
  if (await store.readEntry(market.book, id)) return;
  const info = await market.infoOf(id);
  if (standingOf(info, asked.priorityMech) !== "open") return;
  const mech = await mechFor(parts, info);
  const data = mech && (await dataOf(parts, id, asked));
  if (!mech || data === undefined) return;
  const request = toRequest(mech, { data, ...asked }, { info, origin: "step-in", nowMs: clock.now() });
  await addEntry(parts, { id, request, dueAtMs: (info.deadlineS + 1) * 1000 });
  wake.wake();
}

/** A mech of ours with the same payment type and a rate that the payment covers. */
async function mechFor(
  { market }: AgentParts,
  { paymentType, rateWei }: RequestInfo,
): Promise<Mech | undefined> {
  for (const mech of market.mechs) {
    if (mech.paymentType === paymentType && (await readRate(market, mech)) <= rateWei) return mech;
  }
  return undefined;
}

async function dataOf(
  { market }: AgentParts,
  id: Hex,
  { priorityMech, block }: Omit<OthersRequest, "id">,
): Promise<Hex | undefined> {
  const page = { address: priorityMech, events: mechEvents, fromBlock: block, toBlock: block };
  const inBlock = seenRequestsIn(await askChain(market.client.getLogs(page)));
  return inBlock.find((seen) => seen.id === id)?.data;
}
