import { isAddressEqual, type Hex } from "viem";
import { checkDocument, type CheckedDocument } from "../../parts/proof/verdict-signature.ts";
import type { Scene } from "./scene.ts";

type Answer = CheckedDocument &
  Readonly<{ text: string; result: any; document: NonNullable<CheckedDocument["document"]>; digest: Hex }>;

const pageBlocks = 500n;

/**
 * Reads the answer to a request as clients of the marketplace do: who delivered it, that mech's own event, the
 * directory of that digest, the file named by the decimal id.
 */
export async function readAnswer({ chain, ipfs }: Pick<Scene, "chain" | "ipfs">, id: Hex): Promise<Answer> {
  const [, deliveryMech] = await chain.marketplace.read.mapRequestIdInfos([id]);
  const digest = await deliveredBy({ chain }, deliveryMech, id);
  const address = `${ipfs.gatewayUrl}/ipfs/f01701220${digest.slice(2)}/${BigInt(id)}`;
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`The gateway answers ${response.status} for ${address}.`);
  const text = await response.text();
  const { document, ...checked } = await checkDocument(text);
  if (!document) throw new Error(`The published document cannot be read: ${checked.problems.join(" ")}`);
  return { ...checked, document, text, digest, result: JSON.parse(document.result) };
}

async function deliveredBy({ chain }: Pick<Scene, "chain">, mech: Hex, id: Hex): Promise<Hex> {
  const head = await chain.clients.public.getBlockNumber();
  for (let from = 0n; from <= head; from += pageBlocks) {
    const events = await chain.clients.public.getContractEvents({
      address: mech,
      abi: chain.mech.abi,
      eventName: "Deliver",
      fromBlock: from,
      toBlock: from + pageBlocks - 1n,
    });
    const found = events.find(({ args, address }) => args.requestId === id && isAddressEqual(address, mech));
    if (found?.args.data) return found.args.data;
  }
  throw new Error(`No mech has delivered request ${id}.`);
}

/** How often a request was delivered, by the events of the marketplace's mechs. */
export async function countDeliveries({ chain }: Pick<Scene, "chain">, id: Hex): Promise<number> {
  const events = await chain.clients.public.getContractEvents({
    abi: chain.mech.abi,
    eventName: "Deliver",
    fromBlock: 0n,
  });
  return events.filter(({ args }) => args.requestId === id).length;
}
