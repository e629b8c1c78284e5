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

test("puts a contract on the chain that the named owner owns, and says what to set", async () => {
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

test("says that the deploying account owns it when no other is named", async () => {
  const { said } = await deploy([]);
  expect(said).toContain(`owned by ${chain.users[2]!.address}`);
  expect(said).toContain("transfer it");
});

test("sends nothing in a dry run, and says what it would cost", async () => {
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
])("ends with a sentence when %s", async ([, args, env, sentence]) => {
  const { code, complaints } = await deploy(args, env);
  expect([code, complaints]).toEqual([1, expect.stringMatching(sentence)]);
});

test("explains itself", async () => {
  expect(await deploy(["--help"])).toMatchObject({ code: 0, said: expect.stringContaining("--dry-run") });
});
