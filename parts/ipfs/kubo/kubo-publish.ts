import type { AddResult, KuboRPCClient } from "kubo-rpc-client";
import type { CID } from "multiformats/cid";
import { Fault } from "../../faults.ts";
import type { Log } from "../../../platform/log.ts";
import { codecs } from "../address.ts";
import { isSameContent } from "../reading/block.ts";
import { isNoAnswer, ofKubo } from "./kubo-failure.ts";
import { candidatesOf, findLayout, layOut, ourLayout, type Content } from "../reading/layout.ts";
import { throwIfAborted } from "../../limits/within-time.ts";

type Publishing = Readonly<{ client: KuboRPCClient; log: Log; signal: AbortSignal }>;

/** The node's word for the address is not enough: it must be the one these very bytes have. */
export async function publishToKubo(content: Content, publishing: Publishing): Promise<CID> {
  const { log } = publishing;
  const said = await add(content, publishing);
  const { root } = await layOut(content, ourLayout);
  if (isSameContent(said, root)) return root;
  const laid = said.code === codecs.dagPb ? await findLayout(content, said) : undefined;
  if (!laid) throw new Fault("content_unavailable", { message: otherAddress });
  log.warn("the IPFS node uses its own import settings", { cid: said.toString() });
  return laid.root;
}

const otherAddress =
  "The IPFS node returned another address than expected: it must use Kubo's default import settings.";

async function add(content: Content, { client, signal }: Publishing): Promise<CID> {
  const options = {
    pin: true,
    cidVersion: 1,
    rawLeaves: ourLayout.rawLeaves,
    chunker: `size-${ourLayout.chunkBytes}`,
    wrapWithDirectory: !(content instanceof Uint8Array),
    signal,
  } as const;
  try {
    const added = await ofKubo(async () =>
      Array.fromAsync<AddResult>(client.addAll(candidatesOf(content), options)),
    );
    if (isNoAnswer(added)) throw new Fault("content_unavailable", { message: cannotAdd });
    // The last is the one that holds the others.
    const last = added.at(-1)?.cid;
    if (!last) throw new Fault("content_unavailable", { message: cannotAdd });
    return last.version === 0 ? last.toV1() : last;
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

const cannotAdd = "The IPFS node does not accept content: IPFS_API_URL must be a Kubo RPC with add.";
