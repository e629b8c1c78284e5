import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readDocument, writeDocument } from "../../../parts/proof/verdict-document.ts";
import { aVerdict, signer } from "./verdicts.ts";

const signed = { signer: signer.address, signature: `0x${"ab".repeat(65)}` } as const;
const written = (changes: Parameters<typeof aVerdict>[0] = {}): string =>
  writeDocument({ ...aVerdict(changes), ...signed });
/** The text with one of its values replaced, wherever it is. */
const changed = (path: readonly string[], value: unknown): string => {
  const document = JSON.parse(written()) as Record<string, unknown>;
  const inner = path.slice(0, -1).reduce<any>((object, step) => object[step], document);
  inner[path.at(-1)!] = value;
  return JSON.stringify(document).replace(/"requestId":[^,]+/, '"requestId":7');
};

describe("a written document", () => {
  test("has the fields that readers of the marketplace look for", () => {
    const { result } = aVerdict();
    expect(JSON.parse(written())).toEqual({
      schema_version: "2.0",
      requestId: expect.any(Number),
      result,
      tool: "python_code_validator",
      executed_at: "2026-11-15T12:00:00.000Z",
      prompt: "print('hello')\n",
      cost_dict: {},
      metadata: {
        service: "assay",
        version: "1.29.0",
        model: null,
        tool: "python_code_validator",
        tool_hash: null,
        execution_latency_ms: 12,
        params: {},
        mode: "static",
        request_cid: "bafybeid3weurg3gvyoi7nisadzolomlvoxoppe2sesktnpvdve3256n5tq",
        verdict_sha256: createHash("sha256").update(Buffer.from(result)).digest("hex"),
        chain_id: 31337,
        marketplace: "0x735FAAb1c4Ec41128c367AFb5c3baC73509f70bB",
        mech: "0x8b299c20f87e3fcbff0e1b86dc0acc06ab6993ef",
        ...signed,
      },
      is_offchain: false,
    });
  });

  test("contains the request id as a bare integer, to its last digit", () => {
    expect(written()).toContain(
      '"requestId":115792089237316195423570985008687907853269984665640564039457584007913129639747,',
    );
  });

  test("has no prompt when none could be read", () => {
    const { prompt: _, ...withoutPrompt } = aVerdict();
    expect(JSON.parse(writeDocument({ ...withoutPrompt, ...signed }))).not.toHaveProperty("prompt");
  });

  test("is the same text for the same answer", () => {
    expect(written()).toBe(written());
  });
});

describe("a document that is read", () => {
  test.for([0n, 1n, 2n ** 53n + 1n, 2n ** 255n + 1n, 2n ** 256n - 1n])(
    "keeps request id %s exactly",
    (requestId) => {
      expect(readDocument(written({ requestId })).document?.requestId).toBe(requestId);
    },
  );

  test("is not misled by a request id inside its texts", () => {
    const result = '{"requestId":1,"x":"\\"requestId\\":2}"}';
    const { document } = readDocument(written({ requestId: 7n, result, prompt: '","requestId":3,"' }));
    expect(document).toMatchObject({ requestId: 7n, result });
  });

  test("returns what was written", () => {
    const { document, problems } = readDocument(written({ mode: null, requestCid: null, tool: "" }));
    expect(problems).toEqual([]);
    expect(document).toMatchObject({
      result: aVerdict().result,
      tool: "",
      prompt: "print('hello')\n",
      executed_at: "2026-11-15T12:00:00.000Z",
      is_offchain: false,
      metadata: { mode: null, request_cid: null, chain_id: 31337, ...signed },
    });
  });

  test("may have another layout", () => {
    const text = written({ requestId: 7n });
    const pretty = JSON.stringify(JSON.parse(text), undefined, 2);
    expect(readDocument(pretty).document).toEqual(readDocument(text).document);
  });
});

describe("the problem of an invalid document is named:", () => {
  test.for<[string, string, string[]]>([
    ["a text that is not JSON", "verdict", ["The document is not JSON."]],
    ["nothing", "", ["The document is not JSON."]],
    ["a list", "[]", ["The document is not an object."]],
    ["a string", '"{}"', ["The document is not an object."]],
    [
      "an empty object",
      "{}",
      ["`requestId` is missing.", "`result` is missing.", "`tool` is missing.", "`metadata` is missing."],
    ],
    ["a result that is an object", changed(["result"], {}), ["`result` is not text."]],
    [
      "a result with a lone surrogate",
      changed(["result"], "\ud800"),
      ["`result` contains a lone surrogate."],
    ],
    ["no metadata", changed(["metadata"], undefined), ["`metadata` is missing."]],
    ["metadata that is null", changed(["metadata"], null), ["`metadata` is not an object."]],
    ["no signature", changed(["metadata", "signature"], undefined), ["`metadata.signature` is missing."]],
    [
      "a short signature",
      changed(["metadata", "signature"], "0xabcd"),
      ["`metadata.signature` is not a signature of 65 bytes."],
    ],
    [
      "a name instead of an address",
      changed(["metadata", "signer"], "assay"),
      ["`metadata.signer` is not an address."],
    ],
    [
      "a digest in upper case",
      changed(["metadata", "verdict_sha256"], "AB".repeat(32)),
      ["`metadata.verdict_sha256` is not 64 hexadecimal digits."],
    ],
    [
      "a chain as a string",
      changed(["metadata", "chain_id"], "gnosis"),
      ["`metadata.chain_id` is not a whole number."],
    ],
    [
      "a mode that is a number",
      changed(["metadata", "mode"], 1),
      ["`metadata.mode` is neither text nor null."],
    ],
  ])("%s", ([, text, problems]) => {
    expect(readDocument(text)).toEqual({ document: undefined, problems });
  });

  test.for(['"7"', "7.5", "-7", "7e3", "07", `${2n ** 256n}`, "9".repeat(100_000), "null", "[7]"])(
    "a request id of %.20s",
    (id) => {
      const text = written({ requestId: 7n }).replace('"requestId":7', `"requestId":${id}`);
      // A number with a leading zero is not even JSON.
      const expected = id === "07" ? /not JSON/ : /`requestId` is not a whole number of at most 256 bits/;
      expect(readDocument(text).problems).toEqual([expect.stringMatching(expected)]);
    },
  );

  test("a request id that is written twice", () => {
    const text = written({ requestId: 7n }).replace('"requestId":7', '"requestId":7,"requestId":7');
    expect(readDocument(text).problems).toEqual(["`requestId` is written more than once."]);
  });

  test("a document made to exhaust the stack", () => {
    const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(readDocument(`{"result":${nested}}`).document).toBeUndefined();
  });
});
