import type { PublicClient } from "viem";
import { askChain } from "./chain-fault.ts";

/** The newest block up to `head` that is not later than a moment in Unix seconds; 0 where all are. */
export async function lastBlockBy(client: PublicClient, atS: number, head: bigint): Promise<bigint> {
  const isBy = async (block: bigint): Promise<boolean> =>
    (await askChain(client.getBlock({ blockNumber: block }))).timestamp <= BigInt(atS);
  if (await isBy(head)) return head;
  let by = 0n;
  for (let later = head; later - by > 1n;) {
    const middle = (by + later) / 2n;
    if (await isBy(middle)) by = middle;
    else later = middle;
  }
  return by;
}
