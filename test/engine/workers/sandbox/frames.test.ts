import { describe, expect, test } from "vitest";
import { createMultiplexReader } from "../../../../engine/workers/sandbox/docker/multiplex.ts";
import { createFrameReader, encodeRequest, frameLimit } from "../../../../engine/workers/sandbox/frames.ts";

function frame(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value), "latin1");
  return Buffer.concat([length(json.length), json]);
}

function length(bytes: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes);
  return head;
}

function piece(kind: number, bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([kind, 0, 0, 0]), length(bytes.length), bytes]);
}

const bytesOf = (buffer: Buffer): Buffer[] => Array.from(buffer, (byte) => Buffer.from([byte]));

test("a request consists of magic number, op, body length in bytes, and body", () => {
  expect(encodeRequest("R", { source: "é" })).toEqual(
    Buffer.concat([Buffer.from("ASY1R"), length(15), Buffer.from('{"source":"é"}')]),
  );
});

test("a request beyond the limit is not sent", () => {
  expect(() => encodeRequest("R", { source: "x".repeat(frameLimit) })).toThrow("too long");
});

describe("frames", () => {
  const frames = [
    { type: "ready", python: "3.13.5" },
    { type: "done" },
    { type: "x", text: "y".repeat(1000) },
  ];
  const stream = Buffer.concat(frames.map(frame));

  test("are read from one piece", () => {
    expect(createFrameReader()(stream)).toEqual(frames);
  });

  test("are read from single bytes", () => {
    const read = createFrameReader();
    expect(bytesOf(stream).flatMap(read)).toEqual(frames);
  });

  test("are read only when complete", () => {
    const read = createFrameReader();
    expect(read(stream.subarray(0, -1))).toEqual(frames.slice(0, 2));
    expect(read(stream.subarray(-1))).toEqual(frames.slice(2));
  });

  test.for([
    ["longer than the limit", length(frameLimit + 1), "a frame of 16777217 bytes"],
    ["not JSON", Buffer.concat([length(3), Buffer.from("{]}")]), "JSON"],
    ["empty", length(0), "JSON"],
    ["no object", frame([1]), "without a type"],
    ["null", frame(null), "without a type"],
    ["without a type", frame({ kind: "done" }), "without a type"],
    ["of a type that is no text", frame({ type: 1 }), "without a type"],
  ] as [string, Buffer, string][])("cannot be read when they are %s", ([, bytes, message]) => {
    expect(() => createFrameReader()(bytes)).toThrow(message);
  });
});

describe("a multiplexed stream of Docker", () => {
  const stream = Buffer.concat([
    piece(1, Buffer.from("ab")),
    piece(2, Buffer.from("oh")),
    piece(1, Buffer.from("c")),
  ]);
  const pieces = [
    { stream: "output", bytes: Buffer.from("ab") },
    { stream: "errors", bytes: Buffer.from("oh") },
    { stream: "output", bytes: Buffer.from("c") },
  ];

  test("is separated, from one piece and from single bytes", () => {
    expect(createMultiplexReader()(stream)).toEqual(pieces);
    expect(bytesOf(stream).flatMap(createMultiplexReader())).toEqual(pieces);
  });

  test.for([
    ["of an unknown kind", piece(3, Buffer.from("x")), "not multiplexed"],
    ["with a header that is not one", Buffer.from([1, 1, 0, 0, 0, 0, 0, 1, 65]), "not multiplexed"],
    [
      "too long",
      Buffer.concat([Buffer.from([1, 0, 0, 0]), length(frameLimit + 1)]),
      "a piece of 16777217 bytes",
    ],
  ] as [string, Buffer, string][])("is refused when it is %s", ([, bytes, message]) => {
    expect(() => createMultiplexReader()(bytes)).toThrow(message);
  });
});
