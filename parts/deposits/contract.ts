import { parseAbi, parseEventLogs, type Address, type Log as ChainLog } from "viem";
import { Fault } from "../faults.ts";
import { askChain } from "../chain/chain-fault.ts";
import type { Chain } from "../chain/open-chain.ts";

/** The events of contracts/payments/Deposits.sol by which money comes and goes. */
export const depositsAbi = parseAbi([
  "event DepositReceived(address indexed sender, bytes32 indexed fingerprint, uint256 amount)",
  "event Withdrawn(address indexed receiver, uint256 amount)",
]);

/** The deposit contract on its chain. */
export type DepositContract = Chain & Readonly<{ address: Address }>;

/** Throws unless the node serves the chain, and the chain has a contract there: others send their money to it. */
export async function requireContract({ client, chainId, address }: DepositContract): Promise<void> {
  const [served, code] = await askChain(Promise.all([client.getChainId(), client.getCode({ address })]));
  if (served !== chainId)
    throw new Fault("chain_unavailable", {
      message: `The node serves chain ${served}, not chain ${chainId}.`,
    });
  if (code === undefined)
    throw new Fault("chain_unavailable", { message: `Chain ${chainId} has no contract at ${address}.` });
}

type MinedLog = ChainLog<bigint, number, false>;

/** The contract's own events among the logs that a node answered with, in the chain's order. */
export function eventsOf(address: Address, logs: readonly ChainLog[]) {
  const own = logs
    .filter((log): log is MinedLog => log.address.toLowerCase() === address.toLowerCase() && isMined(log))
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return parseEventLogs({ abi: depositsAbi, logs: own });
}

function isMined({ blockNumber, blockHash, transactionHash, logIndex }: ChainLog): boolean {
  return blockNumber !== null && blockHash !== null && transactionHash !== null && logIndex !== null;
}
