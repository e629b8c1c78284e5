import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { Fault } from "../../../parts/faults.ts";

/** A code point takes at most twelve bytes when it is written as two escapes. */
const bytesPerCodePoint = 12;
const bytesForTheRest = 1_048_576;

/** The longest body that can hold an acceptable submission, in its longest spelling. */
export function maxBodyBytesFor(maxCodeLength: number): number {
  return maxCodeLength * bytesPerCodePoint + bytesForTheRest;
}

/** Enough for every body that holds no code. */
export const maxSmallBody = 65_536;

/** Programs shrink to a tenth when they are compressed; what shrinks to less than this was made to. */
const maxRatio = 64;

type Decompress = (bytes: Uint8Array, options: ZlibOptions) => Promise<Buffer>;

const decompressors: ReadonlyMap<string, Decompress> = new Map([
  ["gzip", promisify(gunzip) as Decompress],
  ["deflate", promisify(inflate) as Decompress],
  ["br", promisify(brotliDecompress) as Decompress],
]);

export type BodyLimits = Readonly<{
  maxBytes: number;
  /** Told of all that is taken into memory; what it throws ends the reading. */
  account: (bytes: number) => void;
}>;

/** The body's bytes, inflated where it was compressed. What is refused is read to its end, and dropped. */
export async function readBytes(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  try {
    const sent = await collect(request, limits);
    const encoding = encodingOf(request);
    return encoding === "identity" ? sent : await decompress(sent, encoding, limits);
  } catch (error) {
    await drain(request);
    throw error;
  }
}

async function collect(request: IncomingMessage, { maxBytes, account }: BodyLimits): Promise<Buffer> {
  if (encodingOf(request) !== "identity" && !decompressors.has(encodingOf(request)))
    throw new Fault("unsupported_media_type", {
      message: `A body may be compressed as ${[...decompressors.keys()].join(", ")}, or not at all.`,
    });
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // The connection is still needed for the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      account(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Fault ? error : unreadable("The body is incomplete.", error);
  }
  return Buffer.concat(chunks);
}

/** In other threads, and never further than allowed. */
async function decompress(
  sent: Buffer,
  encoding: string,
  { maxBytes, account }: BodyLimits,
): Promise<Buffer> {
  if (sent.length === 0) return sent;
  const maxOutputLength = Math.min(maxBytes, sent.length * maxRatio + maxSmallBody);
  try {
    const inflated = await decompressors.get(encoding)!(sent, { maxOutputLength, chunkSize: maxSmallBody });
    account(inflated.length);
    return inflated;
  } catch (error) {
    if (error instanceof Fault) throw error;
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE")
      throw unreadable("The body is incomplete.", error);
    if (maxOutputLength === maxBytes) throw tooLarge(maxBytes);
    throw unreadable(`The body is compressed to less than a ${maxRatio}th: send it uncompressed.`, error);
  }
}

function encodingOf({ headers }: IncomingMessage): string {
  return (headers["content-encoding"] ?? "identity").trim().toLowerCase();
}

/** Who is still sending would not read an answer. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  await new Promise<void>((resolve) => {
    request.once("end", resolve).once("close", resolve).resume();
  });
}

function tooLarge(limit: number): Fault {
  return new Fault("too_large", { message: `The body is longer than ${limit} bytes.`, limit });
}

export function unreadable(message: string, cause: unknown): Fault {
  const fields = [{ loc: ["body"], msg: message, type: "unreadable" }];
  return new Fault("bad_request", { message, fields }, { cause });
}
