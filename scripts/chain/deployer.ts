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
  deploy<Name extends ContractName>(
    name: Name,
    args: ContractConstructorArgs<AbiOf<Name>>,
  ): Promise<Contract<Name>>;
}>;

/** The three ways of talking to the chain: reading it, sending to it, and being its master. */
export function createClients(url: string) {
  const options = { chain: localChain, transport: http(url), pollingInterval, cacheTime: 0 };
  return {
    public: createPublicClient(options),
    wallet: createWalletClient({ ...options, account: deployer as Account }),
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

  async function deploy(name: string, args: unknown): Promise<never> {
    const { abi, bytecode } = await read(name);
    const hash = await clients.wallet.deployContract({
      abi: abi as Abi,
      bytecode: bytecode as Hex,
      args: args as readonly unknown[],
    });
    const { contractAddress } = await mined(clients, hash);
    if (!contractAddress) throw new Error(`${name} was not deployed.`);
    return at(name, contractAddress);
  }

  return { at, deploy };
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
