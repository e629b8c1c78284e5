import { encodeFunctionData, type Address, type Hex, type TransactionReceipt } from "viem";
import { askChain, reasonOf } from "../../parts/chain/chain-fault.ts";
import { toHeld, writeOutcome, type HeldRequest } from "../journal/journal.ts";
import { marketplaceAbi, mechAbi } from "../marketplace/abi.ts";
import { standingOf, type Mech } from "../marketplace/market.ts";
import { byOperator, type OperatorCall } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import { maxPending, type Outbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import { letGo } from "./let-go.ts";
import { postpone } from "./postpone.ts";

/** Requests that wait for a settlement under way are due again after this long. */
const settlingMs = 1000;

/** Settles signed requests on chain, one requester at a time: the next can be simulated only when that is mined. */
export async function settleSigned(
  parts: AgentParts,
  outbox: Outbox,
  { mech, ready }: { mech: Mech; ready: readonly HeldRequest[] },
): Promise<Outbox> {
  const groups = [...Map.groupBy(ready, ({ request }) => request.requester).values()];
  for (const [n, group] of groups.entries()) {
    const isFree =
      outbox.pending.length < maxPending &&
      outbox.pending.every(({ purpose }) => purpose.kind !== "settle signed");
    const sent = isFree ? await settleOf(parts, outbox, { mech, mine: group }) : outbox;
    if (isFree && sent === outbox) continue;
    await letGo(parts, groups.slice(isFree ? n + 1 : n).flat(), settlingMs);
    return sent;
  }
  return outbox;
}

/** Settles one requester's requests, in the order of their nonces, up to the first gap. */
async function settleOf(
  parts: AgentParts,
  outbox: Outbox,
  { mech, mine }: { mech: Mech; mine: readonly HeldRequest[] },
): Promise<Outbox> {
  let batch = mine;
  try {
    const next = await readNonce(parts, mine[0]!.request.requester);
    batch = mine
      .toSorted((a, b) => (nonceOf(a) < nonceOf(b) ? -1 : 1))
      .filter((held) => nonceOf(held) >= next)
      .filter((held, n) => nonceOf(held) === next + BigInt(n));
    for (const held of mine.filter((other) => !batch.includes(other))) await setAside(parts, held, next);
    if (batch.length === 0) return outbox;
    await simulate(parts, mech, batch);
    const call = byOperator(mech, toCall(mech, batch), parts.account.address);
    const ids = batch.map(({ id }) => id);
    const purpose = { kind: "settle signed", mech: mech.address, ids } as const;
    return await beginTransaction(parts, outbox, { purpose, call });
  } catch (error) {
    const problem = `The signed request cannot be settled: ${reasonOf(error)}`;
    for (const held of batch) await postpone(parts, held, problem);
    return outbox;
  }
}

async function readNonce({ market }: AgentParts, requester: Address): Promise<bigint> {
  return askChain(
    market.client.readContract({
      address: market.address,
      abi: marketplaceAbi,
      functionName: "mapNonces",
      args: [requester],
    }),
  );
}

/** Postpones a request that comes after a gap; ends one whose nonce is used, since it can never be settled. */
async function setAside(parts: AgentParts, held: HeldRequest, next: bigint): Promise<void> {
  if (nonceOf(held) < next) {
    const problem = "The requester has used this nonce for something else.";
    await writeOutcome(parts, held, { state: "refused", request: { ...held.request, problem } });
  } else await postpone(parts, held, "A signed request with an earlier nonce comes first.");
}

/** A Safe hides why its inner call fails; calling the marketplace directly shows the reason. */
async function simulate({ market }: AgentParts, mech: Mech, batch: readonly HeldRequest[]): Promise<void> {
  await askChain(
    market.client.simulateContract({
      account: mech.operator,
      address: mech.address,
      abi: mechAbi,
      functionName: "deliverMarketplaceWithSignatures",
      args: settlementArguments(batch),
    }),
  );
}

function nonceOf({ request }: HeldRequest): bigint {
  return BigInt(request.signed!.nonce);
}

function toCall({ address }: Mech, batch: readonly HeldRequest[]): OperatorCall {
  const args = settlementArguments(batch);
  const data = encodeFunctionData({ abi: mechAbi, functionName: "deliverMarketplaceWithSignatures", args });
  return { to: address, data };
}

function settlementArguments(batch: readonly HeldRequest[]) {
  const deliveries = batch.map(({ request }) => ({
    requestData: request.data,
    signature: request.signed!.signature,
    deliveryData: request.digest!,
  }));
  const rates = batch.map(({ request }) => BigInt(request.rateWei));
  return [batch[0]!.request.requester, deliveries, rates, "0x"] as const;
}

/** Records which signed requests are now on chain, as the marketplace reports. */
export async function concludeSigned(
  parts: AgentParts,
  { mech, ids }: { mech: Address; ids: readonly Hex[] },
  receipt: TransactionReceipt,
): Promise<void> {
  for (const id of ids) {
    const entry = await parts.store.readEntry(parts.market.book, id);
    if (entry?.state !== "published") continue;
    const held = toHeld(entry);
    if (standingOf(await parts.market.infoOf(id), mech) !== "ours") {
      await postpone(parts, held, "The settlement was not accepted.");
      continue;
    }
    const delivery = {
      tx: receipt.transactionHash,
      block: String(receipt.blockNumber),
      rateWei: held.request.rateWei,
      gas: String(receipt.gasUsed / BigInt(ids.length)),
      batch: ids.length,
    };
    await writeOutcome(parts, held, { state: "delivered", request: { ...held.request, delivery } });
  }
}
