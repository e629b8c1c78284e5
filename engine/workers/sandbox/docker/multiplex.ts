import type { OutputPiece } from "../driver.ts";
import { frameLimit } from "../frames.ts";
import { Records } from "../records.ts";

const headerBytes = 8;

/**
 * Docker sends a container's output and errors over one connection, each piece behind a header that tells which. Throws on
 * bytes that cannot be that.
 */
export function createMultiplexReader(): (chunk: Buffer) => OutputPiece[] {
  const records = new Records();
  return (chunk) => {
    records.add(chunk);
    const pieces: OutputPiece[] = [];
    for (;;) {
      const header = records.peek(headerBytes);
      if (!header) return pieces;
      const kind = header[0]!;
      if ((kind !== 1 && kind !== 2) || header.readUIntBE(1, 3) !== 0)
        throw new RangeError("not multiplexed");
      const length = header.readUInt32BE(4);
      if (length > frameLimit) throw new RangeError(`a piece of ${length} bytes`);
      const bytes = records.take(headerBytes, length);
      if (!bytes) return pieces;
      pieces.push({ stream: kind === 1 ? "output" : "errors", bytes });
    }
  };
}
