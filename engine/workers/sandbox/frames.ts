import { Records } from "./records.ts";

/** What the harness says; `type` tells which other fields there are. */
export type HarnessFrame = Readonly<{ type: string; [field: string]: unknown }>;

/**
 * What the harness can be asked: examine, run; for a search plan, screen, judge what the screen answered; which packages
 * all programs from then on may import; and the bytecode of a package.
 */
export type Op = "E" | "R" | "P" | "C" | "J" | "L" | "B";

/** A request of which the first process of a box reads only the first part; the other one is the judge's. */
export type InParts = Readonly<{ program: object; text: object }>;

export const frameLimit = 16 * 1024 * 1024;

const magic = Buffer.from("ASY1", "ascii");
const lengthBytes = 4;

/** A request as the harness reads it. */
export function encodeRequest(op: Op, body: object | InParts): Buffer {
  const bytes = "program" in body && "text" in body ? inParts(body as InParts) : toJson(body);
  if (bytes.length > frameLimit) throw new RangeError(`a request of ${bytes.length} bytes is too long`);
  return Buffer.concat([magic, Buffer.from(op, "ascii"), lengthOf(bytes), bytes]);
}

function inParts({ program, text }: InParts): Buffer {
  const first = toJson(program);
  return Buffer.concat([lengthOf(first), first, toJson(text)]);
}

function toJson(body: object): Buffer {
  return Buffer.from(JSON.stringify(body), "utf8");
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(bytes.length);
  return length;
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
