import type { PublicClient } from "viem";
import { privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { systemClock, type Clock } from "../platform/clock.ts";
import type { Ipfs } from "../parts/ipfs/ipfs.ts";
import { openIpfs } from "../parts/ipfs/open-ipfs.ts";
import { openLog, type Log } from "../platform/log.ts";
import { openLimits, type Limits } from "../parts/limits/limits.ts";
import { createMetrics, type Metrics } from "../parts/observe/metrics.ts";
import { nameOwner } from "../platform/owner.ts";
import { openStore, storePlace } from "../parts/store/open-store.ts";
import { timed } from "../parts/store/timed.ts";
import type { Store } from "../parts/store/store.ts";
import { readRelease, type Release } from "../parts/release.ts";
import { createAvailability, type Availability } from "./state/availability.ts";
import { createChainClient } from "./marketplace/chain-client.ts";
import type { AgentConfig } from "./config.ts";
import { createFallback, type Fallback } from "./verdicts/fallback.ts";
import { readMarket, type Market } from "./marketplace/market.ts";
import { readValidationRegistry, type ValidationRegistry } from "./marketplace/validation-registry.ts";
import { untilSucceeds } from "./state/patience.ts";
import { createProgress, type ReadingProgress } from "./state/progress.ts";
import { askHealth } from "./verdicts/service-health.ts";
import { createUnfinished, type Unfinished } from "./state/unfinished.ts";

/** The agent's connections to everything outside its process. */
export type AgentParts = Readonly<{
  config: AgentConfig;
  release: Release;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Limits the unpaid requests of an address, each of which reads the chain. */
  limits: Limits;
  store: Store;
  ipfs: Ipfs;
  market: Market;
  /** The registry to serve validations from; undefined where none are served. */
  validation: ValidationRegistry | undefined;
  account: PrivateKeyAccount;
  /** An engine in this process, used while the service is down. It never runs code. */
  fallback: Fallback;
  progress: ReadingProgress;
  unfinished: Unfinished;
  availability: Availability;
  /** This process's id in the store. */
  owner: string;
  stopping: AbortSignal;
}> &
  AsyncDisposable;

export type AgentOverrides = Partial<Pick<AgentParts, "clock" | "log" | "store" | "ipfs">>;

/** Opens the real parts, and waits until the chain can be reached. Disposing closes them. */
export async function openAgentParts(
  config: AgentConfig,
  stopping: AbortSignal,
  overrides: AgentOverrides = {},
): Promise<AgentParts> {
  await using opening = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? openLog(config.LOG_LEVEL);
  const release = readRelease();
  const account = privateKeyToAccount(config.privateKey);
  const { client } = opening.use(createChainClient(config.CHAIN_RPC_URL, { clock, stopping }));
  const { market, validation } = await untilSucceeds(
    { clock, log, signal: stopping },
    "the chain cannot be reached yet",
    async () => ({
      market: await readMarket({
        client,
        chainId: config.CHAIN_ID,
        marketplace: config.MARKETPLACE,
        mechs: config.MECH,
        sender: account.address,
      }),
      validation: await openValidation(client, config),
    }),
  );
  const metrics = createMetrics();
  const openedStore = overrides.store ?? opening.use(await openStore(storePlace(config), log));
  const store = timed(openedStore, { clock, metrics });
  const secret = await store.secret("address");
  const limits = opening.use(await openLimits({ clock, log, metrics, redisUrl: config.REDIS_URL, secret }));
  const ipfs =
    overrides.ipfs ??
    opening.use(
      await openIpfs({
        dataDir: config.DATA_DIR,
        apiUrl: config.IPFS_API_URL,
        gatewayUrls: config.IPFS_GATEWAY_URL ?? [],
        listen: config.IPFS_LISTEN,
        peers: config.IPFS_PEERS,
        clock,
        log,
      }),
    );
  const fallback = opening.use(
    createFallback({
      python: config.PYTHON,
      packages: config.SANDBOX_PACKAGES_DIR,
      release,
      log,
      metrics,
    }),
  );
  const opened = opening.move();
  return {
    config,
    release,
    clock,
    log,
    metrics,
    limits,
    store,
    ipfs,
    market,
    validation,
    account,
    fallback,
    progress: createProgress(clock),
    unfinished: createUnfinished(clock),
    availability: createAvailability({
      clock,
      log,
      stopping,
      ask: { ipfs: async () => ipfs.ping(), service: async () => askHealth(config.SERVICE_URL) },
    }),
    owner: nameOwner(),
    stopping,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

async function openValidation(
  client: PublicClient,
  { VALIDATION_REGISTRY: address, VALIDATION_ALLOW: allowed }: AgentConfig,
): Promise<ValidationRegistry | undefined> {
  if (address === undefined || allowed.length === 0) return undefined;
  return readValidationRegistry(client, address);
}
