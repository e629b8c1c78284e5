import type { AgentParts } from "../parts.ts";

/** The lease of the process that watches for these mechs. */
export function watchLease({ market }: Pick<AgentParts, "market">): string {
  const mine = market.mechs.map(({ address }) => address).toSorted();
  return `watch:${market.book}:${mine.join("+")}`;
}

/** The lease of the process that sends our account's transactions. */
export function senderLease({ market, account }: Pick<AgentParts, "market" | "account">): string {
  return `sender:${market.chainId}:${account.address.toLowerCase()}`;
}
