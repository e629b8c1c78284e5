import { isAddressEqual, recoverAddress, type Hex } from "viem";
import { isLow } from "../../service/parts/chain/low-signature.ts";
import type { Mech } from "../marketplace/market.ts";
import { requestIdOf } from "../marketplace/request-id.ts";
import type { AgentParts } from "../parts.ts";
import { idOf, type SignedSubmission } from "./submission.ts";

/** The mech of ours that this id belongs to. Told without the chain. */
export function findMech(
  { market }: Pick<AgentParts, "market">,
  submission: SignedSubmission,
): Mech | undefined {
  const { sender, ipfs_hash, delivery_rate, nonce } = submission;
  const asked = { requester: sender, data: ipfs_hash, rateWei: delivery_rate, nonce };
  return market.mechs.find(
    ({ address, paymentType }) =>
      requestIdOf(market, { ...asked, mech: address, paymentType }) === idOf(submission),
  );
}

/**
 * Whether the sender's own key signed the id as it is, without a prefix. Told without the chain. The marketplace takes
 * one of the two signatures that an account can make for the same thing, so only that one is the sender's.
 */
export async function isSignedBySender(
  submission: Pick<SignedSubmission, "sender" | "signature" | "request_id">,
): Promise<boolean> {
  const signature = submission.signature as Hex;
  try {
    if (!isLow(signature)) return false;
    return isAddressEqual(await recoverAddress({ hash: idOf(submission), signature }), submission.sender);
  } catch {
    return false;
  }
}
