import { createPublicClient, http, type Hex } from "viem";
import { expect, test } from "vitest";
import { deployDeposits } from "../../scripts/deposits/deploy.ts";
import { requireContract } from "../../parts/deposits/contract.ts";
import { useLocalChain } from "../support/local-chain.ts";

const chain = useLocalChain();

async function deploy(args: readonly string[], env: Record<string, string> = {}) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await deployDeposits(args, {
    env: { CHAIN_RPC_URL: chain.url, DEPLOYER_PRIVATE_KEY: chain.users[2]!.privateKey, ...env },
    say: (text) => said.push(text),
    complain: (text) => complaints.push(text),
  });
  return { code, said: said.join("\n"), complaints: complaints.join("\n") };
}
const nonce = () => chain.clients.public.getTransactionCount({ address: chain.users[2]!.address });

test("the command deploys a contract for the given owner and prints the settings", async () => {
  const owner = chain.users[5]!.address;
  const { code, said } = await deploy(["--owner", owner.toLowerCase()], { CHAIN_ID: "31337" });
  expect(code).toBe(0);
  const [, address, block] = /DEPOSIT_CONTRACT=(0x[0-9a-fA-F]{40})\n {2}DEPOSIT_START_BLOCK=(\d+)/.exec(
    said,
  )!;
  const deposits = await chain.contracts.at("Deposits", address as Hex);
  expect(await deposits.read.owner()).toBe(owner);
  expect(BigInt(block!)).toBe(await chain.clients.public.getBlockNumber());
  const client = createPublicClient({ transport: http(chain.url) });
  await requireContract({ client, chainId: 31337, address: deposits.address });
});

test("the command prints that the deploying account is the owner when none is given", async () => {
  const { said } = await deploy([]);
  expect(said).toContain(`owned by ${chain.users[2]!.address}`);
  expect(said).toContain("transfer it");
});

test("a dry run sends nothing and prints the cost", async () => {
  const before = await nonce();
  const { code, said } = await deploy(["--dry-run"]);
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/cost {2}about 0\.\d+ \(\d+ gas[\s\S]*Nothing was sent\.$/),
  ]);
  expect(await nonce()).toBe(before);
});

test.for<[string, string[], Record<string, string>, RegExp]>([
  ["the node serves another chain", [], { CHAIN_ID: "100" }, /CHAIN_ID is 100, but .* serves chain 31337/],
  ["there is no key", [], { DEPLOYER_PRIVATE_KEY: "" }, /DEPLOYER_PRIVATE_KEY must be set/],
  ["there is no money", [], { DEPLOYER_PRIVATE_KEY: "11".repeat(32) }, /cannot pay for it/],
  ["nobody answers", [], { CHAIN_RPC_URL: "http://127.0.0.1:9" }, /The chain cannot be reached/],
  ["the owner is no address", ["--owner", "assay.eth"], {}, /--owner must be/],
  ["an option is unknown", ["--force"], {}, /Unknown option/],
])("the command exits with a message when %s", async ([, args, env, sentence]) => {
  const { code, complaints } = await deploy(args, env);
  expect([code, complaints]).toEqual([1, expect.stringMatching(sentence)]);
});

test("the command prints its help", async () => {
  expect(await deploy(["--help"])).toMatchObject({ code: 0, said: expect.stringContaining("--dry-run") });
});
