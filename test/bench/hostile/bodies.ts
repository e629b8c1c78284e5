import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { judgeAnswer, pick, post, type Attack, type Random } from "./attack.ts";

type Shape = (size: number) => string;

const shapes: Readonly<Record<string, Shape>> = {
  "open brackets": (size) => "[".repeat(size),
  "closed brackets": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "open objects": (size) => '{"a":'.repeat(size / 5),
  "blank space": (size) => " ".repeat(size),
  "many keys": (size) => `{${Array.from({ length: size / 12 }, (_, n) => `"k${n}":${n}`).join(",")}}`,
  "one key again and again": (size) => `{${Array.from({ length: size / 10 }, () => '"code":"x"').join(",")}}`,
  "a long array": (size) => `[${"0,".repeat(size / 2)}0]`,
  "a long number": (size) => "9".repeat(size),
  "a long text": (size) => `{"code":"${"x".repeat(size)}"}`,
  "escaped characters": (size) => `{"code":"${String.raw`\u0041`.repeat(size / 6)}"}`,
  "lone surrogates": (size) => `{"code":"${String.raw`\ud800`.repeat(size / 6)}"}`,
  "nested options": (size) =>
    `{"code":"x","options":${'{"options":'.repeat(size / 11)}1${"}".repeat(size / 11)}}`,
  "reserved names": () => '{"__proto__":{"code":"x"},"constructor":{"prototype":{}},"code":"x = 1"}',
  "a batch": (size) =>
    `[${Array.from({ length: size / 40 }, () => '{"jsonrpc":"2.0","method":"x"}').join(",")}]`,
  "half a body": (size) => `{"code":"${"x".repeat(size / 2)}`,
};
const codings: Readonly<Record<string, (text: Buffer) => Buffer>> = {
  identity: (text) => text,
  gzip: (text) => gzipSync(text),
  deflate: (text) => deflateSync(text),
  br: (text) => brotliCompressSync(text),
};
const sizes = [1_000, 30_000, 300_000, 1_700_000];

/** Bodies that are costly to read, for every route that takes one, with a key and without. */
export function bodyAttack(random: Random, paths: readonly string[]): Attack {
  const [shape, coding, size, path] = [
    pick(random, Object.keys(shapes)),
    pick(random, Object.keys(codings)),
    pick(random, sizes),
    pick(random, paths),
  ];
  const isKnown = random() < 0.3;
  const isBroken = random() < 0.1;
  return {
    kind: "body",
    name: `${shape}, ${size}, ${coding}, ${path}`,
    run: async (target) => {
      const text = Buffer.from(shapes[shape]!(Math.floor(size)));
      const bytes = codings[coding]!(isBroken ? Buffer.concat([text, Buffer.from([0xff, 0xfe])]) : text);
      const { status, text: answer } = await post(
        { ...target, key: isKnown ? target.key : "" },
        path,
        bytes,
        {
          "content-encoding": coding,
        },
      );
      return judgeAnswer(status, answer);
    },
  };
}
