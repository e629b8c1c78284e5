import { afterAll, beforeAll } from "vitest";
import type { Hex, TransactionReceipt } from "viem";
import type { LocalAccount } from "../../../../../scripts/chain/accounts.ts";
import { mined } from "../../../../../scripts/chain/deployer.ts";
import type { LocalChain } from "../../../../../scripts/chain/local-chain.ts";
import { borrowChain } from "../../../../support/local-chain.ts";
import { fingerprintOf } from "../../../../../service/caller/keys.ts";
import type { Overrides } from "../../../../../service/parts.ts";
import { startPostgres, type PostgresServer } from "../../../../support/postgres-server.ts";
import type { TestService } from "../../../../support/service.ts";
import { openTestServices, type TestServices } from "../../../../support/services.ts";

export const stores = ["SQLite", "PostgreSQL"] as const;

export const priceWei = 10n ** 15n;

type Answer = Readonly<{ status: number; headers: Headers; body: any }>;

/** A service that sells credits for transfers, and the chain that they are made on. */
export type DepositService = TestService &
  Readonly<{
    reserve(key: string, credits?: number): Promise<Answer>;
    status(key: string, id: string): Promise<Answer>;
    topUp(key: string, tx: Hex, signature?: Hex): Promise<Answer>;
    creditsOf(key: string): Promise<number>;
    /** How often something was credited to a key. */
    entriesOf(key: string): Promise<number>;
    /** Stops the service from crediting by itself, for a day. Work in progress continues. */
    holdWatcher(): Promise<void>;
    /** Resolves when the service has found that it may not credit by itself: its earlier work is done. */
    watcherIsHeld(): Promise<void>;
  }>;

export type DepositStage = Readonly<{
  chain: LocalChain;
  open(settings?: { env?: Record<string, string>; overrides?: Overrides }): Promise<DepositService>;
  pay(amountWei: bigint, options?: { data?: Hex; by?: LocalAccount }): Promise<TransactionReceipt>;
}>;

/** One chain, which is never reset, so that all tests share its time; and one engine for all services. */
export function useDepositStage(kind: (typeof stores)[number] = "SQLite"): DepositStage {
  const stage = {} as { chain: LocalChain; services: TestServices; postgres?: PostgresServer };
  beforeAll(async () => {
    stage.chain = await borrowChain();
    stage.services = await openTestServices();
    if (kind === "PostgreSQL") stage.postgres = await startPostgres({ fsync: "off" });
  });
  afterAll(async () => {
    await stage.services[Symbol.asyncDispose]();
    await stage.chain[Symbol.asyncDispose]();
    await stage.postgres?.[Symbol.asyncDispose]();
  });
  return {
    get chain() {
      return stage.chain;
    },
    open: async ({ env = {}, overrides = {} } = {}) => {
      const { CHAIN_RPC_URL, CHAIN_ID, CHAIN_CONFIRMATIONS, DEPOSIT_CONTRACT, DEPOSIT_START_BLOCK } = stage
        .chain.env as Record<string, string>;
      const chainEnv = {
        CHAIN_RPC_URL,
        CHAIN_ID,
        CHAIN_CONFIRMATIONS,
        DEPOSIT_CONTRACT,
        DEPOSIT_START_BLOCK,
      };
      // A separate database: what another service has read is not read again.
      const store = stage.postgres ? { DATABASE_URL: await stage.postgres.createDatabase() } : {};
      const settings = { CREDIT_PRICE_WEI: String(priceWei), ...chainEnv, ...store, ...env } as Record<
        string,
        string
      >;
      const service = await stage.services.open({ env: settings, overrides });
      return { ...service, ...clientOf(service, stage.chain) };
    },
    pay: async (value, { data = "0x", by = stage.chain.users[0]! } = {}) => {
      const { clients, deposits } = stage.chain;
      return mined(
        clients,
        clients.wallet.sendTransaction({ account: by, to: deposits.address, value, data }),
      );
    },
  };
}

function clientOf(service: TestService, chain: LocalChain) {
  const { store } = service.parts;
  const read = async (asked: Promise<Response>): Promise<Answer> => {
    const response = await asked;
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  return {
    reserve: async (api_key: string, credits = 3) =>
      read(service.send("/v1/keys/deposit", { body: { api_key, credits } })),
    status: async (key: string, id: string) => read(service.send(`/v1/keys/deposit/${id}`, { key })),
    topUp: async (api_key: string, tx_hash: Hex, signature?: Hex) =>
      read(service.send("/v1/keys/topup", { body: { api_key, tx_hash, ...(signature && { signature }) } })),
    creditsOf: async (key: string) => (await store.readAccount(fingerprintOf(key), "any day")).credits,
    entriesOf: async (key: string) => (await store.readEntries(fingerprintOf(key))).length,
    holdWatcher: async () => {
      const name = `deposits:eip155:${chain.chainId}:${chain.deposits.address}`;
      await store.endLease({ name, owner: service.parts.owner });
      const isHeld = await store.takeLease({ name, owner: "a test", lifeMs: 86_400_000 });
      if (!isHeld) throw new Error("The watcher could not be held.");
    },
    watcherIsHeld: async () => {
      const { takeLease } = store;
      const refused = Promise.withResolvers<void>();
      Object.assign(store, {
        takeLease: async (lease: Parameters<typeof takeLease>[0]) => {
          const isTaken = await takeLease(lease);
          if (!isTaken && lease.owner === service.parts.owner) refused.resolve();
          return isTaken;
        },
      });
      await refused.promise;
      Object.assign(store, { takeLease });
    },
  };
}
