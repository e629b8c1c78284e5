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

/** The command, with no service at its default addresses. */
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

  test("is checked without a service: its signer and its request", async () => {
    const file = await fileOf(JSON.stringify(await signed(), undefined, 2));
    const { code, stdout } = await verify([file, "--signer", receipts.signer]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Signed by ${receipts.signer}.`)]);
    expect(stdout).toMatch(/payment {5} +credits/);
    const told = JSON.parse((await verify([file, "--json"])).stdout) as object;
    expect(told).toMatchObject({ valid_signature: true, signer: receipts.signer, entrance: "http" });
  });

  test("is refused with a changed byte, or when the expected signer is another", async () => {
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

describe("a valid verdict", () => {
  test("is read from a file, and shown with its signer and its request", async () => {
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

  test("is found by the address of its directory, of its file, and of a bare file", async () => {
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

  test("is printed as one JSON object on request", async () => {
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

describe("the command exits with 1 and the reason for", () => {
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

  test("a signer other than the expected one", async () => {
    const { code, stdout } = await verify([await fileOf(document), "--signer", `0x${"12".repeat(20)}`]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`It was signed by ${signer.address}, not by`),
    ]);
  });

  test("a valid verdict under another request's name", async () => {
    const { cid } = await gateway.put({ files: { "7": document } });
    const { code, stdout } = await verify([cid, "--gateway", gateway.gatewayUrl]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining("The file is named 7, but it is about request"),
    ]);
  });

  test("text with terminal control characters, which are removed", async () => {
    const text = await aSignedDocument({ tool: "\u001b[2Jtool", service: { name: "\u0007", version: "1" } });
    const { code, stdout } = await verify([await fileOf(text)]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("?[2Jtool")]);
    // oxlint-disable-next-line no-control-regex -- a terminal would obey control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe("the command exits with 2 and advice for", () => {
  test("unavailable content", async () => {
    const absent = `f01701220${"ab".repeat(32)}`;
    const { code, stdout, stderr } = await verify([absent, "--gateway", gateway.gatewayUrl]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("--gateway")]);
  });

  test("a gateway that returns wrong content", async () => {
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
    ["an unknown option", ["x", "--fast"]],
    ["an invalid signer", ["x", "--signer", "assay"]],
    ["an invalid gateway", ["x", "--gateway", "ftp://example.com"]],
  ])("%s", async ([, args]) => {
    const { code, stdout, stderr } = await verify(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/[a-z]/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test("--help prints the usage, in its own process", async () => {
  const help = { code: 0, stdout: expect.stringContaining("assay verify <"), stderr: "" };
  expect(await runScript("scripts/verify.ts", ["--help"])).toEqual(help);
});

test("the process exits with the code and without a stack trace", async () => {
  const { code, stdout, stderr } = await runScript("scripts/verify.ts", ["--fast"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/--fast/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
