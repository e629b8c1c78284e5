import { hashMessage, parseAbi, recoverMessageAddress, type Address, type Hex } from "viem";
import { askChain, revertOf } from "../chain/chain-fault.ts";
import type { Chain } from "../chain/open.ts";

const walletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
const valid: Hex = "0x1626ba7e";

type Signed = Readonly<{ address: Address; message: string; signature: Hex }>;

/** Whether it was signed by this address: an account (EIP-191), or a wallet that is a contract (ERC-1271). */
export async function isSignedBy({ client }: Chain, signed: Signed): Promise<boolean> {
  if (await isSignedByAccount(signed)) return true;
  const { address, message, signature } = signed;
  if ((await askChain(client.getCode({ address }))) === undefined) return false;
  try {
    const answer = await askChain(
      client.readContract({
        address,
        abi: walletAbi,
        functionName: "isValidSignature",
        args: [hashMessage(message), signature],
      }),
    );
    return answer === valid;
  } catch (error) {
    if (revertOf(error) !== undefined) return false;
    throw error;
  }
}

async function isSignedByAccount({ address, message, signature }: Signed): Promise<boolean> {
  try {
    const signer = await recoverMessageAddress({ message, signature });
    return signer.toLowerCase() === address.toLowerCase();
  } catch {
    return false; // not the shape of an account's signature
  }
}
