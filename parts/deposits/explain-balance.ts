import { BaseError, RpcRequestError, type Log as ChainLog } from "viem";
import { Fault } from "../faults.ts";
import { reasonOf } from "../chain/chain-fault.ts";
import type { BlockRange } from "../chain/scan-logs.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import { eventsOf, type DepositContract } from "./contract.ts";

/** Longer than a node needs to index the logs of a block. */
const patienceMs = 120_000;
const tries = 3;

/**
 * Checks logs against the contract's balance: if it grew by more than they show, some are missing, and the blocks are
 * read again. Gives up after `patienceMs`, since anybody can force money on a contract without an event.
 */
export type Explaining = (logs: readonly ChainLog[], blocks: BlockRange) => Promise<void>;

export function createExplaining(
  contract: DepositContract,
  { clock, log }: Readonly<{ clock: Clock; log: Log }>,
): Explaining {
  let inDoubtSinceMs: number | undefined;
  let explainedTo = -1n;

  function pass({ to }: BlockRange): void {
    inDoubtSinceMs = undefined;
    explainedTo = to;
  }

  /** Throws, so that the blocks are read again, until `patienceMs` is over. */
  function doubt(message: string): void {
    inDoubtSinceMs ??= clock.now();
    if (clock.now() - inDoubtSinceMs < patienceMs) throw new Fault("chain_unavailable", { message });
  }

  return async (logs, { from, to }) => {
    const blocks = { from: from > explainedTo ? from : explainedTo + 1n, to };
    if (blocks.from > to) return;
    const unexplainedWei = await readUnexplained(contract, logs, blocks).catch((error: unknown) => {
      // An unreadable balance says nothing about the logs; a node that never answers must not block deposits.
      doubt(`The contract's balance cannot be read: ${reasonOf(error)}`);
      return 0n;
    });
    if (unexplainedWei <= 0n) return pass(blocks);
    doubt(`The logs of blocks ${blocks.from} to ${to} lack ${unexplainedWei} wei that the contract got.`);
    pass(blocks);
    log.error("the deposit contract received money without an event", {
      from: Number(blocks.from),
      to: Number(to),
      unexplainedWei: String(unexplainedWei),
    });
  };
}

/** How much more the contract received in these blocks than the logs show; 0 where the node has no old balances. */
async function readUnexplained(
  contract: DepositContract,
  logs: readonly ChainLog[],
  blocks: BlockRange,
): Promise<bigint> {
  const grownWei = await readGrowth(contract, blocks);
  if (grownWei === undefined) return 0n;
  const told = eventsOf(contract.address, logs).filter(({ blockNumber }) => blockNumber >= blocks.from);
  return told.reduce(
    (left, { eventName, args }) => (eventName === "Withdrawn" ? left + args.amount : left - args.amount),
    grownWei,
  );
}

/** How much the balance grew; undefined where the node has no old balances. */
async function readGrowth(contract: DepositContract, { from, to }: BlockRange): Promise<bigint | undefined> {
  const [before, after] = await Promise.all([
    from === 0n ? 0n : readBalance(contract, from - 1n),
    readBalance(contract, to),
  ]);
  return before === undefined || after === undefined ? undefined : after - before;
}

/** Undefined where the node answers with an error: it keeps no old balances. Retries where it does not answer. */
async function readBalance(
  { client, address }: DepositContract,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await client.getBalance({ address, blockNumber });
    } catch (error) {
      if (isAnswer(error)) return undefined;
      if (tried === tries) throw error;
    }
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) !== null;
}
