import { z } from "zod";
import { addressOfContent } from "../../parts/ipfs/address-of-content.ts";
import type { MarketplaceRequest } from "../../parts/journal/marketplace-request.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { AgentParts } from "../parts.ts";
import { addEntry } from "../marketplace/journal-entry.ts";
import type { Mech } from "../marketplace/market.ts";
import { accepted, askForPayment, reject } from "./answers.ts";
import { findMech } from "./check.ts";
import { enqueue } from "./queue.ts";
import type { Readings } from "./readings.ts";
import { idOf, SignedSubmission } from "./submission.ts";

/** The deadline that a marketplace request would have: after it, other mechs could deliver. */
const windowS = 300;

/**
 * Accepts a signed request once everything about it is proven: its content, its sender's signature, that it is next in
 * that sender's order, and that it is paid for. Checks that need no chain come first; the others are limited for each
 * address.
 */
export async function acceptSigned(
  parts: AgentParts,
  readings: Readings,
  { form, address }: Readonly<{ form: URLSearchParams; address: string }>,
): Promise<HttpReply> {
  const read = SignedSubmission.safeParse(Object.fromEntries(form));
  if (!read.success) return reject(undefined, z.prettifyError(read.error));
  const submission = read.data;
  const id = idOf(submission);
  const known = await parts.store.readEntry(parts.market.book, id);
  if (known) return accepted(parts, submission);
  const content = new TextEncoder().encode(submission.ipfs_data);
  const requestCid = await addressOfContent(content, submission.ipfs_hash);
  if (requestCid === undefined) return reject(submission, "ipfs_hash is not the address of ipfs_data.");
  const mech = findMech(parts, submission);
  if (mech === undefined)
    return reject(submission, "request_id is not the id of this request to any mech of ours.");
  const giveBack = await parts.limits.keep("unpaidSignedRequests", address);
  const refusal = await findRefusal(parts, readings, { submission, mech });
  if (refusal) return refusal;
  giveBack();
  await addToJournal(parts, { submission, mech, requestCid });
  return accepted(parts, submission);
}

type Checked = Readonly<{ submission: SignedSubmission; mech: Mech }>;

/** Why the request is refused, by what the chain says. Undefined: it is queued behind the sender's others. */
async function findRefusal(
  parts: AgentParts,
  readings: Readings,
  { submission, mech }: Checked,
): Promise<HttpReply | undefined> {
  const { sender: signer, signature } = submission;
  if (!(await readings.isSigned({ signer, hash: idOf(submission), signature })))
    return reject(submission, "The signature is not the sender's.");
  const rateWei = await readings.rateOf(mech);
  if (submission.delivery_rate < rateWei)
    return reject(submission, `delivery_rate is below its rate, which is ${rateWei}.`);
  const queued = await enqueue(parts, submission, await readings.prepaidOf(mech, submission.sender));
  switch (queued.state) {
    case "queued":
      return undefined;
    case "wrong nonce":
      return reject(submission, `The next nonce of this sender is ${queued.expected}.`);
    case "unpaid":
      return askForPayment(parts, { submission, mech, asset: await readings.assetOf(mech), ...queued });
  }
}

async function addToJournal(
  parts: AgentParts,
  { submission, mech, requestCid }: Checked & Readonly<{ requestCid: string }>,
): Promise<void> {
  const id = idOf(submission);
  const nowMs = parts.clock.now();
  const request: MarketplaceRequest = {
    origin: "signed",
    mech: mech.address,
    requester: submission.sender,
    data: submission.ipfs_hash,
    rateWei: String(submission.delivery_rate),
    deadlineS: Math.floor(nowMs / 1000) + windowS,
    signed: {
      signature: submission.signature,
      nonce: String(submission.nonce),
      content: submission.ipfs_data,
    },
    requestCid,
    attempts: 0,
    at: { seen: nowMs },
  };
  await addEntry(parts, { id, request, dueAtMs: nowMs });
  parts.log.info("seen", { requestId: id, origin: "signed", requester: submission.sender });
}
