import type { Log as ChainLog } from "viem";
import { scanLogs, type BlockRange, type Scan } from "../chain/scan-logs.ts";
import { depositsAbi, type DepositContract } from "./contract.ts";
import { createCredit, type Crediting } from "./credit.ts";
import { createExplaining } from "./explain-balance.ts";
import { createLogReading } from "./read-logs.ts";

type Needs = Crediting & Readonly<{ stopping: AbortSignal }>;

type Settings = Readonly<{
  /** What the cursors in the store are called. */
  cursor: string;
  startBlock: bigint;
  confirmations: number;
  priceWei: bigint;
  /** Throws when another process has taken over. */
  holdLease(): Promise<void>;
}>;

/** Reads the chain from the stored cursors: credits deposits that are deep enough, records the newer ones as seen. */
export function createPass(needs: Needs, contract: DepositContract, settings: Settings): () => Promise<void> {
  const { store, log, stopping: signal } = needs;
  const { cursor, confirmations, startBlock, holdLease } = settings;
  const depositsIn = createLogReading(contract);
  const explain = createExplaining(contract, needs);
  const credit = createCredit(needs, settings.priceWei);
  let deepTo = startBlock - 1n;

  async function creditAll(logs: readonly ChainLog[], blocks: BlockRange): Promise<void> {
    for await (const deposit of depositsIn(logs)) {
      await holdLease();
      await credit(deposit);
    }
    await holdLease();
    await explain(logs, blocks);
  }

  /** Deposits that are deep enough are skipped: they are decided already. */
  async function seeAll(logs: readonly ChainLog[]): Promise<void> {
    const notDeep = logs.filter(({ blockNumber }) => blockNumber !== null && blockNumber > deepTo);
    for await (const deposit of depositsIn(notDeep)) {
      await holdLease();
      await store.seeDeposit(deposit);
    }
  }

  const deepScan: Scan = {
    name: `${cursor}:deep`,
    address: contract.address,
    events: depositsAbi,
    startBlock,
    confirmations,
    onLogs: creditAll,
    onReorganised: (newestKept) =>
      log.error("the chain was reorganised deeper than its confirmations; what was credited stays credited", {
        confirmations,
        newestKept: newestKept === undefined ? null : Number(newestKept),
      }),
  };

  async function creditDeep(): Promise<void> {
    deepTo = await scanLogs({ ...contract, store, signal }, deepScan);
    await store.forgetSeen(contract.chainId, Number(deepTo));
  }

  async function seeNew(): Promise<void> {
    const { address, events } = deepScan;
    const place = { name: `${cursor}:seen`, address, events, startBlock: deepTo + 1n };
    const work = { onLogs: seeAll, onReorganised: forgetAbove };
    await scanLogs({ ...contract, store, signal }, { ...place, confirmations: 1, ...work });
  }

  /** Deletes seen deposits of blocks that were reorganised away; those in the new blocks are read at once. */
  async function forgetAbove(newestKept = deepTo): Promise<void> {
    await holdLease();
    await store.forgetSeen(contract.chainId, Number.MAX_SAFE_INTEGER, Number(newestKept) + 1);
  }

  return async () => {
    // New payments are shown even while crediting fails.
    const failed = await creditDeep().catch((error: unknown) => ({ error }));
    if (confirmations > 1) await seeNew();
    if (failed) throw failed.error;
  };
}
