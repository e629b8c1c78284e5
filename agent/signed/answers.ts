import { zeroAddress, type Address } from "viem";
import { Fault } from "../../parts/faults.ts";
import { toIso } from "../../platform/clock.ts";
import type { HttpReply } from "../http/http-reply.ts";
import type { Mech } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import type { SignedSubmission } from "./submission.ts";

export function accepted({ clock }: AgentParts, { request_id, delivery_rate }: SignedSubmission): HttpReply {
  const receipt = {
    request_id: String(request_id),
    accepted_at: toIso(clock.now()),
    accepted_amount: String(delivery_rate),
    settlement_status: "pending",
  };
  const header = Buffer.from(JSON.stringify(receipt)).toString("base64");
  return { status: 200, headers: { "payment-receipt": header }, body: { request_id: String(request_id) } };
}

export function reject(submission: SignedSubmission | undefined, reason: string): HttpReply {
  return {
    status: 400,
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
  submission: SignedSubmission;
  mech: Mech;
  /** The zero address for the chain's own currency. */
  asset: Address;
  balanceWei: bigint;
  requiredWei: bigint;
}>;

/** Clients compare `asset` with what the tracker takes, and pay nothing where it differs. */
export function askForPayment({ market }: AgentParts, unpaid: Unpaid): HttpReply {
  const { submission, asset, balanceWei, requiredWei } = unpaid;
  const { tracker, address } = unpaid.mech;
  const { abi, hint } = howToDeposit(asset, requiredWei - balanceWei);
  const reason = "The prepaid balance does not cover this request and those before it.";
  return {
    status: 402,
    headers: { "www-authenticate": `Payment scheme="olas-prepay" realm="${address}"` },
    body: {
      request_id: String(submission.request_id),
      status: "rejected",
      reason,
      scheme: "olas-prepay",
      payTo: tracker,
      asset,
      chainId: market.chainId,
      currentBalance: String(balanceWei),
      required: String(requiredWei),
      depositInstructions: { contract: tracker, abi },
      error: "payment_required",
      message: reason,
      remedy: { action: "buy_credits", hint, address: tracker },
    },
  };
}

function howToDeposit(asset: Address, missing: bigint): { abi: string; hint: string } {
  if (asset === zeroAddress)
    return {
      abi: "function depositFor(address account) payable",
      hint: `Deposit at least ${missing} wei with depositFor.`,
    };
  return {
    abi: "function depositFor(address account, uint256 amount)",
    hint: `Approve this address to spend ${missing} of the token ${asset}, and deposit them with depositFor.`,
  };
}
