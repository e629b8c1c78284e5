/** A watcher in its own thread with limited memory; it reports when it has credited this many. */
import { parentPort, workerData } from "node:worker_threads";
import { createPublicClient, http } from "viem";
import { systemClock, utcDay } from "../../../platform/clock.ts";
import { watchDeposits } from "../../../parts/deposits/watch.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";

export type CatchUp = Readonly<{
  file: string;
  rpcUrl: string;
  chainId: number;
  address: `0x${string}`;
  startBlock: bigint;
  priceWei: bigint;
  confirmations: number;
  account: string;
  credits: number;
}>;

const { file, rpcUrl, chainId, account, credits, ...settings } = workerData as CatchUp;
const stopping = new AbortController();
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
await using store = await openSqliteStore(file);
const watching = watchDeposits(
  {
    store,
    clock: systemClock,
    log: quiet,
    chain: { chainId, client: createPublicClient({ transport: http(rpcUrl), cacheTime: 0 }) },
    owner: "catching up",
    stopping: stopping.signal,
    count: () => undefined,
  },
  { ...settings, pollMs: 50 },
);
let maxBytes = 0;
while ((await store.readAccount(account, utcDay(systemClock.now()))).credits < credits) {
  maxBytes = Math.max(maxBytes, process.memoryUsage().heapUsed);
  await systemClock.sleep(20);
}
stopping.abort();
await watching;
parentPort?.postMessage(maxBytes);
