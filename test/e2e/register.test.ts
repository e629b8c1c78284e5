import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register as registerCommand } from "../../scripts/register/register.ts";
import { digestOf, parseAddress } from "../../parts/ipfs/address.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { startIpfsStandIn, type IpfsStandIn } from "../support/ipfs-stand-in.ts";
import { useLocalChain } from "../support/local-chain.ts";
import { runHere, runScript, type Ended } from "./commands.ts";

const plain = useLocalChain();
const behindSafe = useLocalChain({ safe: true });
let ipfs: IpfsStandIn;
let folder: string;
beforeAll(async () => {
  ipfs = await startIpfsStandIn();
  folder = await mkdtemp(join(tmpdir(), "assay-register-"));
});
afterAll(async () => {
  await ipfs[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The command with a key that is not the agent's operator; an empty variable counts as not set. */
async function register(
  args: readonly string[],
  env: Record<string, string> = {},
  chain = plain,
): Promise<Ended> {
  return runHere(registerCommand, args, {
    ...chain.env,
    AGENT_ID: "",
    AGENT_PRIVATE_KEY: chain.users[3]!.privateKey,
    BASE_URL: "https://assay.example/",
    ...env,
  });
}

const file = "https://assay.example/.well-known/agent-registration.json";

describe("the register command", () => {
  test("registers an id that points to the registration file, and prints the variable to set", async () => {
    const { code, stdout } = await register([]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/sent {2}0x[0-9a-f]{64}\n[\s\S]*\n {2}AGENT_ID=1\n/),
    ]);
    expect(await plain.identity.read.tokenURI([1n])).toBe(file);
    expect(await plain.identity.read.ownerOf([1n])).toBe(plain.users[3]!.address);
    expect(await plain.identity.read.getAgentWallet([1n])).toBe(plain.users[3]!.address);
  });

  test("refuses a second registration with the existing id, unless another is requested", async () => {
    await register([]);
    const again = await register([]);
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringMatching(/is registered already \(1 in all, as agent 1\)\. Set AGENT_ID .* --another/),
    ]);
    expect((await register(["--another"])).stdout).toContain("AGENT_ID=2\n");
  });

  test("does nothing for an agent whose file is already right", async () => {
    await register([]);
    const before = await plain.clients.public.getBlockNumber();
    const { code, stdout } = await register([], { AGENT_ID: "1" });
    expect([code, stdout]).toEqual([0, expect.stringContaining("There is nothing to do.")]);
    expect(await plain.clients.public.getBlockNumber()).toBe(before);
  });

  test("updates an agent whose file moved, agent 0 too", async () => {
    const env = { AGENT_ID: "0", AGENT_PRIVATE_KEY: plain.agent.privateKey };
    expect((await register([], env)).stdout).toContain(`Agent 0's file is now ${file}.`);
    expect(await plain.identity.read.tokenURI([0n])).toBe(file);
    await register([], { ...env, BASE_URL: "https://other.example" });
    expect(await plain.identity.read.tokenURI([0n])).toBe(
      "https://other.example/.well-known/agent-registration.json",
    );
  });

  test("takes its key from a file, too", async () => {
    const path = join(folder, "key");
    await writeFile(path, `${plain.users[3]!.privateKey}\n`);
    const { code } = await register([], { AGENT_PRIVATE_KEY: "", AGENT_PRIVATE_KEY_FILE: path });
    expect(code).toBe(0);
  });

  test("prints what it would send and the cost in a dry run, and sends nothing", async () => {
    const before = await plain.clients.public.getBlockNumber();
    const { code, stdout } = await register(["--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/nothing will be sent/);
    expect(stdout).toMatch(/data {2}0xf2c298be[0-9a-f]+\n {2}cost {2}about 0\.\d+ \(\d+ gas at \d+ wei\)/);
    expect(await plain.clients.public.getBlockNumber()).toBe(before);
  });
});

describe("a registration is refused with advice for", () => {
  test.for<[string, Record<string, string>, RegExp]>([
    ["no registry and no key", { IDENTITY_REGISTRY: "", AGENT_PRIVATE_KEY: "" }, /IDENTITY_REGISTRY/],
    ["no key", { AGENT_PRIVATE_KEY: "" }, /AGENT_PRIVATE_KEY_FILE/],
    ["an invalid key", { AGENT_PRIVATE_KEY: "0x12" }, /AGENT_PRIVATE_KEY/],
    ["no public address", { BASE_URL: "" }, /BASE_URL/],
    ["the id of another chain", { CHAIN_ID: "100" }, /CHAIN_ID is 100, but the node .* serves chain 31337/],
    ["an agent that does not exist", { AGENT_ID: "77" }, /There is no agent 77 in registry/],
    ["an agent of another owner", { AGENT_ID: "0" }, /Agent 0 belongs to 0x.* may not change it/],
    ["a node that does not answer", { CHAIN_RPC_URL: "http://127.0.0.1:1" }, /chain cannot be reached/],
    ["an empty account", { AGENT_PRIVATE_KEY: `0x${"77".repeat(32)}` }, /funds/],
  ])("%s", async ([, env, words]) => {
    const { code, stderr } = await register([], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  test("an unknown option", async () => {
    expect(await register(["--fast"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--fast") });
  });
});

describe("the list of tools", () => {
  const chains = { "by the operator itself": plain, "through the operator's Safe": behindSafe };

  test.for(Object.entries(chains))("is published and named on chain %s", async ([, chain]) => {
    const env = toolEnv(chain);
    const { code, stdout } = await register(["--tools"], env, chain);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/sent {2}0x[0-9a-f]{64}/)]);
    const uri = await chain.metadata.read.tokenURI([chain.serviceId]);
    const cid = uri.replace("ipfs://", "");
    expect(cid).toMatch(/^f01701220[0-9a-f]{64}$/);
    const document = await (await fetch(`${ipfs.gatewayUrl}/ipfs/${cid}`)).json();
    expect(document).toMatchObject({
      tools: ["python_code_validator", "python_code_repair", "python_code_execute"],
    });
    expect(await register(["--tools"], env, chain)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("There is nothing to do."),
    });
  });

  test("contains only the tools that the service's mechs serve", async () => {
    const env = { ...toolEnv(plain), MECH: `${plain.mech.address}=python_code_execute` };
    await register(["--tools"], env);
    const cid = (await plain.metadata.read.tokenURI([plain.serviceId])).replace("ipfs://", "");
    const document = await (await fetch(`${ipfs.gatewayUrl}/ipfs/${cid}`)).json();
    expect(document).toMatchObject({ tools: ["python_code_execute"] });
  });

  test("is shown in a dry run under its future address, and is neither published nor named", async () => {
    const asked = ipfs.requests.length;
    const dry = await register(["--tools", "--dry-run"], toolEnv(plain));
    expect(dry.code).toBe(0);
    expect(ipfs.requests.length).toBe(asked);
    expect(await plain.metadata.read.mapServiceHashes([plain.serviceId])).toBe(`0x${"00".repeat(32)}`);
    const cid = /f01701220[0-9a-f]{64}/.exec(dry.stdout)?.[0] ?? "";
    await register(["--tools"], toolEnv(plain));
    expect(await plain.metadata.read.mapServiceHashes([plain.serviceId])).toBe(digestOf(parseAddress(cid)));
  });

  test.for(["on", "off"])("names the agent's own address when signed requests are %s", async (signed) => {
    const address = { SIGNED_REQUESTS: signed, PUBLIC_AGENT_URL: "https://agent.example/" };
    const { stdout } = await register(["--tools", "--dry-run"], { ...toolEnv(plain), ...address });
    expect(stdout.includes('"url":"https://agent.example"')).toBe(signed === "on");
  });

  test("names the operator, with the host that serves the registration file as its domain", async () => {
    const about = { OPERATOR_NAME: " Example Ltd ", TERMS_URL: "https://assay.example/terms" };
    const { stdout } = await register(["--tools", "--dry-run"], { ...toolEnv(plain), ...about });
    expect(stdout).toContain('"operator":{"name":"Example Ltd","domain":"assay.example"}');
    expect(stdout).toContain('"termsUrl":"https://assay.example/terms"');
  });

  test.for<[string, Record<string, string>, RegExp]>([
    ["an operator whose domain cannot prove it", { BASE_URL: "https://127.0.0.1:8402" }, /OPERATOR_NAME/],
    ["an operator at a folder of a host", { BASE_URL: "https://assay.example/here" }, /OPERATOR_NAME/],
    ["a name with a line break", { OPERATOR_NAME: "Example\nLtd" }, /OPERATOR_NAME/],
    ["terms that are not at an https address", { TERMS_URL: "http://assay.example/terms" }, /TERMS_URL/],
  ])("is refused with %s", async ([, env, words]) => {
    const named = { ...toolEnv(plain), OPERATOR_NAME: "Example Ltd", ...env };
    const { code, stderr } = await register(["--tools", "--dry-run"], named);
    expect([code, stderr]).toEqual([1, expect.stringMatching(words)]);
  });

  test("is refused for a key that does not operate the mech", async () => {
    const env = { ...toolEnv(plain), AGENT_PRIVATE_KEY: plain.users[3]!.privateKey };
    const { code, stderr } = await register(["--tools"], env);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/The operator of mech 0x.* is 0x/)]);
  });

  test("is refused without the contract that names it", async () => {
    const { code, stderr } = await register(["--tools"], { ...toolEnv(plain), SERVICE_METADATA: "" });
    expect([code, stderr]).toEqual([1, expect.stringContaining("SERVICE_METADATA")]);
  });

  function toolEnv(chain: typeof plain): Record<string, string> {
    return {
      AGENT_PRIVATE_KEY: chain.agent.privateKey,
      SERVICE_METADATA: chain.metadata.address,
      IPFS_API_URL: ipfs.apiUrl,
      DATA_DIR: folder,
    };
  }
});

test("a registered agent can be rated, but not by its owner", async () => {
  await register([]);
  const hash = `0x${"00".repeat(32)}` as const;
  const args = [1n, 90n, 0, "starred", "", "", "", hash] as const;
  const rating = plain.reputation.write.giveFeedback(args, { account: plain.users[3]! });
  await expect(rating).rejects.toThrow("Self-feedback not allowed");
  await mined(plain.clients, plain.reputation.write.giveFeedback(args, { account: plain.users[0]! }));
  expect(await plain.reputation.read.getSummary([1n, [plain.users[0]!.address], "", ""])).toEqual([
    1n,
    90n,
    0,
  ]);
});

test("--help prints the usage, in its own process", async () => {
  const help = { code: 0, stdout: expect.stringContaining("npm run register --"), stderr: "" };
  expect(await runScript("scripts/register.ts", ["--help"])).toEqual(help);
});

test("the process exits with the code and without a stack trace", async () => {
  const { code, stdout, stderr } = await runScript("scripts/register.ts", ["--fast"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/--fast/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
