import {
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
  zeroHash,
  type Hash,
  type TransactionReceipt,
} from "viem";
import { Fault } from "../faults.ts";
import { askChain } from "../chain/chain-fault.ts";
import type { Deposit } from "../store/treasury.ts";
import { eventsOf, type DepositContract } from "./contract.ts";

/** What the chain knows of a transaction: `waiting` for a block, or mined, with the deposits it made. */
export type PaidTransaction =
  | Readonly<{ state: "unknown" | "waiting" | "reverted" }>
  | Readonly<{ state: "mined"; deposits: readonly Deposit[]; block: bigint; blockHash: Hash }>;

type Block = Readonly<{ number: bigint; hash: Hash }>;

/**
 * Reads a transaction's deposits from its receipt. Of each the place among the contract's deposits of the transaction
 * is its name: where the log stands in the block changes when the transaction comes into another one, and a page of
 * logs may lack one of several.
 */
export async function readTransaction(
  contract: DepositContract,
  tx: Hash,
  readBlockTime = async (block: Block): Promise<number> => readBlockTimeMs(contract, block),
): Promise<PaidTransaction> {
  const receipt = await askChain(
    contract.client.getTransactionReceipt({ hash: tx }).catch(unless(TransactionReceiptNotFoundError)),
  );
  if (!receipt) return { state: (await isWaiting(contract, tx)) ? "waiting" : "unknown" };
  if (receipt.status !== "success") return { state: "reverted" };
  const { blockNumber: block, blockHash } = receipt;
  const blockTimeMs = await readBlockTime({ number: block, hash: blockHash });
  return { state: "mined", deposits: depositsIn(contract, receipt, blockTimeMs), block, blockHash };
}

function depositsIn(
  { chainId, address }: DepositContract,
  { logs, transactionHash, blockNumber }: TransactionReceipt,
  blockTimeMs: number,
): readonly Deposit[] {
  const tx = transactionHash.toLowerCase() as Hash;
  return eventsOf(address, logs)
    .filter((event) => event.eventName === "DepositReceived")
    .map(({ args: { sender, fingerprint, amount } }, place) => ({
      reference: `${chainId}:${tx}:${place}`,
      tx,
      sender: sender.toLowerCase() as Hash,
      amountWei: String(amount),
      fingerprint: fingerprint === zeroHash ? null : fingerprint.slice(2).toLowerCase(),
      block: Number(blockNumber),
      blockTimeMs,
    }));
}

/** When the block was made, by its own word. A block that the chain has no more has no time. */
export async function readBlockTimeMs({ client }: DepositContract, { number, hash }: Block): Promise<number> {
  const block = await askChain(client.getBlock({ blockNumber: number }));
  if (block.hash !== hash)
    throw new Fault("chain_unavailable", { message: "The chain was reorganised while it was read." });
  return Number(block.timestamp) * 1000;
}

/** A node that has the transaction but not its receipt is not done with the block. */
async function isWaiting({ client }: DepositContract, hash: Hash): Promise<boolean> {
  const sent = client.getTransaction({ hash }).catch(unless(TransactionNotFoundError));
  return (await askChain(sent)) !== undefined;
}

function unless(expected: new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (error instanceof expected) return;
    throw error;
  };
}
