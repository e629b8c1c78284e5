import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseEventLogs, type Abi, type Hex } from "viem";
import { describe, expect, test } from "vitest";
import { modeOf } from "../../agent/verdicts/tools.ts";
import { modes } from "../../engine/job.ts";
import { mined } from "../../scripts/chain/deployer.ts";
import { listChoices, toolOf } from "../../service/marketplace/ask/choices.ts";
import { writeCommands, type Asking } from "../../service/marketplace/ask/commands.ts";
import { requestGas } from "../../service/marketplace/ask/gas-cost.ts";
import { startIpfsStandIn } from "../support/ipfs-stand-in.ts";
import { useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain({ chainId: 100 });

async function asking(mode: (typeof modes)[number]): Promise<Asking> {
  const rateWei = String(await chain.mech.read.maxDeliveryRate());
  const { address: marketplace } = chain.marketplace;
  return { chainId: 100, marketplace, mode, tool: toolOf[mode], mech: chain.mech.address, rateWei };
}

const commandOf = async (name: string, mode: (typeof modes)[number]): Promise<string> =>
  writeCommands(await asking(mode)).find((each) => each.name === name)!.text;

/** The request that a transaction made at the mech, and what its sender paid for gas. */
async function requestIn(hash: Hex) {
  const { logs, gasUsed } = await chain.clients.public.waitForTransactionReceipt({ hash });
  const [request] = parseEventLogs({ abi: chain.mech.abi, logs, eventName: "Request" });
  return { data: request!.args.data, gasUsed };
}

test("the page's tools are the agent's", () => {
  expect(Object.fromEntries(modes.map((mode) => [toolOf[mode], mode]))).toEqual(modeOf);
});

test("the cheapest of several mechs that is paid in the coin has the tool", () => {
  const mech = { operator: "0x1", serviceId: "1", karma: "0", balanceWei: "0", deliveries: "0" } as const;
  const token = { address: "0xaa", symbol: "OLAS", decimals: 18 } as const;
  const tools = [toolOf.static];
  expect(
    listChoices({
      mechs: [
        { ...mech, address: "0xa", tools, rateWei: "20" },
        { ...mech, address: "0xb", tools, rateWei: "10" },
        { ...mech, address: "0xc", tools: [...tools, toolOf.repair], rateWei: "1", token },
      ],
    }),
  ).toEqual([{ mode: "static", tool: toolOf.static, mech: "0xb", rateWei: "10" }]);
});

describe("the TypeScript of the marketplace page", () => {
  test.for(modes)(
    "asks in mode %s as it is pasted: content on IPFS, its digest and the price on chain",
    async (mode) => {
      await using ipfs = await startIpfsStandIn();
      const folder = await mkdtemp(join(tmpdir(), "assay-asking-"));
      try {
        await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
        const text = (await commandOf("TypeScript", mode))
          .replace("https://registry.autonolas.tech/api/v0", `${ipfs.apiUrl}/api/v0`)
          .replace("transport: http()", `transport: http("${chain.url}")`);
        await writeFile(join(folder, "ask.ts"), text);
        const env = { ...process.env, PRIVATE_KEY: chain.users[0]!.privateKey };
        const { stdout } = await promisify(execFile)(process.execPath, ["ask.ts"], { cwd: folder, env });
        const [, hash] = /^Asked in block \d+: (0x[0-9a-f]{64})$/m.exec(stdout)!;
        const { data, gasUsed } = await requestIn(hash as Hex);
        const content = await fetch(`${ipfs.gatewayUrl}/ipfs/f01701220${data.slice(2)}`);
        expect(await content.json()).toMatchObject({
          tool: toolOf[mode],
          prompt: expect.stringContaining("def double(n"),
          ...(mode === "execute" && { examples: "assert double(5) == 10" }),
        });
        expect(gasUsed).toBeLessThanOrEqual(requestGas);
        expect(gasUsed * 2n).toBeGreaterThan(requestGas);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

test("the contract of the marketplace page compiles, asks and pays", async () => {
  const { abi, bytecode } = compile(await commandOf("From a contract", "execute"));
  const [account] = chain.users;
  const { wallet, public: reader } = chain.clients;
  const deployed = await mined(chain.clients, wallet.deployContract({ abi, bytecode, account: account! }));
  const address = deployed.contractAddress!;
  const digest: Hex = `0x${"5a".repeat(32)}`;
  const price = await chain.mech.read.maxDeliveryRate();
  const call = { address, abi, functionName: "ask", args: [digest], account: account! } as const;
  await expect(reader.simulateContract({ ...call, value: price - 1n })).rejects.toThrow("send PRICE");
  const { transactionHash } = await mined(chain.clients, wallet.writeContract({ ...call, value: price }));
  expect((await requestIn(transactionHash)).data).toBe(digest);
});

type Compiled = Readonly<{ abi: Abi; evm: { bytecode: { object: string } } }>;

function compile(content: string): { abi: Abi; bytecode: Hex } {
  const solc = createRequire(import.meta.url)("solc") as { compile(input: string): string };
  const input = {
    language: "Solidity",
    sources: { "AskAssay.sol": { content } },
    settings: { outputSelection: { "*": { AskAssay: ["abi", "evm.bytecode.object"] } } },
  };
  const { errors = [], contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
    errors?: readonly { formattedMessage: string }[];
    contracts: { "AskAssay.sol": { AskAssay: Compiled } };
  };
  expect(errors.map(({ formattedMessage }) => formattedMessage)).toEqual([]);
  const { abi, evm } = contracts["AskAssay.sol"].AskAssay;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}
