import type { Hash, Log as ChainLog } from "viem";
import { Fault } from "../faults.ts";
import type { Deposit } from "../store/treasury.ts";
import { createBoundedMap } from "./bounded-map.ts";
import { eventsOf, type DepositContract } from "./contract.ts";
import { readBlockTimeMs, readTransaction } from "./read-transaction.ts";

/** Enough for the blocks that every pass reads again. */
const maxRemembered = 1000;
/** A node that fails so often in one pass is left alone until the next. */
const maxFaults = 3;

/** The deposits that logs tell of, in the chain's order, each as its transaction's receipt has it. */
export type LogReading = (logs: readonly ChainLog[]) => AsyncGenerator<Deposit, void>;

/** A log is only a hint: what is credited comes from the receipt of its transaction. */
export function createLogReading(contract: DepositContract): LogReading {
  const times = createBoundedMap<number>(maxRemembered);
  const transactions = createBoundedMap<readonly Deposit[]>(maxRemembered);

  async function readBlockTime(block: Readonly<{ number: bigint; hash: Hash }>): Promise<number> {
    const timeMs = times.get(block.hash) ?? (await readBlockTimeMs(contract, block));
    times.set(block.hash, timeMs);
    return timeMs;
  }

  /** Undefined where the node's own receipt does not bear the log out. */
  async function depositsOf(tx: Hash, blockHash: Hash): Promise<readonly Deposit[] | undefined> {
    const name = `${blockHash}:${tx}`;
    const known = transactions.get(name);
    if (known) return known;
    const read = await readTransaction(contract, tx, readBlockTime);
    if (read.state !== "mined" || read.blockHash !== blockHash || read.deposits.length === 0)
      return undefined;
    transactions.set(name, read.deposits);
    return read.deposits;
  }

  return async function* (logs) {
    const unproven: Hash[] = [];
    const faults: Fault[] = [];
    for (const [tx, blockHash] of transactionsIn(contract, logs)) {
      const deposits = await depositsOf(tx, blockHash).catch((error: unknown) => {
        if (!(error instanceof Fault) || faults.length === maxFaults) throw error;
        faults.push(error);
        return [];
      });
      if (deposits) yield* deposits;
      else unproven.push(tx);
    }
    // Not before the others: one that the node cannot prove, or does not answer for, must not hold them up.
    if (faults[0]) throw faults[0];
    if (unproven.length > 0)
      throw new Fault("chain_unavailable", {
        message: `The node lists deposits that are not in the receipts of ${unproven.join(", ")}.`,
      });
  };
}

/** Each transaction that made a deposit, and the block it is in. */
function transactionsIn({ address }: DepositContract, logs: readonly ChainLog[]): Map<Hash, Hash> {
  const deposits = eventsOf(address, logs).filter(({ eventName }) => eventName === "DepositReceived");
  return new Map(deposits.map(({ transactionHash, blockHash }) => [transactionHash, blockHash]));
}
