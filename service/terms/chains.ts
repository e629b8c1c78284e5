/** What people call a chain, and where its transactions can be looked at. */
type KnownChain = Readonly<{ name: string; explorer?: string }>;

const known: Readonly<Record<number, KnownChain>> = {
  1: { name: "Ethereum", explorer: "https://etherscan.io" },
  10: { name: "OP Mainnet", explorer: "https://optimistic.etherscan.io" },
  100: { name: "Gnosis", explorer: "https://gnosisscan.io" },
  137: { name: "Polygon", explorer: "https://polygonscan.com" },
  8453: { name: "Base", explorer: "https://basescan.org" },
  31_337: { name: "a local test chain" },
  42_161: { name: "Arbitrum One", explorer: "https://arbiscan.io" },
  42_220: { name: "Celo", explorer: "https://celoscan.io" },
};

export function chainName(chainId: number): string {
  return known[chainId]?.name ?? `chain ${chainId}`;
}

/** The address of a transaction's page; undefined where there is none. */
export function transactionPage(chainId: number, tx: string): string | undefined {
  const explorer = known[chainId]?.explorer;
  return explorer && `${explorer}/tx/${tx}`;
}
