import type { Hex } from "viem";
import { startIpfsProcess, type IpfsProcess } from "../../support/ipfs-process.ts";

/** The IPFS node: killed and started again, it still has its content. */
export type RestartableIpfs = Readonly<{
  apiUrl(): string;
  /** Publishes content as a requester does, who retries until it is there. */
  put(content: string): Promise<Hex>;
  freeze(): void;
  thaw(): void;
  kill(): Promise<void>;
  start(): Promise<void>;
}> &
  AsyncDisposable;

export async function openIpfsNode(folder: string): Promise<RestartableIpfs> {
  let node: IpfsProcess = await startIpfsProcess(folder);
  return {
    apiUrl: () => node.apiUrl,
    put: async (content) => {
      for (;;) {
        const digest = await node.put(content).catch(() => undefined);
        if (digest !== undefined) return digest;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    freeze: () => node.freeze(),
    thaw: () => node.thaw(),
    kill: async () => node[Symbol.asyncDispose](),
    start: async () => {
      node = await startIpfsProcess(folder);
    },
    [Symbol.asyncDispose]: async () => node[Symbol.asyncDispose](),
  };
}
