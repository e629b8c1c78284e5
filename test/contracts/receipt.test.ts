import { numberToHex, parseSignature } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { expect, test } from "vitest";
import { openReceipts } from "../../parts/proof/receipts/open-receipts.ts";
import { manualClock } from "../support/manual-clock.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { aJob, aPlainVerdict } from "../parts/proof/receipts/answers.ts";

const chain = useLocalChain();
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

test("a contract recovers the signer of an answer, and refuses one with any changed member", async () => {
  const receipts = openReceipts({ clock: manualClock(), privateKey: generatePrivateKey(), secret: "" });
  const { meta } = await receipts.sign(aPlainVerdict(), aJob(), { payment: "credits", entrance: "mcp" });
  const { signer, signature, ...said } = meta.receipt!;
  const statement = {
    requestSha256: `0x${said.request_sha256}`,
    verdictSha256: `0x${said.verdict_sha256}`,
    mode: said.mode,
    payment: said.payment,
    entrance: said.entrance,
    issuedAt: BigInt(said.issued_at),
  } as const;
  const { read } = await chain.contracts.deploy("ReceiptReader", []);
  const isSigned = async (changed: object = {}, by = signer, as = signature): Promise<boolean> =>
    read.isSignedBy([{ ...statement, ...changed }, by as `0x${string}`, as as `0x${string}`]);
  expect(await isSigned()).toBe(true);
  for (const changed of [
    { requestSha256: statement.verdictSha256 },
    { verdictSha256: statement.requestSha256 },
    { mode: "repair" },
    { payment: "free" },
    { entrance: "http" },
    { issuedAt: statement.issuedAt + 1n },
  ])
    expect([Object.keys(changed), await isSigned(changed)]).toEqual([Object.keys(changed), false]);
  expect(await isSigned({}, chain.users[0]!.address)).toBe(false);
  expect(await isSigned({}, signer, `${signature.slice(0, -2)}00`)).toBe(false);
  const { r, s, v } = parseSignature(signature as `0x${string}`);
  const twin = `${r}${numberToHex(order - BigInt(s), { size: 32 }).slice(2)}${v === 27n ? "1c" : "1b"}`;
  expect(await isSigned({}, signer, twin)).toBe(false);
});
