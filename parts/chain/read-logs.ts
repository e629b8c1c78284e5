import {
  BaseError,
  HttpRequestError,
  type AbiEvent,
  type Address,
  type Log as ChainLog,
  type PublicClient,
} from "viem";
import { askChain } from "./chain-fault.ts";

type Stretch = Readonly<{
  address: Address | readonly Address[];
  events: readonly AbiEvent[];
  from: bigint;
  to: bigint;
}>;

/** The logs of a stretch of blocks; `refused` where a node gives out none for so many blocks at once. */
export async function readLogs(
  client: PublicClient,
  { address, events, from, to }: Stretch,
): Promise<readonly ChainLog[] | "refused"> {
  return askChain(
    client
      .getLogs({ address: address as Address | Address[], events, fromBlock: from, toBlock: to })
      .catch((error: unknown) => {
        if (isOutOfReach(error)) throw error;
        return "refused" as const;
      }),
  );
}

/** No answer at all. A node that answers with an error or too late may have been asked for too much. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof BaseError)) return true;
  const http = error.walk((cause) => cause instanceof HttpRequestError);
  return http instanceof HttpRequestError && http.status === undefined;
}
