import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  TransactionReceiptNotFoundError,
} from "viem";
import { privateKeyToAccount, privateKeyToAddress } from "viem/accounts";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/until.ts";

type Described = {
  rpc_url: string;
  marketplace: Hex;
  deposit_contract: Hex;
  x402_asset: Hex;
  service_metadata: Hex;
  mech: Hex;
  agent_id: number;
  accounts: { address: Hex; private_key: Hex }[];
  env: Record<string, string>;
};

function run(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, ["scripts/chain.ts", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function firstLine({ stdout }: { stdout: Readable }): Promise<string> {
  const [line] = (await once(createInterface(stdout), "line")) as [string];
  return line;
}

async function start(...args: string[]) {
  const child = run("--port", "0", "--json", ...args);
  const described = JSON.parse(await firstLine(child)) as Described;
  const client = createPublicClient({ transport: http(described.rpc_url), cacheTime: 0 });
  const operator = await client.readContract({
    address: described.mech,
    abi: parseAbi(["function getOperator() view returns (address)"]),
    functionName: "getOperator",
  });
  return { child, described, client, operator };
}

/** How a command that is not to run ends. */
async function failure(...args: string[]) {
  const child = run(...args);
  const [code, said] = await Promise.all([once(child, "exit"), text(child.stderr)]);
  return { code: code[0], said };
}

describe("npm run chain", () => {
  test("prints everything a program needs in its first line, advances time, and exits with 0", async () => {
    const { child, described, client, operator } = await start();
    const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/);
    const key = expect.stringMatching(/^0x[0-9a-f]{64}$/);
    expect(described).toEqual({
      rpc_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      chain_id: 31337,
      marketplace: address,
      mech: address,
      payment_type: "0xba699a34be8fe0e7725e93dcbce1701b0211a8ca61330aaeb8a05bf2ec7abed1",
      deposit_contract: address,
      service_metadata: address,
      x402_asset: address,
      identity_registry: address,
      reputation_registry: address,
      validation_registry: address,
      agent_id: 0,
      accounts: expect.arrayContaining([{ address, private_key: key }]),
      env: {
        CHAIN_RPC_URL: described.rpc_url,
        CHAIN_ID: "31337",
        CHAIN_CONFIRMATIONS: "1",
        MARKETPLACE: described.marketplace,
        MECH: described.mech,
        AGENT_PRIVATE_KEY: key,
        AGENT_START_BLOCK: expect.stringMatching(/^\d+$/),
        IDENTITY_REGISTRY: address,
        REPUTATION_REGISTRY: address,
        VALIDATION_REGISTRY: address,
        AGENT_ID: "0",
        SERVICE_METADATA: described.service_metadata,
        SERVICE_KEY: expect.stringMatching(/^[0-9a-f]{64}$/),
        DEPOSIT_CONTRACT: described.deposit_contract,
        DEPOSIT_START_BLOCK: expect.stringMatching(/^\d+$/),
        X402_PAYEE: address,
        X402_NETWORK: "eip155:31337",
        X402_ASSET: described.x402_asset,
        X402_FACILITATOR_KEY: key,
      },
    });
    expect(operator).toBe(privateKeyToAddress(described.env["AGENT_PRIVATE_KEY"] as Hex));
    const facilitator = privateKeyToAddress(described.env["X402_FACILITATOR_KEY"] as Hex);
    expect(described.accounts.length).toBeGreaterThanOrEqual(10);
    for (const { address: account, private_key } of described.accounts) {
      expect(account).toBe(privateKeyToAddress(private_key));
      expect([operator, facilitator, described.env["X402_PAYEE"]]).not.toContain(account);
      expect(await client.getBalance({ address: account })).toBe(10_000n * 10n ** 18n);
      const token = { address: described.x402_asset, abi: erc20Abi };
      expect(await client.readContract({ ...token, functionName: "balanceOf", args: [account] })).toBe(
        10n ** 9n,
      );
    }

    const before = await client.getBlockNumber();
    await until(async () => (await client.getBlockNumber()) > before);
    expect((await client.getBlock()).transactions).toEqual([]);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("gives the mech to a Safe of the agent's account with --safe, and exits with 0 on a signal", async () => {
    const { child, client, described, operator } = await start("--safe");
    const owners = await client.readContract({
      address: operator,
      abi: parseAbi(["function getOwners() view returns (address[])"]),
      functionName: "getOwners",
    });
    expect(owners).toEqual([privateKeyToAddress(described.env["AGENT_PRIVATE_KEY"] as Hex)]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("prints a table for people without --json", async () => {
    const child = run("--port", "0");
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (some: string) => (printed += some));
    await until(() => printed.includes("Stop with Ctrl-C."));
    expect(printed).toMatch(/^ {2}mech {9}0x[0-9a-fA-F]{40}/m);
    expect(printed).toMatch(/^ {2}export MARKETPLACE=0x[0-9a-fA-F]{40}$/m);
  });

  test.for([
    [["--port", "x"], '--port is a whole number from 0 to 65535, not "x".'],
    [["--port", "65536"], '--port is a whole number from 0 to 65535, not "65536".'],
    [["--block-time", "0"], '--block-time is a number of seconds up to 3600, such as 5 or 0.5, not "0".'],
    [["--fast"], "Unknown option '--fast'"],
    [["fast"], "Unexpected argument 'fast'"],
  ] as const)("rejects %s with a message", async ([args, sentence]) => {
    const { code, said } = await failure(...args);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(sentence) });
  });

  test("says what to do when its port is in use", async () => {
    await using taken = createServer();
    await once(taken.listen(0, "127.0.0.1"), "listening");
    const { port } = taken.address() as AddressInfo;
    expect(await failure("--port", String(port))).toEqual({
      code: 1,
      said: `Port ${port} is taken: choose another with --port, or 0 for any.\n`,
    });
  });
});

describe("with --block-time", () => {
  test("blocks are created at that interval", async () => {
    const { client } = await start("--block-time", "0.2");
    const before = await client.getBlockNumber();
    const since = performance.now();
    await until(async () => (await client.getBlockNumber()) >= before + 6n);
    expect(performance.now() - since).toBeGreaterThan(300);
  });

  test("a transaction waits for its block", async () => {
    const { client, described } = await start("--block-time", "3600");
    const transport = http(described.rpc_url);
    const [from, to] = described.accounts.map(({ private_key }) => privateKeyToAccount(private_key));
    const hash = await createWalletClient({ account: from!, transport }).sendTransaction({
      to: to!.address,
      value: 1n,
      chain: null,
    });
    await expect(client.getTransactionReceipt({ hash })).rejects.toThrow(TransactionReceiptNotFoundError);
    await createTestClient({ mode: "hardhat", transport }).mine({ blocks: 1 });
    expect(await client.getTransactionReceipt({ hash })).toMatchObject({ status: "success" });
  });
});
