import {
  encodeFunctionData,
  hashMessage,
  padHex,
  parseAbi,
  recoverMessageAddress,
  type Address,
  type Hex,
} from "viem";
import { askChain, revertOf } from "../chain/chain-fault.ts";
import type { Chain } from "../chain/open-chain.ts";

const walletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
/** The function's own four bytes, as an answer. */
const yes = padHex("0x1626ba7e", { dir: "right", size: 32 });

type Signed = Readonly<{ address: Address; message: string; signature: Hex }>;

/** Whether it was signed by this address: an account (EIP-191), or a wallet that is a contract (ERC-1271). */
export async function isSignedBy({ client }: Chain, signed: Signed): Promise<boolean> {
  if (await isSignedByAccount(signed)) return true;
  const { address, message, signature } = signed;
  if ((await askChain(client.getCode({ address }))) === undefined) return false;
  const data = encodeFunctionData({ abi: walletAbi, args: [hashMessage(message), signature] });
  try {
    const answer = await askChain(client.call({ to: address, data }));
    // Not decoded: what answers with something else, or with nothing, is no such wallet, and that is no failure.
    return answer.data === yes;
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
