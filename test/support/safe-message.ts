import type { Address, Hex } from "viem";
import type { LocalAccount } from "../../scripts/chain/accounts.ts";
import type { LocalChain } from "../../scripts/chain/local-chain.ts";

/** The message that an owner signs so that a Safe accepts a hash as signed (ERC-1271). */
export async function signForSafe(
  { chainId }: Pick<LocalChain, "chainId">,
  { safe, owner, hash }: { safe: Address; owner: LocalAccount; hash: Hex },
): Promise<Hex> {
  return owner.signTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: "message", type: "bytes" }] },
    primaryType: "SafeMessage",
    message: { message: hash },
  });
}
