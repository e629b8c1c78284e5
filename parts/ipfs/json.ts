import type { JSONComponents } from "@helia/json";
import type { CID } from "multiformats/cid";
import { Fault } from "../faults.ts";

/** An address may say that its content is JSON; then it must be. */
export async function expectJson(cid: CID, block: Uint8Array): Promise<void> {
  const { json } = await import("@helia/json");
  try {
    await json({ blockstore: holding(block) }).get(cid);
  } catch (error) {
    throw new Fault(
      "content_invalid",
      { message: "The content of that address is not JSON." },
      { cause: error },
    );
  }
}

function holding(block: Uint8Array): JSONComponents["blockstore"] {
  const store: Pick<JSONComponents["blockstore"], "get"> = {
    async *get() {
      yield block;
    },
  };
  return store as JSONComponents["blockstore"];
}
