import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP } from "node:net";
import { decodeUtf8, parseJson } from "../json/parse-json.ts";
import { lookUpAllowed } from "./public-address.ts";

export type Reach = Readonly<{
  isAllowed: (address: string) => boolean;
  /** Told of each address that a name leads to; what it throws ends the asking. */
  toAddress: (address: string) => void;
  /** Certificates to trust beside those of this machine. */
  ca?: string | undefined;
  maxBytes: number;
}>;

/** One document over HTTPS: no redirects, no compression, nothing longer than allowed. Rejects with the reason. */
export async function fetchDocument(
  url: URL,
  { isAllowed, toAddress, ca, maxBytes }: Reach,
  signal: AbortSignal,
): Promise<unknown> {
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // Node looks up names only; an address goes straight to the connection.
  if (isIP(literal) !== 0) {
    if (!isAllowed(literal)) throw new Error("its address is not a public one");
    toAddress(literal);
  }
  const asking = request(url, {
    lookup: lookUpAllowed(isAllowed, toAddress),
    agent: false,
    signal,
    headers: { accept: "application/json", "accept-encoding": "identity" },
    ...(ca !== undefined && { ca }),
  });
  asking.end();
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  try {
    if (response.statusCode !== 200) throw new Error(`it was answered with status ${response.statusCode}`);
    if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers["content-type"] ?? ""))
      throw new Error("it is not JSON");
    return await readJson(response, maxBytes);
  } finally {
    response.destroy();
  }
}

async function readJson(response: IncomingMessage, maxBytes: number): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`it is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return parseJson(decodeUtf8(Buffer.concat(chunks)));
  } catch (error) {
    throw new Error("it is not JSON", { cause: error });
  }
}
