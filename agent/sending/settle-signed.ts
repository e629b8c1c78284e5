import { encodeFunctionData, type Address, type Hex, type TransactionReceipt } from "viem";
import { askChain, reasonOf } from "../../service/parts/chain/chain-fault.ts";
import { toHeld, writeOutcome, type Held } from "../journal.ts";
import { marketplaceAbi, mechAbi } from "../marketplace/abi.ts";
import { readInfo, standingOf, type Mech } from "../marketplace/market.ts";
import { byOperator, type OperatorCall } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import type { AgentParts } from "../parts.ts";
import { postpone } from "./postpone.ts";

/** Brings signed requests of one requester on chain; false where nobody's can go. */
export async function settleSigned(parts: AgentParts, mech: Mech, ready: readonly Held[]): Promise<boolean> {
  const groups = [...Map.groupBy(ready, ({ request }) => request.requester).values()];
  for (const [n, group] of groups.entries()) {
    if (!(await settleOf(parts, mech, group))) continue;
    // The others wait for the transaction that is now under way.
    for (const held of groups.slice(n + 1).flat())
      await writeOutcome(parts, held, { state: "published", request: held.request });
    return true;
  }
  return false;
}

/** Settles one requester's, in the order of their nonces without a gap. */
async function settleOf(parts: AgentParts, mech: Mech, mine: readonly Held[]): Promise<boolean> {
  let batch = mine;
  try {
    const next = await readNonce(parts, mine[0]!.request.requester);
    batch = mine
      .toSorted((a, b) => (nonceOf(a) < nonceOf(b) ? -1 : 1))
      .filter((held) => nonceOf(held) >= next)
      .filter((held, n) => nonceOf(held) === next + BigInt(n));
    for (const held of mine.filter((other) => !batch.includes(other))) await setAside(parts, held, next);
    if (batch.length === 0) return false;
    await simulate(parts, mech, batch);
    const call = byOperator(mech, toCall(mech, batch), parts.account.address);
    const ids = batch.map(({ id }) => id);
    await beginTransaction(parts, { kind: "settle signed", mech: mech.address, ids }, call);
    return true;
  } catch (error) {
    const problem = `The signed request cannot be settled: ${reasonOf(error)}`;
    for (const held of batch) await postpone(parts, held, problem);
    return false;
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

/** Waits for the requests before it; one whose nonce went to something else can never be settled. */
async function setAside(parts: AgentParts, held: Held, next: bigint): Promise<void> {
  if (nonceOf(held) < next) {
    const problem = "The requester has used this nonce for something else.";
    await writeOutcome(parts, held, { state: "refused", request: { ...held.request, problem } });
  } else await postpone(parts, held, "A signed request with an earlier nonce comes first.");
}

/** A Safe hides why the call inside it fails; asked directly, the marketplace says. */
async function simulate({ market }: AgentParts, mech: Mech, batch: readonly Held[]): Promise<void> {
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

function nonceOf({ request }: Held): bigint {
  return BigInt(request.signed!.nonce);
}

function toCall({ address }: Mech, batch: readonly Held[]): OperatorCall {
  const args = settlementArguments(batch);
  const data = encodeFunctionData({ abi: mechAbi, functionName: "deliverMarketplaceWithSignatures", args });
  return { to: address, data };
}

function settlementArguments(batch: readonly Held[]) {
  const deliveries = batch.map(({ request }) => ({
    requestData: request.data,
    signature: request.signed!.signature,
    deliveryData: request.digest!,
  }));
  const rates = batch.map(({ request }) => BigInt(request.rateWei));
  return [batch[0]!.request.requester, deliveries, rates, "0x"] as const;
}

/** Writes down which signed requests are now on chain, by the marketplace's own word. */
export async function concludeSigned(
  parts: AgentParts,
  { mech, ids }: { mech: Address; ids: readonly Hex[] },
  receipt: TransactionReceipt,
): Promise<void> {
  for (const id of ids) {
    const entry = await parts.store.readEntry(parts.market.book, id);
    if (entry?.state !== "published") continue;
    const held = toHeld(entry);
    if (standingOf(await readInfo(parts.market, id), mech) !== "ours") {
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
