import type { Backend } from "../backend.ts";
import { createBlockFolder } from "../node/block-folder.ts";

/** The folder of a node that another process runs. */
export function createReader(folder: string): Backend {
  const blocks = createBlockFolder(`${folder}/blocks`);
  return {
    held: { name: "the folder", get: async ({ cid }) => blocks.get(cid) },
    beyond: [],
    publish: async () => {
      throw new Error("this process only reads; the agent publishes");
    },
    addresses: () => [],
    ping: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
}
