import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { randomBytes } from "node:crypto";
import {
  type Account,
  type Address,
  type Chain,
  concatHex,
  encodeFunctionData,
  type GetContractReturnType,
  getContract,
  getCreate2Address,
  type Hex,
  parseAbi,
  type PublicClient,
  toHex,
  type Transport,
  type WalletClient,
  zeroAddress,
  zeroHash,
} from "viem";
import { safeAbi } from "../../agent/marketplace/abi.ts";
import { type ChainClients, mined } from "./deployer.ts";

/** The code that its makers published, never compiled here. Only the newest two packages call it by its present name. */
const releases = {
  "1.3.0": { from: "@gnosis.pm/safe-contracts", name: "GnosisSafe" },
  "1.4.1": { from: "@safe-global/safe-contracts", name: "Safe" },
  "1.5.0": { from: "@safe-global/safe-smart-account", name: "Safe" },
} as const;

export type SafeVersion = keyof typeof releases;
export const safeVersions = Object.keys(releases) as SafeVersion[];

export type Safe = GetContractReturnType<
  typeof safeAbi,
  { public: PublicClient<Transport, Chain>; wallet: WalletClient<Transport, Chain, Account> },
  Address
>;

/** What puts a contract where its code says: with it, the parts of a Safe have the addresses that other chains know. */
const placing = {
  address: "0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7",
  bytecode:
    "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3",
} as const;

const creation = parseAbi([
  "function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)",
  "function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)",
]);

/** A new Safe, which can sign messages and hold tokens: its fallback handler answers for it. */
export async function createSafe(
  clients: ChainClients,
  owners: readonly Address[],
  { threshold = 1n, version = "1.3.0" }: { threshold?: bigint; version?: SafeVersion } = {},
): Promise<Safe> {
  const { singleton, factory, handler } = await placeParts(clients, version);
  const terms = [owners, threshold, zeroAddress, "0x", handler, zeroAddress, 0n, zeroAddress] as const;
  const initializer = encodeFunctionData({ abi: creation, functionName: "setup", args: terms });
  const call = {
    address: factory,
    abi: creation,
    functionName: "createProxyWithNonce",
    args: [singleton, initializer, BigInt(toHex(randomBytes(32)))],
  } as const;
  const { result: address } = await clients.public.simulateContract(call);
  await mined(clients, clients.wallet.writeContract(call));
  return getContract({ abi: safeAbi, address, client: { public: clients.public, wallet: clients.wallet } });
}

/** Of one version: what every Safe is a proxy of, what makes the proxies, and what answers for them. */
export async function placeParts(clients: ChainClients, version: SafeVersion) {
  const { name } = releases[version];
  await clients.test.setCode(placing);
  return {
    singleton: await place(clients, readCode(version, `${name}L2`)),
    factory: await place(clients, readCode(version, `proxies/${name}ProxyFactory`)),
    handler: await place(clients, readCode(version, "handler/CompatibilityFallbackHandler")),
  };
}

function readCode(version: SafeVersion, contract: string): Hex {
  const require = createRequire(import.meta.url);
  const file = `${contract}.sol/${contract.split("/").at(-1)}.json`;
  const path = require.resolve(`${releases[version].from}/build/artifacts/contracts/${file}`);
  return JSON.parse(readFileSync(path, "utf8")).bytecode;
}

async function place(clients: ChainClients, bytecode: Hex): Promise<Address> {
  const address = getCreate2Address({ from: placing.address, salt: zeroHash, bytecode });
  if ((await clients.public.getCode({ address })) === undefined) {
    const data = concatHex([zeroHash, bytecode]);
    await mined(clients, clients.wallet.sendTransaction({ to: placing.address, data }));
  }
  return address;
}
