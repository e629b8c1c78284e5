import { z } from "zod";
import { Fault } from "../../service/faults.ts";
import { addressOfContent } from "../../service/parts/ipfs/address-of-content.ts";
import { toIso } from "../../service/parts/clock.ts";
import type { MarketplaceRequest } from "../../service/parts/marketplace-request.ts";
import type { DoorAnswer } from "../door-answer.ts";
import type { AgentParts } from "../parts.ts";
import { addEntry } from "../sighting.ts";
import { findMech, isSignedBy, readPrepaid } from "./check.ts";
import { queueUp } from "./queue.ts";
import { idOf, Submission } from "./submission.ts";

/** How long a requester may wait before others could have answered, were the request on chain. */
const windowS = 300;

/**
 * Takes a signed request when everything about it is proven beforehand: what it asks, that its sender signed it, that
 * it is next in that sender's order, and that it is paid for. Nothing is worked on before.
 */
export async function acceptSigned(parts: AgentParts, form: URLSearchParams): Promise<DoorAnswer> {
  const read = Submission.safeParse(Object.fromEntries(form));
  if (!read.success) return reject(400, undefined, z.prettifyError(read.error));
  const submission = read.data;
  const id = idOf(submission);
  const known = await parts.store.readEntry(parts.market.book, id);
  if (known) return accepted(parts, submission);
  const content = new TextEncoder().encode(submission.ipfs_data);
  const requestCid = await addressOfContent(content, submission.ipfs_hash);
  if (requestCid === undefined) return reject(400, submission, "ipfs_hash is not the address of ipfs_data.");
  const mech = await findMech(parts, submission);
  if (mech === undefined) {
    return reject(
      400,
      submission,
      "request_id is not the id of this request to any mech of ours, or delivery_rate is below its rate.",
    );
  }
  if (!(await isSignedBy(parts, submission)))
    return reject(400, submission, "The signature is not the sender's.");
  const queued = await queueUp(parts, submission, await readPrepaid(parts, mech, submission.sender));
  if (queued.state === "wrong nonce") {
    return reject(400, submission, `The next nonce of this sender is ${queued.expected}.`);
  }
  if (queued.state === "unpaid")
    return askForPayment(parts, { submission, tracker: mech.tracker, mech: mech.address, ...queued });
  const nowMs = parts.clock.now();
  const request: MarketplaceRequest = {
    origin: "signed",
    mech: mech.address,
    requester: submission.sender,
    data: submission.ipfs_hash,
    rateWei: String(submission.delivery_rate),
    deadlineS: Math.floor(nowMs / 1000) + windowS,
    signed: {
      signature: submission.signature as `0x${string}`,
      nonce: String(submission.nonce),
      content: submission.ipfs_data,
    },
    requestCid,
    attempts: 0,
    at: { seen: nowMs },
  };
  await addEntry(parts, { id, request, dueAtMs: nowMs });
  parts.log.info("seen", { requestId: id, origin: "signed", requester: submission.sender });
  return accepted(parts, submission);
}

function accepted({ clock }: AgentParts, { request_id, delivery_rate }: Submission): DoorAnswer {
  const receipt = {
    request_id: String(request_id),
    accepted_at: toIso(clock.now()),
    accepted_amount: String(delivery_rate),
    settlement_status: "pending",
  };
  const header = Buffer.from(JSON.stringify(receipt)).toString("base64");
  return { status: 200, headers: { "payment-receipt": header }, body: { request_id: String(request_id) } };
}

function reject(status: number, submission: Submission | undefined, reason: string): DoorAnswer {
  return {
    status,
    body: {
      ...(submission && { request_id: String(submission.request_id) }),
      status: "rejected",
      reason,
      error: new Fault("bad_request").code,
      message: reason,
      remedy: { action: "fix_request", hint: "Correct the field, sign the request again and send it." },
    },
  };
}

type Unpaid = Readonly<{
  submission: Submission;
  tracker: string;
  mech: string;
  balanceWei: bigint;
  requiredWei: bigint;
}>;

function askForPayment({ market }: AgentParts, unpaid: Unpaid): DoorAnswer {
  const { submission, tracker, mech, balanceWei, requiredWei } = unpaid;
  const reason = "The prepaid balance does not cover this request and those before it.";
  return {
    status: 402,
    headers: { "www-authenticate": `Payment scheme="olas-prepay" realm="${mech}"` },
    body: {
      request_id: String(submission.request_id),
      status: "rejected",
      reason,
      scheme: "olas-prepay",
      payTo: tracker,
      asset: "native",
      chainId: market.chainId,
      currentBalance: String(balanceWei),
      required: String(requiredWei),
      depositInstructions: { contract: tracker, abi: "function depositFor(address account) payable" },
      error: "payment_required",
      message: reason,
      remedy: {
        action: "buy_credits",
        hint: `Deposit at least ${requiredWei - balanceWei} wei with depositFor.`,
        address: tracker,
      },
    },
  };
}
