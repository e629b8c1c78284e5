import type { Address } from "viem";

/** The EIP-712 domain that a token's holders sign under, and how many digits are behind its point. */
export type TokenDomain = Readonly<{ name: string; version: string; decimals: number }>;

type KnownAsset = TokenDomain & Readonly<{ address: Address }>;

/** USDC. On the two networks it goes by two names, and a signature under the wrong one is refused only on chain. */
const usdc: Readonly<Record<string, KnownAsset>> = {
  "eip155:8453": {
    address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    name: "USD Coin",
    version: "2",
    decimals: 6,
  },
  "eip155:84532": {
    address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    name: "USDC",
    version: "2",
    decimals: 6,
  },
};

/** The token that is meant where an operator names only the network. */
export function usualAsset(network: string): Address | undefined {
  return usdc[network]?.address;
}

export function knownDomain(network: string, asset: Address): TokenDomain | undefined {
  const known = usdc[network];
  if (known?.address.toLowerCase() !== asset.toLowerCase()) return undefined;
  const { name, version, decimals } = known;
  return { name, version, decimals };
}
