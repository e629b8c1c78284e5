import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { profileNote } from "../../../../parts/journal/marketplace-request.ts";
import { openTestIpfs, plenty, type TestIpfs } from "../../../support/ipfs-node.ts";
import type { TestService } from "../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../support/services.ts";
import { aSignedDocument, aVerdict, signer } from "../../../parts/proof/verdicts.ts";

let services: TestServices;
let service: TestService;
let document: string;
beforeAll(async () => {
  services = await openTestServices();
  service = await services.open();
  document = await aSignedDocument();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await services[Symbol.asyncDispose]();
});

const ask = async (body: unknown, at = service): Promise<{ status: number; body: any }> => {
  const response = await at.send("/v1/verify", { body });
  return { status: response.status, body: await response.json() };
};

describe("a document", () => {
  test("is answered with its signer when it is valid, without any key", async () => {
    expect(await ask({ document })).toEqual({
      status: 200,
      body: {
        valid_signature: true,
        signer: signer.address,
        request_id: String(aVerdict().requestId),
        tool: "python_code_validator",
        mode: "static",
        request_cid: aVerdict().requestCid,
        verdict_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        chain_id: 31337,
        marketplace: aVerdict().marketplace,
        mech: aVerdict().mech,
        not_signed: expect.arrayContaining(["prompt", "executed_at"]),
        problems: [],
      },
    });
  });

  test("is read to its end when it is long", async () => {
    const long = await aSignedDocument({ result: JSON.stringify({ message: "é".repeat(300_000) }) });
    expect(await ask({ document: long })).toMatchObject({
      status: 200,
      body: { valid_signature: true, signer: signer.address, request_id: String(aVerdict().requestId) },
    });
    const { body } = await ask({ document: long.replace("éé", "é") });
    expect([body.valid_signature, body.problems[0]]).toEqual([false, expect.stringContaining("SHA-256")]);
  });

  test("is invalid when it is nested too deeply or has too many values", async () => {
    for (const inner of ["[".repeat(100_000), `[${"1,".repeat(20_000)}1]`, `{"a":${"[".repeat(65)}`])
      expect((await ask({ document: inner })).body.problems).toEqual(["The document is not JSON."]);
  });

  test("is answered with the cause when it was changed", async () => {
    const { status, body } = await ask({
      document: document.replace("true", "false"),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid_signature: false,
      signer: null,
      problems: [expect.stringMatching(/SHA-256 differs/)],
    });
    expect(body).not.toHaveProperty("is_ours");
  });

  test.for(["", "not JSON", "[]", "null", '"{}"'])(
    "is answered with what is missing when it is %j",
    async (text) => {
      const { status, body } = await ask({ document: text });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        valid_signature: false,
        request_id: null,
        problems: [expect.any(String)],
      });
    },
  );
});

describe("an answer", () => {
  const request = { code: "import os\n", mode: "static" };
  const answered = async (): Promise<any> =>
    (await service.validate(await service.createKey(), request)).body;

  test("is verified with its signer, alone or beside its request", async () => {
    const response = await answered();
    const { receipt_signer } = (await (await service.send("/v1/info")).json()) as { receipt_signer: string };
    const told = {
      valid_signature: true,
      signer: receipt_signer,
      mode: "static",
      payment: "free",
      entrance: "http",
      request_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      verdict_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      issued_at: expect.any(Number),
      not_signed: ["meta.request_id"],
      problems: [],
      is_ours: true,
    };
    for (const body of [response, { response }, { response, request }])
      expect(await ask(body)).toEqual({ status: 200, body: told });
  });

  test("is signed, but not by us, when it is another deployment's", async () => {
    const response = await answered();
    await using other = await services.open();
    expect((await ask({ response }, other)).body).toMatchObject({ valid_signature: true, is_ours: false });
  });

  test("is reported as such when it was changed, or is for another request", async () => {
    const response = await answered();
    const changed = await ask({ ...response, valid: !response.valid });
    expect(changed.body).toMatchObject({
      valid_signature: false,
      signer: null,
      problems: [expect.stringContaining("not the one that was signed")],
    });
    expect(changed.body).not.toHaveProperty("is_ours");
    const { body } = await ask({ response, request: { code: "import sys\n" } });
    expect(body.problems).toEqual([expect.stringContaining("for another request")]);
    expect((await ask({ response, request: { code: 7 } })).status).toBe(400);
  });
});

describe("the owner of a document", () => {
  const { chainId, marketplace } = aVerdict();
  const note = (by: string) => ({
    name: profileNote(`${chainId}:${marketplace.toLowerCase()}`),
    version: 0,
    text: JSON.stringify({ signer: by }),
  });

  test.for<[string, string, boolean]>([
    ["ours when our agent signs with that key", signer.address, true],
    ["not ours when it signs with another", `0x${"12".repeat(20)}`, false],
  ])("is %s", async ([, by, isOurs]) => {
    await using known = await services.open();
    await known.parts.store.writeNote(note(by));
    expect((await ask({ document }, known)).body).toMatchObject({ valid_signature: true, is_ours: isOurs });
  });

  test("is unknown for another marketplace", async () => {
    await using known = await services.open();
    await known.parts.store.writeNote(note(signer.address));
    const other = await aSignedDocument({ chainId: 100 });
    expect((await ask({ document: other }, known)).body).not.toHaveProperty("is_ours");
  });
});

describe("a verification is refused with advice for", () => {
  test.for<[string, unknown]>([
    ["nothing", {}],
    ["a list", []],
    ["both", { document: "{}", cid: "x" }],
    ["a document that is an object", { document: {} }],
    ["a cid that is a number", { cid: 7 }],
    ["a cid of any length", { cid: "f".repeat(513) }],
  ])("%s", async ([, body]) => {
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: {
        error: "bad_request",
        fields: [{ msg: expect.any(String) }],
        remedy: { action: "fix_request" },
      },
    });
  });

  test("a body that is not JSON", async () => {
    const response = await service.send("/v1/verify", {
      body: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(response.status).toBe(415);
  });

  test("a document longer than any submission", async () => {
    expect(await ask({ document: "x".repeat(4_000_000) })).toMatchObject({
      status: 413,
      body: { error: "too_large", remedy: { action: "shorten" } },
    });
  });

  test("content that is not stored here", async () => {
    expect(await ask({ cid: `f01701220${"ab".repeat(32)}` })).toMatchObject({
      status: 404,
      body: {
        error: "not_found",
        message: "This service does not store that content. Send the document itself.",
      },
    });
  });
});

describe("content that is stored here", () => {
  let ipfs: TestIpfs;
  beforeAll(async () => {
    // As the agent does, into the folder that it shares with the service.
    ipfs = await openTestIpfs({ dataDir: service.parts.config.DATA_DIR });
  });
  afterAll(async () => ipfs[Symbol.asyncDispose]());

  const askFor = async (cid: string): Promise<any> => (await ask({ cid })).body;
  const publish = async (files: Record<string, string>): Promise<string> => {
    const bytes = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    return (await ipfs.publishDirectory(Object.fromEntries(bytes), plenty().signal)).cid;
  };
  const id = String(aVerdict().requestId);

  test("is checked by the address of its directory, its file, and a bare file", async () => {
    const cid = await publish({ [id]: document });
    const bare = (await ipfs.publishFile(Buffer.from(document), plenty().signal)).cid;
    const copied = [
      `ipfs://${cid}`,
      `https://gateway.example/ipfs/${cid}/${id}?x#y`,
      `/verdicts/${cid}`,
      ` ${bare} `,
    ];
    for (const address of [cid, `${cid}/${id}`, bare, ...copied])
      expect(await askFor(address)).toMatchObject({ valid_signature: true, signer: signer.address });
  });

  test("is invalid under another request's name", async () => {
    expect(await askFor(await publish({ "7": document }))).toMatchObject({
      valid_signature: false,
      problems: [`The file is named 7, but it is about request ${id}.`],
    });
  });

  test.for<[string, Record<string, string>]>([
    ["several verdicts", { "7": "{}", "8": "{}" }],
    ["none", { "metadata.json": "{}" }],
  ])("is not chosen by guessing in a directory of %s", async ([, files]) => {
    expect(await askFor(await publish(files))).toMatchObject({
      valid_signature: false,
      problems: [expect.stringMatching(/^The directory at that address holds .* <cid>\/<file>\.$/)],
    });
  });

  test("is invalid when it is not text", async () => {
    const { cid } = await ipfs.publishFile(Buffer.from([0xff, 0xfe]), plenty().signal);
    expect(await askFor(cid)).toMatchObject({ problems: ["The content of that address is not UTF-8 text."] });
  });
});
