import { encodeFunctionData } from "viem";
import { askChain, reasonOf, revertOf } from "../../parts/chain/chain-fault.ts";
import type { HeldRequest } from "../journal/journal.ts";
import { mechAbi } from "../marketplace/abi.ts";
import { readRate, type Mech } from "../marketplace/market.ts";
import type { OperatorCall } from "../marketplace/operator-call.ts";
import { describeAmount } from "../marketplace/payment.ts";
import type { AgentParts } from "../parts.ts";
import { postpone } from "./postpone.ts";

export function deliveryCall({ address }: Mech, batch: readonly HeldRequest[]): OperatorCall {
  const args = deliveryArguments(batch);
  const data = encodeFunctionData({ abi: mechAbi, functionName: "deliverToMarketplace", args });
  return { to: address, data };
}

function deliveryArguments(batch: readonly HeldRequest[]) {
  return [batch.map(({ id }) => id), batch.map(({ request }) => request.digest!)] as const;
}

/** The requests that the marketplace would accept now. Simulates the batch; if it fails, each half, to find the cause. */
export async function screen(
  parts: AgentParts,
  mech: Mech,
  batch: readonly HeldRequest[],
): Promise<readonly HeldRequest[]> {
  try {
    const taken = await simulate(parts, mech, batch);
    const refused = batch.filter((_, n) => !taken[n]);
    for (const held of refused) await explainRefusal(parts, mech, held);
    return batch.filter((_, n) => taken[n]);
  } catch (error) {
    const why = revertOf(error);
    if (batch.length === 1 || why === undefined) {
      for (const held of batch)
        await postpone(parts, held, `The delivery would fail: ${why ?? reasonOf(error)}`);
      return [];
    }
    const half = Math.ceil(batch.length / 2);
    const first = await screen(parts, mech, batch.slice(0, half));
    return [...first, ...(await screen(parts, mech, batch.slice(half)))];
  }
}

async function simulate(
  { market }: AgentParts,
  mech: Mech,
  batch: readonly HeldRequest[],
): Promise<readonly boolean[]> {
  const { result } = await askChain(
    market.client.simulateContract({
      account: mech.operator,
      address: mech.address,
      abi: mechAbi,
      functionName: "deliverToMarketplace",
      args: deliveryArguments(batch),
    }),
  );
  return result;
}

/** A refused delivery gives no reason: its transaction succeeds and emits an event. */
async function explainRefusal(parts: AgentParts, mech: Mech, held: HeldRequest): Promise<void> {
  const rateWei = await readRate(parts.market, mech);
  if (rateWei > BigInt(held.request.rateWei)) {
    const [rate, paid] = [rateWei, BigInt(held.request.rateWei)].map((amount) =>
      describeAmount(mech, amount),
    );
    const problem = `The mech's rate, ${rate}, is above the ${paid} that were paid: lower it with changeMaxDeliveryRate.`;
    parts.log.error("the mech's rate is too high to deliver", { requestId: held.id, mech: mech.address });
    await postpone(parts, held, problem);
  } else await postpone(parts, held, "The marketplace would refuse the delivery now.");
}
