import { readRequest } from "../../parts/journal/marketplace-request.ts";
import type { Store } from "../../parts/store/store.ts";

const entriesPerPage = 250;
/** Only this many of the newest requests are searched for a requester. */
const maxPages = 40;

type Search = Readonly<{
  chainId: number;
  /** Addresses in lower case. */
  among: ReadonlySet<string>;
}>;

/** Those of them that the agent has delivered to on this chain, as the journal tells. */
export async function findServed(
  { store }: { store: Pick<Store, "listEntries"> },
  { chainId, among }: Search,
): Promise<ReadonlySet<string>> {
  const served = new Set<string>();
  let before: Readonly<{ seenAtMs: number; id: string }> | undefined;
  for (let page = 0; page < maxPages && served.size < among.size; page += 1) {
    const entries = await store.listEntries({ ...(before && { before }), limit: entriesPerPage });
    for (const entry of entries) {
      const isDelivered = entry.state === "delivered" || entry.state === "settled";
      if (!isDelivered || !entry.book.startsWith(`${chainId}:`)) continue;
      const { origin, requester } = readRequest(entry);
      // A validation costs its requester nothing, and anybody can be many.
      if (origin !== "validation" && among.has(requester.toLowerCase())) served.add(requester.toLowerCase());
    }
    before = entries.at(-1);
    if (entries.length < entriesPerPage) break;
  }
  return served;
}
