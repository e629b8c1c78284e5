import { parseAbi, zeroAddress, type Address } from "viem";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";
import { createSharedReadings } from "../../parts/limits/shared-readings.ts";
import { fixedPriceNative, trackerAbi } from "../marketplace/abi.ts";
import { isEmptyAnswer, readRate, type Mech } from "../marketplace/market.ts";
import type { AgentParts } from "../parts.ts";
import { isSignedByKey, type SignedHash } from "./check.ts";

type Needs = Pick<AgentParts, "market" | "clock">;

/** What checking a signed request reads from the chain. Values that rarely change are cached. */
export type Readings = Readonly<{
  rateOf(mech: Mech): Promise<bigint>;
  /** Checks the signer's key or, where the signer is a contract wallet, asks the wallet. */
  isSigned(signed: SignedHash): Promise<boolean>;
  /** What a requester has paid in advance. */
  prepaidOf(mech: Mech, requester: Address): Promise<bigint>;
  /** What a mech is paid in: a token, or the zero address for the chain's own currency. */
  assetOf(mech: Mech): Promise<Address>;
}>;

export function createReadings({ market, clock }: Needs): Readings {
  const rates = createSharedReadings<bigint>(clock, { ttlMs: 5000, maxEntries: 100 });
  const assets = createSharedReadings<Address>(clock, { ttlMs: 3_600_000, maxEntries: 100 });
  const wallets = createSharedReadings<boolean>(clock, { ttlMs: 60_000, maxEntries: 10_000 });
  const isContract = async (address: Address): Promise<boolean> => {
    const code = await askChain(market.client.getCode({ address }));
    return code !== undefined && code !== "0x";
  };
  return {
    rateOf: async (mech) => rates(mech.address, async () => readRate(market, mech)),
    isSigned: async (signed) =>
      (await wallets(signed.signer, async () => isContract(signed.signer)))
        ? isSignedByContract({ market }, signed)
        : isSignedByKey(signed),
    prepaidOf: async ({ tracker }, requester) =>
      askChain(
        market.client.readContract({
          address: tracker,
          abi: trackerAbi,
          functionName: "mapRequesterBalances",
          args: [requester],
        }),
      ),
    assetOf: async ({ paymentType, tracker: address }) => {
      if (paymentType === fixedPriceNative) return zeroAddress;
      return assets(address, async () =>
        askChain(market.client.readContract({ address, abi: tokenTracker, functionName: "token" })),
      );
    },
  };
}

const tokenTracker = parseAbi(["function token() view returns (address)"]);

const contractWallet = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);
const isValid = "0x1626ba7e";

async function isSignedByContract(
  { market }: Pick<Needs, "market">,
  { signer, hash, signature }: SignedHash,
): Promise<boolean> {
  try {
    const answer = await askChain(
      market.client.readContract({
        address: signer,
        abi: contractWallet,
        functionName: "isValidSignature",
        args: [hash, signature],
      }),
    );
    return answer === isValid;
  } catch (error) {
    if (revertOf(error) !== undefined || isEmptyAnswer(error)) return false;
    throw error;
  }
}
