import { isAddressEqual, parseAbi, recoverAddress, size, slice, type Address, type Hex } from "viem";
import { askChain, revertOf } from "../../service/parts/chain/chain-fault.ts";
import { marketplaceAbi, trackerAbi } from "../marketplace/abi.ts";
import { isEmptyAnswer, readRate, type Mech } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import { idOf, type Submission } from "./submission.ts";

const contractWallet = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
const isValid = "0x1626ba7e";
/** Half the order of the curve. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** The mech of ours that this id belongs to, if it is paid enough. */
export async function findMech({ market }: AgentParts, submission: Submission): Promise<Mech | undefined> {
  const { sender, ipfs_hash, delivery_rate, nonce } = submission;
  for (const mech of market.mechs) {
    const args = [mech.address, sender, ipfs_hash, delivery_rate, mech.paymentType, nonce] as const;
    const id = await askChain(
      market.client.readContract({
        address: market.address,
        abi: marketplaceAbi,
        functionName: "getRequestId",
        args,
      }),
    );
    if (id === idOf(submission)) return delivery_rate >= (await readRate(market, mech)) ? mech : undefined;
  }
  return undefined;
}

/** Over the id as it is, without a prefix; a contract wallet is asked itself. */
export async function isSignedBy({ market }: AgentParts, submission: Submission): Promise<boolean> {
  const { sender } = submission;
  const signature = submission.signature as Hex;
  const hash = idOf(submission);
  const code = await askChain(market.client.getCode({ address: sender }));
  if (code !== undefined && code !== "0x") return isSignedByContract({ market }, { sender, hash, signature });
  try {
    // The marketplace takes one of the two signatures that an account can make for the same thing.
    if (size(signature) !== 65 || BigInt(slice(signature, 32, 64)) > highestS) return false;
    return isAddressEqual(await recoverAddress({ hash, signature }), sender);
  } catch {
    return false;
  }
}

async function isSignedByContract(
  { market }: Pick<AgentParts, "market">,
  { sender, hash, signature }: { sender: Address; hash: Hex; signature: Hex },
): Promise<boolean> {
  const args = [hash, signature] as const;
  try {
    const answer = await askChain(
      market.client.readContract({
        address: sender,
        abi: contractWallet,
        functionName: "isValidSignature",
        args,
      }),
    );
    return answer === isValid;
  } catch (error) {
    if (revertOf(error) !== undefined || isEmptyAnswer(error)) return false;
    throw error;
  }
}

/** What a requester has paid in advance. */
export async function readPrepaid(
  { market }: AgentParts,
  { tracker }: Mech,
  requester: Address,
): Promise<bigint> {
  return askChain(
    market.client.readContract({
      address: tracker,
      abi: trackerAbi,
      functionName: "mapRequesterBalances",
      args: [requester],
    }),
  );
}
