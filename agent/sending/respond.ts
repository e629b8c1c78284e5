import { isAddressEqual, parseEventLogs, type Hex, type TransactionReceipt } from "viem";
import { reasonOf } from "../../parts/chain/chain-fault.ts";
import { answerIdOf, type MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import { toHeld, writeOutcome, type HeldRequest } from "../journal/journal.ts";
import { byOperator } from "../marketplace/operator-call.ts";
import { beginTransaction } from "../marketplace/transaction.ts";
import { readValidationStatus, responseCall, validationEvents } from "../marketplace/validation-registry.ts";
import { maxPending, type Outbox } from "../journal/outbox.ts";
import type { AgentParts } from "../parts.ts";
import { responseHashOf } from "../validation/response.ts";
import { findValidator } from "../marketplace/validators.ts";
import { checksUntilVanished } from "./deliverable.ts";
import { letGo } from "./let-go.ts";
import { postpone } from "./postpone.ts";

/** Answers validations that are ready, one transaction each, up to `maxPending`. */
export async function respondAll(
  parts: AgentParts,
  outbox: Outbox,
  ready: readonly HeldRequest[],
): Promise<Outbox> {
  let sent = outbox;
  for (const [n, held] of ready.entries()) {
    if (sent.pending.length >= maxPending) {
      await letGo(parts, ready.slice(n));
      break;
    }
    try {
      sent = await respond(parts, sent, held);
    } catch (error) {
      await postpone(parts, held, `The response cannot be sent: ${reasonOf(error)}`);
    }
  }
  return sent;
}

/** Sends the response unless the registry has one: so a lost journal does not make us answer twice. */
async function respond(parts: AgentParts, outbox: Outbox, held: HeldRequest): Promise<Outbox> {
  const { id, request } = held;
  const status = await readValidationStatus(parts.market.client, request.validation!);
  const validator = findValidator(parts, request.mech);
  if (!status || !validator) {
    if (request.attempts < checksUntilVanished)
      await postpone(parts, held, "The registry does not know the request.");
    else await writeOutcome(parts, held, { state: "vanished", request });
    return outbox;
  }
  if (status.responseHash !== undefined) {
    const state = status.responseHash === responseHashOf(request) ? "delivered" : "lost";
    await writeOutcome(parts, held, { state, request });
    return outbox;
  }
  const call = byOperator(validator, toCall(held), parts.account.address);
  return beginTransaction(parts, outbox, { purpose: { kind: "respond", ids: [id] }, call });
}

function toCall({ id, request }: HeldRequest) {
  const { registry, hash, response } = request.validation!;
  return responseCall(registry, {
    hash,
    response: response!,
    responseUri: `ipfs://${request.verdictCid!}/${answerIdOf(id, request)}`,
    responseHash: responseHashOf(request),
    tag: request.tool!,
  });
}

/** Records the result of a mined response. The registry's event is the proof. */
export async function concludeResponse(
  parts: AgentParts,
  { ids }: { ids: readonly Hex[] },
  receipt: TransactionReceipt,
): Promise<void> {
  for (const id of ids) {
    const entry = await parts.store.readEntry(parts.market.book, id);
    if (entry?.state !== "published") continue;
    const held = toHeld(entry);
    if (!isRecordedIn(receipt, held.request)) {
      await postpone(parts, held, "The registry did not take the response.");
      continue;
    }
    const delivery = {
      tx: receipt.transactionHash,
      block: String(receipt.blockNumber),
      rateWei: "0",
      gas: String(receipt.gasUsed),
      batch: 1,
    };
    await writeOutcome(parts, held, { state: "delivered", request: { ...held.request, delivery } });
    parts.log.info("delivered", { requestId: id, tx: delivery.tx, cid: held.request.verdictCid });
  }
}

function isRecordedIn({ logs }: TransactionReceipt, { validation }: MarketplaceRequest): boolean {
  const { registry, hash } = validation!;
  return parseEventLogs({ abi: validationEvents, eventName: "ValidationResponse", logs }).some(
    ({ address, args }) => isAddressEqual(address, registry) && args.requestHash === hash,
  );
}
