import { hexToBytes, stringToHex, type Hex } from "viem";
import { CID } from "multiformats/cid";
import { base16 } from "multiformats/bases/base16";
import { create } from "multiformats/hashes/digest";
import { expect, test } from "vitest";
import { digestOf } from "../../agent/verdicts/request-digest.ts";

const digest: Hex = `0x${"ab".repeat(31)}1f`;
const multihash = create(0x12, hexToBytes(digest));

test("32 bytes are the digest itself", () => {
  expect(digestOf(digest)).toBe(digest);
});

test("a whole multihash contains the digest", () => {
  expect(digestOf(`0x1220${digest.slice(2)}`)).toBe(digest);
});

test.each([
  CID.createV1(0x70, multihash).toString(),
  CID.createV1(0x55, multihash).toString(),
  CID.createV1(0x70, multihash).toString(base16),
  CID.createV0(multihash).toString(),
  ` ${CID.createV0(multihash).toString()}\n`,
])("an address written out as text contains the digest: %s", (text) => {
  expect(digestOf(stringToHex(text))).toBe(digest);
});

test.each([
  "0x",
  "0x00",
  `${digest}00`,
  digest.slice(0, -2) as Hex,
  `0x1120${digest.slice(2)}`,
  `0x1220${digest.slice(2)}00`,
  stringToHex("https://example.org/a-request.json"),
  stringToHex("../../etc/passwd"),
  stringToHex("QmNotAnAddress"),
  stringToHex(CID.createV1(0x70, create(0x16, hexToBytes(digest))).toString()),
  stringToHex(CID.createV1(0x70, create(0x12, new Uint8Array(20))).toString()),
  stringToHex(`ipfs://${CID.createV0(multihash).toString()}`),
  `0x${"ff".repeat(100_000)}`,
] as Hex[])("other data is not a digest (%#)", (data) => {
  expect(digestOf(data)).toBeUndefined();
});
