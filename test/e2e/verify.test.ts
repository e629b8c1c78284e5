import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify as verifyCommand } from "../../cli/verify/verify.ts";
import { openIpfs } from "../../parts/ipfs/open-ipfs.ts";
import { systemClock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openReceipts } from "../../parts/proof/receipts/open-receipts.ts";
import { aJob, aPlainVerdict } from "../parts/proof/receipts/answers.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { aSignedDocument, aVerdict, signer } from "../parts/proof/verdicts.ts";
import { runHere, runScript, type Ended } from "./commands.ts";
import { patienceMs } from "../support/until.ts";

let folder: string;
let gateway: IpfsStandIn;
let document: string;
const id = String(aVerdict().requestId);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-verify-"));
  gateway = await startIpfsStandIn();
  document = await aSignedDocument();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The command, where nothing answers at its default addresses. */
async function verify(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const nowhere = { DATA_DIR: join(folder, "empty"), SERVICE_URL: "http://127.0.0.1:1" };
  return runHere(verifyCommand, args, { ...nowhere, ...env });
}

async function fileOf(text: string): Promise<string> {
  const path = join(folder, "verdict.json");
  await writeFile(path, text);
  return path;
}

describe("an answer with its receipt", () => {
  const receipts = openReceipts({ clock: systemClock, privateKey: generatePrivateKey(), secret: "" });
  const signed = async () => receipts.sign(aPlainVerdict(), aJob(), { payment: "credits", entrance: "http" });

  test("is checked without any service: who signed it, and for what", async () => {
    const file = await fileOf(JSON.stringify(await signed(), undefined, 2));
    const { code, stdout } = await verify([file, "--signer", receipts.signer]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Signed by ${receipts.signer}.`)]);
    expect(stdout).toMatch(/payment {5} +credits/);
    const told = JSON.parse((await verify([file, "--json"])).stdout) as object;
    expect(told).toMatchObject({ valid_signature: true, signer: receipts.signer, entrance: "http" });
  });

  test("is refused with a changed byte, or by another signer than the expected", async () => {
    const text = JSON.stringify(await signed());
    const changed = await verify([await fileOf(text.replace("unused", "unusod"))]);
    expect([changed.code, changed.stdout]).toEqual([
      1,
      expect.stringContaining("not the one that was signed"),
    ]);
    const other = await verify([await fileOf(text), "--signer", signer.address]);
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining(`not by ${signer.address}`)]);
  });
});

describe("a good verdict", () => {
  test("in a file is shown with who signed it and what it is about", async () => {
    const { code, stdout, stderr } = await verify([await fileOf(document)]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`Signed by ${signer.address}.`);
    for (const fact of [
      id,
      "python_code_validator (static)",
      "chain 31337",
      "valid, SHA-256",
      aVerdict().mech,
    ])
      expect(stdout).toContain(fact);
    expect(stdout).toContain("Also in the document, but not signed: assay 1.29.0, 2026-11-15T12:00:00.000Z.");
  });

  test("is found behind the address of its directory, of its file, and of a bare file", async () => {
    const { cid } = await gateway.put({ files: { [id]: document } });
    const bare = await gateway.put(document);
    for (const where of [
      cid,
      `${cid}/${id}`,
      `ipfs://${cid}/`,
      `${gateway.gatewayUrl}/ipfs/${cid}`,
      bare.cid,
    ]) {
      const asked = where.startsWith("http") ? [where] : [where, "--gateway", gateway.gatewayUrl];
      expect(await verify(asked)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(signer.address),
      });
    }
  });

  test("is found at the service, or in the folder of the agent on this machine", async () => {
    const { cid } = await gateway.put({ files: { [id]: document } });
    expect((await verify([cid], { SERVICE_URL: gateway.gatewayUrl })).code).toBe(0);
    expect(
      (await verify([cid], { IPFS_GATEWAY_URL: `http://127.0.0.1:1, ${gateway.gatewayUrl}` })).code,
    ).toBe(0);

    const dataDir = join(folder, "agent");
    await using ipfs = await openIpfs({ dataDir, clock: systemClock, log: openLog("silent") });
    const files = { [id]: Buffer.from(document) };
    const published = await ipfs.publishDirectory(files, AbortSignal.timeout(patienceMs));
    expect((await verify([published.cid], { DATA_DIR: dataDir })).code).toBe(0);
  });

  test("is told as one JSON object where that is asked for", async () => {
    const { stdout } = await verify([
      await fileOf(document),
      "--json",
      "--signer",
      signer.address.toLowerCase(),
    ]);
    expect(JSON.parse(stdout)).toEqual({
      valid_signature: true,
      signer: signer.address,
      request_id: id,
      tool: "python_code_validator",
      mode: "static",
      verdict_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      chain_id: 31337,
      marketplace: aVerdict().marketplace,
      mech: aVerdict().mech,
      request_cid: aVerdict().requestCid,
      not_signed: expect.arrayContaining(["prompt", "metadata.service"]),
      problems: [],
    });
  });
});

describe("what is not good ends with 1 and says why:", () => {
  test("a changed result", async () => {
    const changed = document.replace(String.raw`\"score\":1`, String.raw`\"score\":0`);
    const { code, stdout } = await verify([await fileOf(changed)]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("The result is not the one that was signed")]);
    expect(stdout).not.toContain("Signed by");
  });

  test("a document of another service", async () => {
    const { code, stdout } = await verify([
      await fileOf('{"requestId":7,"result":"ok","tool":"x"}'),
      "--json",
    ]);
    expect([code, JSON.parse(stdout)]).toEqual([
      1,
      expect.objectContaining({ valid_signature: false, signer: null, problems: ["`metadata` is missing."] }),
    ]);
  });

  test("another signer than was asked for", async () => {
    const { code, stdout } = await verify([await fileOf(document), "--signer", `0x${"12".repeat(20)}`]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`It was signed by ${signer.address}, not by`),
    ]);
  });

  test("a good verdict under another request's name", async () => {
    const { cid } = await gateway.put({ files: { "7": document } });
    const { code, stdout } = await verify([cid, "--gateway", gateway.gatewayUrl]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("The file is named 7, but it is about request"),
    ]);
  });

  test("text that would steer the terminal, made harmless", async () => {
    const text = await aSignedDocument({ tool: "\u001b[2Jtool", service: { name: "\u0007", version: "1" } });
    const { code, stdout } = await verify([await fileOf(text)]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("?[2Jtool")]);
    // oxlint-disable-next-line no-control-regex -- a terminal would obey control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe("what cannot be read ends with 2 and says what to do:", () => {
  test("content that nobody has", async () => {
    const absent = `f01701220${"ab".repeat(32)}`;
    const { code, stdout, stderr } = await verify([absent, "--gateway", gateway.gatewayUrl]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("--gateway")]);
  });

  test("a gateway that lies", async () => {
    const { cid } = await gateway.put({ files: { [id]: document } });
    gateway.fail("wrong bytes");
    const { code, stdout } = await verify([cid, "--gateway", gateway.gatewayUrl]);
    gateway.heal();
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("a directory of several verdicts", async () => {
    const { cid } = await gateway.put({ files: { "7": document, "8": document } });
    const { code, stderr } = await verify([cid, "--gateway", gateway.gatewayUrl]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("<cid>/<file>")]);
  });

  test.for<[string, string[]]>([
    ["nothing", []],
    ["two verdicts", ["a.json", "b.json"]],
    ["neither a file nor an address", ["no-such-file.json"]],
    ["an option that is none", ["x", "--fast"]],
    ["a signer that is none", ["x", "--signer", "assay"]],
    ["a gateway that is none", ["x", "--gateway", "ftp://example.com"]],
  ])("%s", async ([, args]) => {
    const { code, stdout, stderr } = await verify(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/[a-z]/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test("--help says how it is used, in a process of its own", async () => {
  const help = { code: 0, stdout: expect.stringContaining("assay verify <"), stderr: "" };
  expect(await runScript("scripts/verify.ts", ["--help"])).toEqual(help);
});

test("a process of its own ends with the code and without a stack", async () => {
  const { code, stdout, stderr } = await runScript("scripts/verify.ts", ["--fast"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/--fast/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
