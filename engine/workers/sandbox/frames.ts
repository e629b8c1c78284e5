/** What the harness says; `type` tells which other fields there are. */
export type HarnessFrame = Readonly<{ type: string; [field: string]: unknown }>;

/** What the harness can be asked: plan, run, screen, judge the caller's examples, judge those in the code. */
export type Op = "P" | "R" | "C" | "J" | "O";

export const frameLimit = 16 * 1024 * 1024;

const magic = Buffer.from("ASY1", "ascii");
const lengthBytes = 4;
const multiplexHeaderBytes = 8;

/** A request as the harness reads it. */
export function encodeRequest(op: Op, body: object): Buffer {
  const json = Buffer.from(JSON.stringify(body), "utf8");
  if (json.length > frameLimit) throw new RangeError(`a request of ${json.length} bytes is too long`);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([magic, Buffer.from(op, "ascii"), length, json]);
}

/** Cuts a stream of bytes into records of a head that tells the length and a body. */
class Records {
  #chunks: Buffer[] = [];
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  /** The head, without taking it away; undefined until it has come whole. */
  peek(bytes: number): Buffer | undefined {
    if (this.#bytes < bytes) return undefined;
    if (this.#chunks[0]!.length < bytes) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!.subarray(0, bytes);
  }

  /** Takes a record away; undefined until it has come whole. */
  take(headBytes: number, bodyBytes: number): Buffer | undefined {
    const bytes = headBytes + bodyBytes;
    if (this.#bytes < bytes) return undefined;
    const all = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#bytes -= bytes;
    this.#chunks = this.#bytes > 0 ? [all.subarray(bytes)] : [];
    return all.subarray(headBytes, bytes);
  }
}

/** Reads frames from whatever pieces they come in. Throws on bytes that cannot be one. */
export function createFrameReader(): (chunk: Buffer) => HarnessFrame[] {
  const records = new Records();
  return (chunk) => {
    records.add(chunk);
    const frames: HarnessFrame[] = [];
    for (;;) {
      const length = records.peek(lengthBytes)?.readUInt32BE();
      if (length === undefined) return frames;
      if (length > frameLimit) throw new RangeError(`a frame of ${length} bytes`);
      const body = records.take(lengthBytes, length);
      if (!body) return frames;
      frames.push(readFrame(body));
    }
  };
}

function readFrame(body: Buffer): HarnessFrame {
  const value: unknown = JSON.parse(body.toString("latin1"));
  if (typeof value !== "object" || value === null || !("type" in value) || typeof value.type !== "string") {
    throw new TypeError("a frame without a type");
  }
  return value as HarnessFrame;
}

/** Docker sends a container's output and errors over one connection, each piece behind a header that tells which. */
export type OutputPiece = Readonly<{ stream: "output" | "errors"; bytes: Buffer }>;

/** Reads what Docker multiplexes. Throws on bytes that cannot be it. */
export function createMultiplexReader(): (chunk: Buffer) => OutputPiece[] {
  const records = new Records();
  return (chunk) => {
    records.add(chunk);
    const pieces: OutputPiece[] = [];
    for (;;) {
      const header = records.peek(multiplexHeaderBytes);
      if (!header) return pieces;
      const kind = header[0]!;
      if ((kind !== 1 && kind !== 2) || header.readUIntBE(1, 3) !== 0)
        throw new RangeError("not multiplexed");
      const length = header.readUInt32BE(4);
      if (length > frameLimit) throw new RangeError(`a piece of ${length} bytes`);
      const bytes = records.take(multiplexHeaderBytes, length);
      if (!bytes) return pieces;
      pieces.push({ stream: kind === 1 ? "output" : "errors", bytes });
    }
  };
}
