import { Records } from "./records.ts";

/** What the harness says; `type` tells which other fields there are. */
export type HarnessFrame = Readonly<{ type: string; [field: string]: unknown }>;

/** What the harness can be asked: plan, run, screen, judge the caller's examples, judge those in the code. */
export type Op = "P" | "R" | "C" | "J" | "O";

export const frameLimit = 16 * 1024 * 1024;

const magic = Buffer.from("ASY1", "ascii");
const lengthBytes = 4;

/** A request as the harness reads it. */
export function encodeRequest(op: Op, body: object): Buffer {
  const json = Buffer.from(JSON.stringify(body), "utf8");
  if (json.length > frameLimit) throw new RangeError(`a request of ${json.length} bytes is too long`);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(json.length);
  return Buffer.concat([magic, Buffer.from(op, "ascii"), length, json]);
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
