import { pageData } from "../parts/elements.ts";

export type MarketplacePage = Readonly<{
  explorers: Readonly<Record<string, string>>;
  hasAgent: boolean;
  canBeRated: boolean;
}>;

export const page = pageData<MarketplacePage>();

/** Where a transaction or an account can be looked at; undefined on chains without an explorer. */
export function onExplorer(chainId: number, kind: "tx" | "address", hash: string | null): string | undefined {
  const explorer = page.explorers[chainId];
  return explorer === undefined || hash === null ? undefined : `${explorer}/${kind}/${hash}`;
}
