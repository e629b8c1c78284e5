import { randomUUID } from "node:crypto";
import { startHousekeeping } from "../../../service/payment/housekeeping.ts";
import { readConfig, type Config } from "../../../service/config.ts";
import type { Clock } from "../../../platform/clock.ts";
import { openDeposits, type Deposits } from "../../../parts/deposits/open-deposits.ts";
import { createPass } from "../../../parts/deposits/pass.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import type { Store } from "../../../parts/store/store.ts";
import { silentLog } from "../../parts/store/builders.ts";
import type { SimulatedChain } from "./chain.ts";
import { createFaultyStore, type FaultyStore } from "./faulty-store.ts";
import type { Processor } from "./processor.ts";

export const confirmations = 4;
export const priceWei = 1_000_000_000_007n;
const freeCalls = 3;
const metrics = createMetrics();

/** One process of the service, as far as it touches money. */
export type Replica = Readonly<{
  faulty: FaultyStore;
  real: Store;
  parts: ReturnType<typeof partsOf>;
  /** A pass of the deposit watcher over the chain. */
  pass(): Promise<void>;
  /** Sends its heartbeat and settles for dead ones, as every process does at its start and from then on. */
  keepHouse(): Promise<AsyncDisposable>;
  deposits(): Deposits;
  stop(): void;
}>;

export type Surroundings = Readonly<{
  clock: Clock;
  chain: SimulatedChain;
  processor: Processor;
  onPoint: (point: string) => void;
}>;

export function createReplica(real: Store, around: Surroundings): Replica {
  const stopping = new AbortController();
  const { clock, chain } = around;
  const faulty = createFaultyStore(real, around);
  const parts = partsOf(faulty.store, around, stopping.signal);
  const contract = { client: chain.connect(), chainId: chain.chainId, address: chain.address };
  const pass = createPass({ ...parts, count: () => {} }, contract, {
    cursor: "simulated",
    startBlock: 0n,
    confirmations,
    priceWei,
    // Each believes that it alone watches, as a process does that hung while another took over.
    holdLease: async () => {},
  });
  // Its rounds are steps of the history, so it never wakes by itself.
  const still: Clock = { ...clock, sleep: untilAborted };
  return {
    faulty,
    real,
    parts,
    pass,
    keepHouse: async () => startHousekeeping({ ...parts, clock: still }),
    deposits: () => openDeposits({ client: chain.connect(), chainId: chain.chainId }, chain.address),
    stop: () => stopping.abort(),
  };
}

async function untilAborted(_ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}

function partsOf(store: Store, { clock, chain, processor }: Surroundings, stopping: AbortSignal) {
  return {
    store,
    clock,
    card: processor.card,
    log: silentLog,
    metrics,
    // On another machine, where its death cannot be observed.
    owner: `elsewhere|${randomUUID()}`,
    config: configFor(chain),
    stopping,
  };
}

function configFor(chain: SimulatedChain): Config {
  return readConfig({
    FREE_CALLS_PER_DAY: String(freeCalls),
    CHAIN_RPC_URL: "http://127.0.0.1:1",
    CHAIN_ID: String(chain.chainId),
    DEPOSIT_CONTRACT: chain.address,
    CHAIN_CONFIRMATIONS: String(confirmations),
    CREDIT_PRICE_WEI: String(priceWei),
  });
}
