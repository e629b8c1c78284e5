import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  type ContractConstructorArgs,
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  type GetContractReturnType,
  getAddress,
  getContract,
  type Hex,
  http,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from "viem";
import { deployer } from "./accounts.ts";
import type { ContractTypes } from "./contract-types.ts";
import { withSpareGas } from "./gas.ts";

export const localChain = defineChain({
  id: 31337,
  name: "Assay local chain",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["http://127.0.0.1:8545"] } },
});

const pollingInterval = 20;

export type ContractName = keyof ContractTypes;
type AbiOf<Name extends ContractName> = ContractTypes[Name]["abi"];
type Clients = { public: PublicClient<Transport, Chain>; wallet: WalletClient<Transport, Chain, Account> };

/** A deployed contract with its functions by name. Writes come from the deployer unless another account is given. */
export type Contract<Name extends ContractName> = GetContractReturnType<AbiOf<Name>, Clients, Address>;

export type ChainClients = ReturnType<typeof createClients>;

/** Puts contracts on the chain by their names and finds them again. */
export type Deployer = Readonly<{
  at<Name extends ContractName>(name: Name, address: Address): Promise<Contract<Name>>;
  /** At the given address, or wherever the deployer's next contract comes to be. */
  deploy<Name extends ContractName>(
    name: Name,
    args: ContractConstructorArgs<AbiOf<Name>>,
    place?: Address,
  ): Promise<Contract<Name>>;
}>;

/** The three ways of talking to the chain: reading it, sending to it, and being its master. */
export function createClients(url: string, chainId: number = localChain.id) {
  const options = {
    chain: { ...localChain, id: chainId },
    transport: http(url),
    pollingInterval,
    cacheTime: 0,
  };
  return {
    public: createPublicClient(options),
    wallet: createWalletClient({
      ...options,
      transport: withSpareGas(http(url)),
      account: deployer as Account,
    }),
    test: createTestClient({ ...options, mode: "hardhat" }),
  };
}

export function createDeployer(hardhat: HardhatRuntimeEnvironment, clients: ChainClients): Deployer {
  const read = (name: string) => hardhat.artifacts.readArtifact(name);

  // What is of every contract's type saves the compiler from comparing all of them, which takes it minutes.
  async function at(name: string, place: Address): Promise<never> {
    const { abi } = await read(name);
    const { public: reader, wallet } = clients;
    const address = getAddress(place);
    return getContract({ abi: abi as Abi, address, client: { public: reader, wallet } }) as never;
  }

  async function deploy(name: string, args: unknown, place?: Address): Promise<never> {
    const artifact = await read(name);
    const contract = {
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode as Hex,
      args: args as readonly unknown[],
    };
    if (place !== undefined) {
      await constructAt(clients, place, encodeDeployData(contract));
      return at(name, place);
    }
    const { contractAddress } = await mined(clients, clients.wallet.deployContract(contract));
    if (!contractAddress) throw new Error(`${name} was not deployed.`);
    return at(name, contractAddress);
  }

  return { at, deploy };
}

/**
 * Runs a constructor at an address that no deployment leads to. Its code is put there and called like any other: it
 * writes its storage, knows its own address, and gives back the code that is to stay.
 */
async function constructAt(
  clients: Pick<ChainClients, "public" | "wallet" | "test">,
  address: Address,
  constructor: Hex,
): Promise<void> {
  await clients.test.setCode({ address, bytecode: constructor });
  const { data } = await clients.public.call({ to: address, account: deployer });
  await mined(clients, clients.wallet.sendTransaction({ to: address, gas: 16_000_000n }));
  await clients.test.setCode({ address, bytecode: data ?? "0x" });
}

/** The receipt of a transaction, which must have succeeded. */
export async function mined(
  { public: reader }: Pick<ChainClients, "public">,
  sent: Hex | Promise<Hex>,
): Promise<TransactionReceipt> {
  const hash = await sent;
  const receipt = await reader.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`Transaction ${hash} was reverted.`);
  return receipt;
}
