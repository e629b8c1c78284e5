import {
  BaseError,
  createPublicClient,
  createWalletClient,
  formatEther,
  http,
  type PublicClient,
  type TransactionReceipt,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { OperatorCall } from "../../agent/marketplace/operator-call.ts";
import { askChain, revertOf } from "../../parts/chain/chain-fault.ts";

type Settings = Readonly<{
  rpcUrl: string;
  chainId: number | undefined;
  privateKey: `0x${string}`;
  /** Nothing is sent; what would be is shown. */
  isDry: boolean;
  say: (line: string) => void;
}>;

/** The operator's account on its chain. */
export type Sender = Readonly<{
  client: PublicClient;
  chainId: number;
  address: `0x${string}`;
  isDry: boolean;
  say: (line: string) => void;
  /** Sends a call and waits until it is in a block, or shows what it would cost; undefined where nothing was sent. */
  send(what: string, call: OperatorCall): Promise<TransactionReceipt | undefined>;
}>;

const timeoutMs = 15_000;
const maxWaitMs = 300_000;

export async function openSender({ rpcUrl, chainId, privateKey, isDry, say }: Settings): Promise<Sender> {
  const account = privateKeyToAccount(privateKey);
  const transport = http(rpcUrl, { timeout: timeoutMs });
  const client = createPublicClient({ transport, cacheTime: 0, pollingInterval: 500 });
  const wallet = createWalletClient({ account, transport });
  const served = await askChain(client.getChainId());
  if (chainId !== undefined && served !== chainId) {
    throw new Error(`CHAIN_ID is ${chainId}, but the node at CHAIN_RPC_URL serves chain ${served}.`);
  }
  const held = formatEther(await askChain(client.getBalance({ address: account.address })));
  say(`As ${account.address} on chain ${served}, holding ${held}${isDry ? "; nothing will be sent" : ""}.`);

  async function send(what: string, call: OperatorCall): Promise<TransactionReceipt | undefined> {
    const costs = await estimate(client, { ...call, account: account.address });
    say(`${what}\n  to    ${call.to}\n  data  ${call.data}\n  cost  ${costs.words}`);
    if (isDry) return undefined;
    const hash = await wallet
      .sendTransaction({ ...call, gas: costs.gas, chain: null })
      .catch((cause: unknown) => notSent(cause));
    say(`  sent  ${hash}`);
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: maxWaitMs });
    if (receipt.status !== "success")
      throw new Error(`Transaction ${hash} is in block ${receipt.blockNumber}, but it was reverted.`);
    say(`  done  block ${receipt.blockNumber}, ${receipt.gasUsed} gas`);
    return receipt;
  }

  return { client, chainId: served, address: account.address, isDry, say, send };
}

function notSent(cause: unknown): never {
  const why = cause instanceof BaseError ? cause.details || cause.shortMessage : String(cause);
  throw new Error(`The transaction was not sent: ${why}`, { cause });
}

/** With room for what changes until it is in a block. */
async function estimate(client: PublicClient, call: OperatorCall & { account: `0x${string}` }) {
  try {
    const [needed, priceWei] = await askChain(Promise.all([client.estimateGas(call), client.getGasPrice()]));
    const gas = (needed * 12n) / 10n;
    return { gas, words: `about ${formatEther(needed * priceWei)} (${needed} gas at ${priceWei} wei)` };
  } catch (error) {
    const why = revertOf(error);
    if (why === undefined) throw error;
    throw new Error(`The call to ${call.to} would fail: ${why}`, { cause: error });
  }
}
