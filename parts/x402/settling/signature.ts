import { hashTypedData, isAddressEqual, recoverAddress, size, type Address, type Hex } from "viem";
import { isLow } from "../../proof/low-signature.ts";
import type { Authorization, Payment } from "../read-payment.ts";
import type { Terms } from "../x402.ts";

const types = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

/**
 * Whether a payment is signed by the payer's own key, as far as that can be told here. It is unclear where another key has
 * signed, or something longer than a key signs: the payer may be a contract, whose code decides.
 */
export async function readSignature(
  { authorization, payload }: Pick<Payment, "authorization" | "payload">,
  { network, asset, extra }: Terms,
): Promise<"good" | "bad" | "unclear"> {
  const { signature } = payload.payload as { signature: Hex };
  if (size(signature) !== 65) return "unclear";
  if (!isLow(signature)) return "bad";
  const signer = await recoverSigner(signature, authorization, { network, asset, extra });
  return signer !== undefined && isAddressEqual(signer, authorization.from) ? "good" : "unclear";
}

/** Undefined where nobody can have signed it: not every 65 bytes are a signature. */
async function recoverSigner(
  signature: Hex,
  { from, to, nonce, value, validAfter, validBefore }: Authorization,
  { network, asset, extra }: Pick<Terms, "network" | "asset" | "extra">,
): Promise<Address | undefined> {
  const typed = {
    domain: {
      name: String(extra["name"]),
      version: String(extra["version"]),
      chainId: Number(network.slice("eip155:".length)),
      verifyingContract: asset as Address,
    },
    types,
    primaryType: "TransferWithAuthorization" as const,
    message: {
      // Letters of either case name the same account, whether or not their case adds up to a checksum.
      from: from.toLowerCase() as Address,
      to: to.toLowerCase() as Address,
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  };
  try {
    return await recoverAddress({ hash: hashTypedData(typed), signature });
  } catch {
    return undefined;
  }
}
