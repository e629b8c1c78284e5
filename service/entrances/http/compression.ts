import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { ContentEncoding } from "./accept-encoding.ts";

/** A body as it is sent, or undefined where it goes uncompressed. */
export type Compression = (
  bytes: Buffer,
  /** `document` names a text that many ask for: its compressed form is kept. */
  how: Readonly<{ encoding: ContentEncoding; document: string | undefined }>,
) => Promise<Buffer | undefined>;

/** Shorter ones fit into a packet as they are. Longer ones take tens of milliseconds, and an answer given again is free. */
const [minBytes, maxBytes] = [1024, 1024 * 1024];
const maxKeptBytes = 8 * 1024 * 1024;
/** Beyond it answers go out as they are: compressing must not take processors from checking. */
const maxAtOnce = Math.max(1, Math.floor(availableParallelism() / 2));

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];
/** Of the cheap kind: a verdict is read once. In other threads than the one that answers. */
const compressors: Readonly<Record<ContentEncoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: async (bytes) =>
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: async (bytes) => toGzip(bytes, { level: 5 }),
};

/** Callers choose what is compressed and how often, so its length and the number of compressions at once are limited. */
export function createCompression(): Compression {
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;
  let running = 0;

  function keep(name: string, bytes: Buffer): void {
    if (kept.has(name)) return;
    kept.set(name, bytes);
    keptBytes += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (keptBytes <= maxKeptBytes) return;
      kept.delete(oldest);
      keptBytes -= length;
    }
  }

  return async (bytes, { encoding, document }) => {
    if (bytes.length < minBytes || bytes.length > maxBytes) return undefined;
    const name = document && `${encoding} ${document}`;
    const known = name === undefined ? undefined : kept.get(name);
    if (known) return known;
    if (running >= maxAtOnce) return undefined;
    running += 1;
    try {
      const compressed = await compressors[encoding](bytes);
      if (name !== undefined) keep(name, compressed);
      return compressed;
    } finally {
      running -= 1;
    }
  };
}
