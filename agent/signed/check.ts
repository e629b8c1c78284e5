import { isAddressEqual, recoverAddress, type Address, type Hex } from "viem";
import { isLow } from "../../parts/proof/low-signature.ts";
import type { Mech } from "../marketplace/market.ts";
import { requestIdOf } from "../marketplace/request-id.ts";
import type { AgentParts } from "../parts.ts";
import { idOf, type SignedSubmission } from "./submission.ts";

/** The mech of ours that this id belongs to. Needs no chain. */
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

/** A hash, and the account that is said to have signed it. */
export type SignedHash = Readonly<{ signer: Address; hash: Hex; signature: Hex }>;

/**
 * Whether the account's own key signed the hash. Needs no chain. An account can make two valid signatures for one hash;
 * the marketplace accepts only one form, so the other is refused here.
 */
export async function isSignedByKey({ signer, hash, signature }: SignedHash): Promise<boolean> {
  try {
    if (!isLow(signature)) return false;
    return isAddressEqual(await recoverAddress({ hash, signature }), signer);
  } catch {
    return false;
  }
}
