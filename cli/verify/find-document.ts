import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Fault } from "../../parts/faults.ts";
import { systemClock } from "../../platform/clock.ts";
import { createGateway } from "../../parts/ipfs/reading/gateway.ts";
import { createReader } from "../../parts/ipfs/reading/reader.ts";
import { openSession } from "../../parts/ipfs/reading/session.ts";
import { openLog } from "../../platform/log.ts";
import { findPublished, type PublishedDocument } from "../../parts/proof/published-verdict.ts";
import { maxDocumentBytes } from "../../parts/proof/verdict-document.ts";

export type DocumentPlaces = Readonly<{
  /** The folder in which an agent on this machine keeps its content. */
  dataDir: string;
  /** Asked in turn; what they answer is checked against the address. */
  gateways: readonly string[];
}>;

const gatewayTimeoutMs = 10_000;
const timeoutMs = 60_000;

/** The document in a file, or at an address, as `<cid>`, `<cid>/<request id>`, `ipfs://…` or a gateway's address. */
export async function findDocument(where: string, places: DocumentPlaces): Promise<PublishedDocument> {
  if (existsSync(where)) return readDocumentFile(where);
  const { gateway, address } = readAddress(where);
  const gateways = gateway === undefined ? places.gateways : [gateway, ...places.gateways];
  const published = await findPublished(lookAt({ ...places, gateways }), address);
  return published ?? missing();
}

async function readDocumentFile(path: string): Promise<PublishedDocument> {
  const { size } = await stat(path);
  if (size > maxDocumentBytes)
    throw new Error(`${path} is longer than ${maxDocumentBytes} bytes: it is no verdict.`);
  return { text: await readFile(path, "utf8"), name: undefined };
}

function readAddress(where: string): { gateway?: string; address: string } {
  const [, gateway, behind] = /^(https?:\/\/.+?)\/ipfs\/([^?#]+)/.exec(where) ?? [];
  if (gateway !== undefined && behind !== undefined) return { gateway, address: behind };
  return { address: where.replace(/^(?:ipfs:\/\/|\/ipfs\/)/, "") };
}

function lookAt({ dataDir, gateways }: DocumentPlaces) {
  const sources = [
    createReader(`${dataDir}/ipfs`).held,
    ...gateways.map((url) => createGateway({ url, timeoutMs: gatewayTimeoutMs, clock: systemClock })),
  ];
  const reading = { maxBytes: maxDocumentBytes, signal: AbortSignal.timeout(timeoutMs) };
  const session = openSession({ sources, log: openLog("silent") }, reading);
  return {
    list: async (cid: string) => {
      const isDirectory = (await session.kindOf(cid)) === "directory";
      return isDirectory ? session.list(cid, []) : undefined;
    },
    read: session.read,
  };
}

function missing(): never {
  throw new Fault("content_unavailable");
}
