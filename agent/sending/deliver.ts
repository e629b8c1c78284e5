import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { isAddressEqual, parseEventLogs, type Address, type Hex, type TransactionReceipt } from "viem";
import { Fault } from "../../parts/faults.ts";
import { takeDue, toHeld, writeOutcome, type HeldRequest } from "../journal/journal.ts";
import { mechEvents } from "../marketplace/abi.ts";
import type { Mech } from "../marketplace/market.ts";
import { byOperator } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import { idsUnderWay, maxPending, type Outbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import { letGo } from "./let-go.ts";
import { onlyDeliverable } from "./deliverable.ts";
import { postpone } from "./postpone.ts";
import { deliveryCall, screen } from "./screen.ts";
import { respondAll } from "./respond.ts";
import { settleSigned } from "./settle-signed.ts";

/** Delivers the requests that are ready, in up to `maxPending` transactions. */
export async function deliverNext(parts: AgentParts, outbox: Outbox): Promise<Outbox> {
  const { market } = parts;
  const limit = parts.config.AGENT_BATCH * maxPending;
  const taken = await takeDue(parts, { states: ["published"], limit });
  const underWay = idsUnderWay(outbox);
  // A transaction may wait for longer than its requests are held: skip those that are in one already.
  const free = taken.filter(({ id }) => !underWay.has(id));
  const isValidation = ({ request }: HeldRequest): boolean => request.validation !== undefined;
  const requests = free.filter((held) => !isValidation(held));
  const ready = (await Promise.all(requests.map(async (held) => onlyDeliverable(parts, held)))).flat();
  let sent = outbox;
  for (const mech of market.mechs) {
    const mine = ready.filter(({ request }) => request.mech === mech.address);
    const [signed = [], onChain = []] = [true, false].map((isSigned) =>
      mine.filter(({ request }) => (request.signed !== undefined) === isSigned),
    );
    sent = await deliverAll(parts, sent, { mech, batch: onChain });
    sent = await settleSigned(parts, sent, { mech, ready: signed });
  }
  // Validations are not paid for, so they come last.
  return respondAll(parts, sent, free.filter(isValidation));
}

/** Delivers every request that the marketplace would accept: in one transaction, or in halves where that is too large. */
async function deliverAll(
  parts: AgentParts,
  outbox: Outbox,
  { mech, batch }: { mech: Mech; batch: readonly HeldRequest[] },
): Promise<Outbox> {
  if (batch.length === 0) return outbox;
  let rest = await screen(parts, mech, batch);
  let sent = outbox;
  for (let size = parts.config.AGENT_BATCH; rest.length > 0;) {
    if (sent.pending.length >= maxPending) break;
    const part = rest.slice(0, size);
    const outcome = await deliverBatch(parts, sent, { mech, batch: part });
    if (outcome === "too large") size = Math.ceil(part.length / 2);
    else {
      sent = outcome;
      rest = rest.slice(part.length);
    }
  }
  await letGo(parts, rest);
  return sent;
}

async function deliverBatch(
  parts: AgentParts,
  outbox: Outbox,
  { mech, batch }: { mech: Mech; batch: readonly HeldRequest[] },
): Promise<Outbox | "too large"> {
  const ids = batch.map(({ id }) => id);
  const call = byOperator(mech, deliveryCall(mech, batch), parts.account.address);
  try {
    const purpose = { kind: "deliver", mech: mech.address, ids } as const;
    return await beginTransaction(parts, outbox, { purpose, call });
  } catch (error) {
    if (error instanceof Fault && error.code === "too_large" && batch.length > 1) return "too large";
    const problem = reasonOf(error);
    for (const held of batch) await postpone(parts, held, problem);
    // If another process wrote the outbox, anything else sent with this copy of it would fail as well.
    return outbox;
  }
}

/** Records the result of a mined delivery. The mech's event is the only proof: a refused delivery does not revert. */
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
  await Promise.all(
    ids.map(async (id) => concludeOne(parts, id, { receipt, rateWei: rates.get(id), batch: rates.size })),
  );
}

async function concludeOne(
  parts: AgentParts,
  id: Hex,
  { receipt, rateWei, batch }: { receipt: TransactionReceipt; rateWei: bigint | undefined; batch: number },
): Promise<void> {
  const entry = await parts.store.readEntry(parts.market.book, id);
  if (entry?.state !== "published") return;
  const held = toHeld(entry);
  if (rateWei === undefined) {
    const isReverted = receipt.status === "reverted";
    const problem = isReverted ? "The delivery was reverted." : "The marketplace refused the delivery.";
    return postpone(parts, held, problem);
  }
  const delivery = {
    tx: receipt.transactionHash,
    block: String(receipt.blockNumber),
    rateWei: String(rateWei),
    gas: String(receipt.gasUsed / BigInt(batch)),
    batch,
  };
  await writeOutcome(parts, held, { state: "delivered", request: { ...held.request, delivery } });
  parts.log.info("delivered", { requestId: id, tx: delivery.tx, cid: held.request.verdictCid });
}
