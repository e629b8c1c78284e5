import { createPublicClient, http, type PublicClient } from "viem";
import { fetchWhole } from "./whole-answer.ts";

/** The chain that the deployment is configured for. */
export type Chain = Readonly<{ client: PublicClient; chainId: number }>;

const timeoutMs = 5000;

/** Nothing is sent yet: a node that cannot be reached is found out at the first call. */
export function openChain({ rpcUrl, chainId }: Readonly<{ rpcUrl: string; chainId: number }>): Chain {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0, fetchFn: fetchWhole }),
    cacheTime: 0,
  });
  return { client, chainId };
}
