import { base16 } from "multiformats/bases/base16";
import { base32 } from "multiformats/bases/base32";
import { base36 } from "multiformats/bases/base36";
import { base58btc } from "multiformats/bases/base58";
import { CID } from "multiformats/cid";
import { create as createMultihash } from "multiformats/hashes/digest";
import { Fault } from "../faults.ts";

/** The only kinds of block that are read. */
export const codecs = { dagPb: 0x70, raw: 0x55, json: 0x0200 } as const;
const readable = new Set<number>(Object.values(codecs));
const sha256 = { code: 0x12, digestBytes: 32 };
const bases = [base16, base32, base36, base58btc];

/** Strictly: one spelling per base, sha2-256 only, a known codec. What passes is letters and digits, nothing else. */
export function parseAddress(text: string): CID {
  const cid = tryToParse(text);
  if (!cid || !isReadable(cid)) throw new Fault("content_invalid", { message: invalidAddress });
  return cid;
}

export function isReadable({ code, multihash }: CID): boolean {
  const { code: hash, digest } = multihash;
  return readable.has(code) && hash === sha256.code && digest.byteLength === sha256.digestBytes;
}

export function addressOfDigest(digest: string, codec: keyof typeof codecs): CID {
  if (!/^0x[0-9a-f]{64}$/i.test(digest)) throw new Fault("content_invalid", { message: invalidDigest });
  return CID.createV1(codecs[codec], createMultihash(sha256.code, Buffer.from(digest.slice(2), "hex")));
}

export function digestOf({ multihash }: CID): `0x${string}` {
  return `0x${Buffer.from(multihash.digest).toString("hex")}`;
}

/** As readers of the marketplace write it: `f01701220…`. */
export function inBase16(cid: CID): string {
  return cid.toString(base16);
}

/** The names of a path, each a plain one: nothing that a file system or an address bar would read as a way out. */
export function checkPath(path: readonly string[]): void {
  if (!path.every(isPlainName)) throw new Fault("content_invalid", { message: invalidName });
}

const invalidAddress = "Unsupported CID: use sha2-256 with dag-pb, raw or json.";
const invalidDigest = "Not a digest: use 0x and 64 hexadecimal digits.";
const invalidName =
  "Names in a path are 1 to 255 bytes, without slashes or control characters, and not . or ..";

function isPlainName(name: string): boolean {
  const bytes = Buffer.byteLength(name);
  if (bytes === 0 || bytes > 255 || name === "." || name === ".." || !name.isWellFormed()) return false;
  // oxlint-disable-next-line no-control-regex -- a name with control characters is refused
  return !/[/\\\u0000-\u001f\u007f]/.test(name);
}

function tryToParse(text: string): CID | undefined {
  if (!/^[A-Za-z0-9]{46,128}$/.test(text)) return undefined;
  try {
    if (text.startsWith("Qm")) return asVersion1(base58btc.decode(`z${text}`), text);
    const base = bases.find(({ prefix }) => text.startsWith(prefix));
    const bytes = base?.decode(text);
    return bytes && base?.encode(bytes) === text && bytes[0] === 1 ? CID.decode(bytes) : undefined;
  } catch {
    return undefined;
  }
}

function asVersion1(bytes: Uint8Array, text: string): CID | undefined {
  const cid = CID.decode(bytes);
  return cid.version === 0 && cid.toString() === text ? cid.toV1() : undefined;
}
