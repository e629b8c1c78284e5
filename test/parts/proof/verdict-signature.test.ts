import { hashTypedData, recoverAddress, type Hex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { checkDocument, signVerdict } from "../../../parts/proof/verdict-signature.ts";
import { aSignedDocument, aVerdict, signer } from "./verdicts.ts";

const stranger = privateKeyToAccount(`0x${"2e".repeat(32)}`);

describe("a signed document", () => {
  test("is verified as signed by its signer", async () => {
    const checked = await checkDocument(await aSignedDocument());
    expect(checked).toMatchObject({ ok: true, signer: signer.address, problems: [] });
    expect(checked.document?.requestId).toBe(aVerdict().requestId);
  });

  test("is the same text for the same answer", async () => {
    expect(await aSignedDocument()).toBe(await aSignedDocument());
  });

  test("may contain a refusal, for an unknown tool and request", async () => {
    const result = JSON.stringify({ error: "bad_request", message: "There is no such tool." });
    const text = await aSignedDocument({ result, tool: "unknown", mode: null, requestCid: null });
    expect(await checkDocument(text)).toMatchObject({ ok: true, signer: signer.address });
  });

  test("may have another layout, and its addresses in lower case", async () => {
    const document = JSON.parse(await aSignedDocument({ requestId: 7n })) as any;
    document.metadata.signer = document.metadata.signer.toLowerCase();
    document.metadata.marketplace = document.metadata.marketplace.toLowerCase();
    const checked = await checkDocument(JSON.stringify(document, undefined, 2));
    expect(checked).toMatchObject({ ok: true, signer: signer.address });
  });

  test("can be checked by anyone who knows EIP-712, without this code", async () => {
    const { requestId, marketplace, chainId } = aVerdict();
    const { metadata } = JSON.parse(await aSignedDocument()) as { metadata: Record<string, string> };
    const hash = hashTypedData({
      domain: { name: "Assay", version: "1", chainId, verifyingContract: marketplace },
      types: {
        Verdict: [
          { name: "requestId", type: "uint256" },
          { name: "mech", type: "address" },
          { name: "tool", type: "string" },
          { name: "mode", type: "string" },
          { name: "requestCid", type: "string" },
          { name: "verdictSha256", type: "bytes32" },
        ],
      },
      primaryType: "Verdict",
      message: {
        requestId,
        mech: metadata["mech"] as Hex,
        tool: metadata["tool"]!,
        mode: metadata["mode"]!,
        requestCid: metadata["request_cid"]!,
        verdictSha256: `0x${metadata["verdict_sha256"]}`,
      },
    });
    expect(await recoverAddress({ hash, signature: metadata["signature"] as Hex })).toBe(signer.address);
  });
});

describe("the check of a signed document", () => {
  const wrongSignature =
    /^The signature is not by `metadata.signer`, or one of .* was changed after signing\.$/;

  test("detects a change of the result", async () => {
    const text = (await aSignedDocument()).replace(String.raw`\"valid\":true`, String.raw`\"valid\":false`);
    expect(await checkDocument(text)).toMatchObject({
      ok: false,
      signer: undefined,
      problems: [expect.stringMatching(/^The result is not the one that was signed: its SHA-256 differs/)],
    });
  });

  test("detects a change of the result and its digest", async () => {
    const other = JSON.parse(await aSignedDocument({ result: "{}" })) as any;
    const text = await changeMetadata((metadata) => {
      metadata.verdict_sha256 = other.metadata.verdict_sha256;
    });
    const { problems } = await checkDocument(text);
    expect(problems).toEqual([
      expect.stringMatching(/SHA-256 differs/),
      expect.stringMatching(wrongSignature),
    ]);
  });

  test("detects a change of the tool beside the result", async () => {
    const text = (await aSignedDocument()).replace(
      '"tool":"python_code_validator","executed_at"',
      '"tool":"python_code_execute","executed_at"',
    );
    expect((await checkDocument(text)).problems).toEqual([
      "`tool` is not the one that was signed, `metadata.tool`.",
    ]);
  });

  test("detects a change of the request id", async () => {
    const text = (await aSignedDocument({ requestId: 7n })).replace('"requestId":7', '"requestId":8');
    expect(await checkDocument(text)).toMatchObject({ ok: false, signer: undefined });
    expect((await checkDocument(text)).problems).toEqual([expect.stringMatching(wrongSignature)]);
  });

  test.for<[string, unknown]>([
    ["mech", `0x${"33".repeat(20)}`],
    ["marketplace", `0x${"33".repeat(20)}`],
    ["chain_id", 100],
    ["mode", "execute"],
    ["mode", null],
    ["request_cid", "bafyother"],
    ["signer", stranger.address],
  ])("detects a change of %s", async ([name, value]) => {
    const text = await changeMetadata((metadata) => {
      metadata[name] = value;
    });
    expect((await checkDocument(text)).problems).toEqual([expect.stringMatching(wrongSignature)]);
  });

  test("detects a change of the signature", async () => {
    const text = await changeMetadata((metadata) => {
      metadata.signature = `0x${"00".repeat(65)}`;
    });
    expect((await checkDocument(text)).problems).toEqual(["`metadata.signature` is not a valid signature."]);
  });

  test("detects the signature of another document", async () => {
    const { result, ...subject } = aVerdict();
    const signature = await signVerdict(stranger, { ...subject, result });
    const text = await changeMetadata((metadata) => {
      metadata.signature = signature;
    });
    expect((await checkDocument(text)).problems).toEqual([expect.stringMatching(wrongSignature)]);
  });
});

test("an invalid document is refused with its problems, and has no signer", async () => {
  expect(await checkDocument("{}")).toMatchObject({ ok: false, signer: undefined, document: undefined });
  expect((await checkDocument("not JSON")).problems).toEqual(["The document is not JSON."]);
});

/** A signed document whose metadata was changed afterwards. */
async function changeMetadata(change: (metadata: any) => void): Promise<string> {
  const document = JSON.parse(await aSignedDocument({ requestId: 7n })) as any;
  change(document.metadata);
  return JSON.stringify(document);
}
