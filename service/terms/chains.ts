import type { Config } from "../config.ts";

/** What people call a chain and its coin, and where its transactions can be looked at. */
type KnownChain = Readonly<{ name: string; coin?: string; explorer?: string }>;

const known: Readonly<Record<number, KnownChain>> = {
  1: { name: "Ethereum", coin: "ETH", explorer: "https://etherscan.io" },
  10: { name: "OP Mainnet", coin: "ETH", explorer: "https://optimistic.etherscan.io" },
  100: { name: "Gnosis", coin: "xDAI", explorer: "https://gnosisscan.io" },
  137: { name: "Polygon", coin: "POL", explorer: "https://polygonscan.com" },
  8453: { name: "Base", coin: "ETH", explorer: "https://basescan.org" },
  31_337: { name: "a local test chain" },
  42_161: { name: "Arbitrum One", coin: "ETH", explorer: "https://arbiscan.io" },
  42_220: { name: "Celo", coin: "CELO", explorer: "https://celoscan.io" },
};

export function chainName(chainId: number): string {
  return known[chainId]?.name ?? `chain ${chainId}`;
}

/** A chain's coin has one name. Of chains that we do not know, the operator names that of the configured one. */
export function coinName(
  { CHAIN_ID, NATIVE_CURRENCY }: Pick<Config, "CHAIN_ID" | "NATIVE_CURRENCY">,
  chainId: number,
): string | null {
  return known[chainId]?.coin ?? (chainId === CHAIN_ID ? NATIVE_CURRENCY : null);
}

/** Where a chain can be looked at: `<this>/tx/…` and `<this>/address/…`. Undefined where there is no such place. */
function explorerOf(chainId: number): string | undefined {
  return known[chainId]?.explorer;
}

/** The address of a transaction's page; undefined where there is none. */
export function transactionPage(chainId: number, tx: string): string | undefined {
  const explorer = explorerOf(chainId);
  return explorer && `${explorer}/tx/${tx}`;
}

/** The same of an account or a contract. */
export function addressPage(chainId: number, address: string): string | undefined {
  const explorer = explorerOf(chainId);
  return explorer && `${explorer}/address/${address}`;
}

/** All explorers that we know, by chain, for the scripts of pages. */
export const explorers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(known).flatMap(([chainId, { explorer }]) =>
    explorer === undefined ? [] : [[chainId, explorer]],
  ),
);
