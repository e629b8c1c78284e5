import { reasonOf } from "../../service/parts/chain/chain-fault.ts";
import { isAddressEqual, parseEventLogs, type Address, type Hex, type TransactionReceipt } from "viem";
import { takeDue, toHeld, writeOutcome, type Held } from "../journal.ts";
import { mechEvents } from "../marketplace/abi.ts";
import type { Mech } from "../marketplace/market.ts";
import { byOperator } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import type { AgentParts } from "../parts.ts";
import { whenDeliverable } from "./deliverable.ts";
import { postpone } from "./postpone.ts";
import { deliveryCall, screen } from "./screen.ts";
import { settleSigned } from "./settle-signed.ts";

/** Sends a transaction that delivers what is ready, if anything is. */
export async function deliverNext(parts: AgentParts): Promise<"sent" | "nothing to do"> {
  const taken = await takeDue(parts, { states: ["published"], limit: parts.config.AGENT_BATCH });
  const ready = (await Promise.all(taken.map(async (held) => whenDeliverable(parts, held)))).flat();
  for (const mech of parts.market.mechs) {
    const mine = ready.filter(({ request }) => request.mech === mech.address);
    const signed = mine.filter(({ request }) => request.signed);
    const onChain = mine.filter(({ request }) => !request.signed);
    if (onChain.length > 0 && (await deliverBatch(parts, mech, onChain))) {
      await letGo(
        parts,
        ready.filter((held) => !onChain.includes(held)),
      );
      return "sent";
    }
    if (signed.length > 0 && (await settleSigned(parts, mech, signed))) {
      await letGo(
        parts,
        ready.filter((held) => !signed.includes(held)),
      );
      return "sent";
    }
  }
  return "nothing to do";
}

/** The others wait for the transaction that is now under way. */
async function letGo(parts: AgentParts, others: readonly Held[]): Promise<void> {
  for (const held of others) await writeOutcome(parts, held, { state: "published", request: held.request });
}

/** Sends one delivery of all that the marketplace would take; false where it would take none. */
async function deliverBatch(parts: AgentParts, mech: Mech, batch: readonly Held[]): Promise<boolean> {
  const accepted = await screen(parts, mech, batch);
  if (accepted.length === 0) return false;
  const ids = accepted.map(({ id }) => id);
  const call = byOperator(mech, deliveryCall(mech, accepted), parts.account.address);
  try {
    await beginTransaction(parts, { kind: "deliver", mech: mech.address, ids }, call);
    return true;
  } catch (error) {
    const problem = reasonOf(error);
    for (const held of accepted) await postpone(parts, held, problem);
    return false;
  }
}

/** Writes down what a mined delivery did. The mech's event is the only proof; a refusal is silent. */
export async function concludeDelivery(
  parts: AgentParts,
  { mech, ids }: { mech: Address; ids: readonly Hex[] },
  receipt: TransactionReceipt,
): Promise<void> {
  const events = parseEventLogs({ abi: mechEvents, eventName: "Deliver", logs: receipt.logs });
  const rates = new Map(
    events
      .filter(({ address }) => isAddressEqual(address, mech))
      .map(({ args }) => [args.requestId, args.deliveryRate]),
  );
  for (const id of ids) {
    const entry = await parts.store.readEntry(parts.market.book, id);
    if (entry?.state !== "published") continue;
    const held = toHeld(entry);
    const rateWei = rates.get(id);
    if (rateWei === undefined) {
      const problem =
        receipt.status === "reverted"
          ? "The delivery was reverted."
          : "The marketplace refused the delivery.";
      await postpone(parts, held, problem);
      continue;
    }
    const delivery = {
      tx: receipt.transactionHash,
      block: String(receipt.blockNumber),
      rateWei: String(rateWei),
      gas: String(receipt.gasUsed / BigInt(rates.size)),
      batch: rates.size,
    };
    await writeOutcome(parts, held, { state: "delivered", request: { ...held.request, delivery } });
    parts.log.info("delivered", { requestId: id, tx: delivery.tx, cid: held.request.verdictCid });
  }
}
