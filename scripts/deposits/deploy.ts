import {
  createPublicClient,
  createWalletClient,
  encodeDeployData,
  formatEther,
  getAddress,
  http,
  type Address,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { askChain, reasonOf } from "../../parts/chain/chain-fault.ts";
import { openHardhat } from "../chain/hardhat.ts";
import type { ContractTypes } from "../chain/contract-types.ts";
import type { Surroundings } from "../command.ts";
import { readDeploySettings, usage, type DeploySettings } from "./settings.ts";

type DepositsAbi = ContractTypes["Deposits"]["abi"];

const timeoutMs = 15_000;
const maxWaitMs = 300_000;

/** The command; gives the code to end with. */
export async function deployDeposits(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    const settings = readDeploySettings(args, around.env);
    if (settings === "help") around.say(usage);
    else await deploy(settings, around.say);
    return 0;
  } catch (error) {
    around.complain(reasonOf(error));
    return 1;
  }
}

async function deploy(settings: DeploySettings, say: Surroundings["say"]): Promise<void> {
  const { rpcUrl, isDry } = settings;
  const account = privateKeyToAccount(settings.privateKey);
  const owner = getAddress(settings.owner ?? account.address);
  const transport = http(rpcUrl, { timeout: timeoutMs });
  const client = createPublicClient({ transport, cacheTime: 0, pollingInterval: 500 });
  const chainId = await requireChain(client, settings.chainId);
  const { abi, bytecode } = await readContract();
  const data = encodeDeployData({ abi, bytecode, args: [owner] });
  const cost = await estimate(client, account.address, data);
  say(
    `The deposit contract for chain ${chainId}, from ${account.address}, owned by ${owner}.\n  cost  ${cost}`,
  );
  if (owner === account.address)
    say("  note  The deploying account owns it: transfer it before its key is used on a server.");
  if (isDry) return say("Nothing was sent.");
  const hash = await createWalletClient({ account, transport }).sendTransaction({ data, chain: null });
  say(`  sent  ${hash}`);
  const receipt = await client.waitForTransactionReceipt({ hash, timeout: maxWaitMs });
  const address = await requireDeployed(client, { receipt, abi, owner });
  say(`\nDeployed. For the service and the agent:\n\n  CHAIN_ID=${chainId}`);
  say(`  DEPOSIT_CONTRACT=${address}\n  DEPOSIT_START_BLOCK=${receipt.blockNumber}`);
}

async function requireChain(client: PublicClient, expected: number | undefined): Promise<number> {
  const served = await askChain(client.getChainId());
  if (expected === undefined || served === expected) return served;
  throw new Error(`CHAIN_ID is ${expected}, but the node at CHAIN_RPC_URL serves chain ${served}.`);
}

async function readContract(): Promise<{ abi: DepositsAbi; bytecode: Hex }> {
  const { artifacts } = await openHardhat();
  const { abi, bytecode } = await artifacts.readArtifact("Deposits");
  return { abi: abi as DepositsAbi, bytecode: bytecode as Hex };
}

async function estimate(client: PublicClient, account: Address, data: Hex): Promise<string> {
  const [gas, priceWei, heldWei] = await askChain(
    Promise.all([
      client.estimateGas({ account, data }),
      client.getGasPrice(),
      client.getBalance({ address: account }),
    ]),
  );
  const words = `about ${formatEther(gas * priceWei)} (${gas} gas at ${priceWei} wei), of ${formatEther(heldWei)} held`;
  if (heldWei >= gas * priceWei) return words;
  throw new Error(`${account} cannot pay for it: it costs ${words}.`);
}

/** A contract that is not ours to withdraw from must not be paid to by anybody. */
async function requireDeployed(
  client: PublicClient,
  { receipt, abi, owner }: { receipt: TransactionReceipt; abi: DepositsAbi; owner: Address },
): Promise<Address> {
  const { status, contractAddress, transactionHash, blockNumber } = receipt;
  if (status !== "success" || !contractAddress)
    throw new Error(`Transaction ${transactionHash} is in block ${blockNumber}, but it created no contract.`);
  const address = getAddress(contractAddress);
  const owned = await askChain(client.readContract({ address, abi, functionName: "owner" }));
  if (owned !== owner) throw new Error(`The contract at ${address} is owned by ${owned}: do not use it.`);
  return address;
}
