import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach } from "vitest";
import { createPublicClient, http, zeroHash, type Hex, type TransactionReceipt } from "viem";
import type { LocalAccount } from "../../../scripts/chain/accounts.ts";
import { mined } from "../../../scripts/chain/deployer.ts";
import type { LocalChain } from "../../../scripts/chain/local-chain.ts";
import { fingerprintOf } from "../../../service/caller/keys.ts";
import { systemClock, utcDay, type Clock } from "../../../platform/clock.ts";
import { watchDeposits } from "../../../parts/deposits/watch.ts";
import type { Log } from "../../../platform/log.ts";
import { openPostgresStore } from "../../../parts/store/postgres/postgres.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../../parts/store/store.ts";
import type { DepositRecord, Reservation } from "../../../parts/store/treasury.ts";
import { rememberingLog } from "../../agent/remembering-log.ts";
import { useLocalChain } from "../../support/local-chain.ts";
import { startPostgres, type PostgresServer } from "../../support/postgres-server.ts";
import { until } from "../../support/until.ts";

export const stores = ["SQLite", "PostgreSQL"] as const;
export type StoreName = (typeof stores)[number];

/** What one credit costs here. */
export const priceWei = 10n ** 15n;

const dayMs = 86_400_000;

const fileIn = (dataDir: string): string => join(dataDir, "assay.sqlite");

type WatchOptions = Readonly<{
  store?: Store;
  rpcUrl?: string;
  confirmations?: number;
  startBlock?: bigint;
  clock?: Clock;
  log?: Log;
  pollMs?: number;
}>;

/** A watcher that runs until it is disposed. */
export type Watcher = AsyncDisposable & Readonly<{ log: ReturnType<typeof rememberingLog> }>;

/** A chain with the deposit contract, and a fresh store for every test. */
export type DepositScene = Readonly<{
  chain: LocalChain;
  store: Store;
  /** Where it is, if it is a file. */
  file: string;
  /** The store once more, as another process opens it; with the test's own clock if given. */
  openAgain(clock?: Clock): Promise<Store>;
  watch(options?: WatchOptions): Watcher;
  /** A key that was created. */
  aKey(): Promise<string>;
  /** For a day of the chain's time. */
  reserve(account: string, credits?: number): Promise<Reservation>;
  pay(amountWei: bigint, options?: { data?: Hex; by?: LocalAccount }): Promise<TransactionReceipt>;
  /** Several payments in one transaction of a contract. */
  payEach(
    payments: readonly (readonly [amountWei: bigint, account: string | null])[],
  ): Promise<TransactionReceipt>;
  mine(blocks: number): Promise<void>;
  creditsOf(account: string): Promise<number>;
  depositsOf(receipt: TransactionReceipt): Promise<readonly DepositRecord[]>;
  /** Resolves when the first deposit of a transaction is in this state. */
  becomes(receipt: TransactionReceipt, state: DepositRecord["state"]): Promise<DepositRecord>;
  /** Resolves when a watcher has read everything up to now. */
  readAll(confirmations?: number): Promise<void>;
}>;

export function useDepositScene(kind: StoreName): DepositScene {
  const chain = useLocalChain();
  const open = {} as { store: Store; postgres?: PostgresServer; dataDir: string };
  const openOne = async (clock?: Clock): Promise<Store> =>
    open.postgres
      ? openPostgresStore(open.postgres.url, { schema: open.dataDir, log: rememberingLog(), clock })
      : openSqliteStore(fileIn(open.dataDir), { clock });

  beforeAll(async () => {
    if (kind !== "PostgreSQL") return;
    const postgres = await startPostgres({ fsync: "off" });
    open.postgres = postgres;
    return async () => postgres[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    open.dataDir = await mkdtemp(join(tmpdir(), "assay-deposits-"));
    open.store = await openOne();
  });
  afterEach(async () => {
    await open.store[Symbol.asyncDispose]();
    await rm(open.dataDir, { recursive: true, force: true });
  });

  const { creditsOf, depositsOf, becomes } = readers(open);
  return {
    chain,
    get store() {
      return open.store;
    },
    get file() {
      return fileIn(open.dataDir);
    },
    openAgain: openOne,
    watch: (options = {}) => startWatch(chain, { store: open.store, ...options }),
    aKey: async () => {
      const fingerprint = fingerprintOf(randomUUID());
      const creator = { address: "here", day: "today", limit: 1000 };
      await open.store.addKey({ fingerprint, createdAtMs: Date.now(), origin: null }, creator);
      return fingerprint;
    },
    reserve: async (account, credits = 3) => {
      // The chain's time stands still between tests; a reservation starts in it.
      const { timestamp } = await chain.clients.public.getBlock();
      const nowMs = Number(timestamp) * 1000;
      const amountsWei = [String(priceWei * BigInt(credits) + BigInt(1 + Math.floor(Math.random() * 1e9)))];
      const asked = { id: randomUUID(), account, credits, amountsWei, nowMs, expiresAtMs: nowMs + dayMs };
      const made = await open.store.reserve({ ...asked, restMs: dayMs, maxOpen: 5 });
      if (made.outcome !== "reserved") throw new Error(made.outcome);
      return made.reservation;
    },
    pay: async (value, { data = "0x", by = chain.users[0]! } = {}) => {
      const sent = { account: by, to: chain.deposits.address, value, data };
      return mined(chain.clients, chain.clients.wallet.sendTransaction(sent));
    },
    payEach: async (payments) => payEach(chain, payments),
    mine: async (blocks) => chain.clients.test.mine({ blocks }),
    creditsOf,
    depositsOf,
    becomes,
    readAll: async (confirmations = 1) => {
      const head = await chain.clients.public.getBlockNumber();
      await until(async () => (await cursorOf(open.store, chain)) >= head - BigInt(confirmations) + 2n);
    },
  };
}

function readers(open: Readonly<{ store: Store }>) {
  const depositsOf: DepositScene["depositsOf"] = async ({ transactionHash }) =>
    open.store.findDeposits(transactionHash);
  const becomes: DepositScene["becomes"] = async (receipt, state) => {
    await until(async () => (await depositsOf(receipt))[0]?.state === state);
    return (await depositsOf(receipt))[0]!;
  };
  const creditsOf: DepositScene["creditsOf"] = async (account) =>
    (await open.store.readAccount(account, utcDay(Date.now()))).credits;
  return { depositsOf, becomes, creditsOf };
}

let owners = 0;

function startWatch(
  chain: LocalChain,
  { store, rpcUrl = chain.url, confirmations = 1, ...options }: WatchOptions & { store: Store },
): Watcher {
  const stopping = new AbortController();
  const log = rememberingLog();
  owners += 1;
  const client = createPublicClient({
    transport: http(rpcUrl, { retryCount: 0, timeout: 2000 }),
    cacheTime: 0,
  });
  const watching = watchDeposits(
    {
      store,
      clock: options.clock ?? systemClock,
      log,
      chain: { client, chainId: chain.chainId },
      owner: `watcher ${owners}`,
      stopping: stopping.signal,
      count: () => undefined,
    },
    {
      address: chain.deposits.address,
      startBlock: options.startBlock ?? BigInt(chain.env["DEPOSIT_START_BLOCK"]!),
      confirmations,
      priceWei,
      pollMs: options.pollMs ?? 10,
    },
  );
  return {
    log,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await watching;
    },
  };
}

async function payEach(
  chain: LocalChain,
  payments: readonly (readonly [amountWei: bigint, account: string | null])[],
): Promise<TransactionReceipt> {
  const wallet = await chain.contracts.deploy("DepositPayer", []);
  const amounts = payments.map(([amountWei]) => amountWei);
  const fingerprints = payments.map(([, account]): Hex => (account === null ? zeroHash : `0x${account}`));
  const value = amounts.reduce((sum, amountWei) => sum + amountWei, 0n);
  const sent = wallet.write.payEach([chain.deposits.address, amounts, fingerprints], {
    account: chain.users[0]!,
    value,
  });
  return mined(chain.clients, sent);
}

/** The next block that the watcher's cursor of what is deep will read. */
async function cursorOf(store: Store, chain: LocalChain): Promise<bigint> {
  const { hash } = await chain.clients.public.getBlock({ blockNumber: 0n });
  const contract = `eip155:${chain.chainId}:${chain.deposits.address}`;
  const note = await store.readNote(`deposits:${contract}:${hash.slice(2, 18)}:deep`);
  return note ? BigInt((JSON.parse(note.text) as { next: string }).next) : 0n;
}
