import { availableParallelism } from "node:os";
import { openEngine, places } from "../engine/open-engine.ts";
import type { Engine } from "../engine/engine.ts";
import { openMasking } from "../engine/masking.ts";
import type { WorkStep } from "../engine/progress.ts";
import { allOf } from "../platform/all-of.ts";
import { systemClock } from "../platform/clock.ts";
import { openLog } from "../platform/log.ts";
import { nameOwner } from "../platform/owner.ts";
import type { ServedCall, UnpaidCall, UnpaidTask } from "./answers.ts";
import type { Config } from "./config.ts";
import { Fault } from "../parts/faults.ts";
import { engineSettings } from "./engine-settings.ts";
import type { Overrides, Parts } from "./parts.ts";
import { createBackground } from "./queue/background.ts";
import { createCancellations } from "./queue/cancellations.ts";
import type { Card } from "../parts/card/card.ts";
import { openCard } from "../parts/card/open-card.ts";
import { createCardKey } from "../parts/proof/card-key.ts";
import { openChain, type Chain } from "../parts/chain/open-chain.ts";
import { openClientDocuments } from "../parts/client-documents/open-client-documents.ts";
import { openDeposits } from "../parts/deposits/open-deposits.ts";
import { createUsageByName } from "../parts/limits/usage-by-name.ts";
import { createInFlight } from "./queue/in-flight.ts";
import type { Ipfs } from "../parts/ipfs/ipfs.ts";
import { openIpfs } from "../parts/ipfs/open-ipfs.ts";
import { openJsonReader, type JsonReader } from "../parts/reading/json-reader.ts";
import { createKnownKeys } from "../parts/limits/known-keys.ts";
import { createHeavyCallers } from "./queue/heavy-callers.ts";
import { openLimits } from "../parts/limits/limits.ts";
import { createMetrics } from "../parts/observe/metrics.ts";
import { openReceipts } from "../parts/proof/receipts/open-receipts.ts";
import { createStaleWhileRevalidate } from "../parts/limits/stale-while-revalidate.ts";
import { createRecorder, type Recorder } from "./queue/recorder.ts";
import { openStore, storePlace } from "../parts/store/open-store.ts";
import type { Store } from "../parts/store/store.ts";
import { timed } from "../parts/store/timed.ts";
import { createTaskList } from "./tasks/task-list.ts";
import { createTokens } from "../parts/tokens/tokens.ts";
import { createToolTasks } from "./tasks/tool-tasks.ts";
import { createFairQueue } from "./queue/fair-queue.ts";
import { createUnpaidTasks } from "./tasks/unpaid-tasks.ts";
import { toItem } from "../parts/x402/menu.ts";
import { openX402 } from "../parts/x402/open-x402.ts";
import type { SignTypedData } from "../parts/x402/signed-offers.ts";
import { x402Settings } from "../parts/x402/settings.ts";
import type { X402 } from "../parts/x402/x402.ts";
import { readRelease } from "../parts/release.ts";

/** How old ratings may be, how long a chain out of reach is left alone, and how long a caller waits for newer ones. */
const ratingsAge = { freshMs: 15_000, pauseMs: 5000, patienceMs: 2000 };

/** Probes come every few seconds, from several places; a reading never takes longer than one of them waits. */
const chainHealthAge = { freshMs: 5000, pauseMs: 0, patienceMs: 1500 };

const gasPriceAge = { freshMs: 60_000, pauseMs: 5000, patienceMs: 300 };
const agentWalletAge = { freshMs: 60_000, pauseMs: 5000, patienceMs: 1500 };

/** How much code may wait for its turn: a hundred and sixty of the longest programs, of one caller half of that. */
const maxWaitingCharacters = 32_000_000;

/** How many bytes of bodies may be in memory at once: seventy of the longest, or tens of thousands of usual ones. */
const maxBodyBytesAtOnce = 256 * 1_048_576;

/** Opens the real parts; a test overrides the one it must control. Disposing closes them, last opened first. */
export async function openParts(config: Config, overrides: Overrides = {}): Promise<Parts> {
  await using opening = new AsyncDisposableStack();
  const stopping = new AbortController();
  const release = readRelease();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? openLog(config.LOG_LEVEL);
  const metrics = createMetrics();
  const use = async <Part extends AsyncDisposable>(part: Promise<Part>): Promise<Part> =>
    opening.use(await part);
  const [json, openedStore, ipfs, engine] = await allOf([
    overrides.json ?? use(openJsonReader(systemClock)),
    overrides.store ?? use(openStore(storePlace(config), log)),
    use(
      openIpfs({
        dataDir: config.DATA_DIR,
        apiUrl: config.IPFS_API_URL,
        readOnly: true,
        clock: systemClock,
        log,
      }),
    ),
    overrides.engine ?? use(openEngine({ ...engineSettings(config), service: release, log, metrics })),
  ] as [Promise<JsonReader>, Promise<Store>, Promise<Ipfs>, Promise<Engine>]);
  const store = timed(openedStore, { clock, metrics });
  const sharing = {
    maxConcurrent: places,
    maxPerCaller: Math.ceil(places / 2),
    maxPerAddress: places - 1,
    heavy: { callers: createHeavyCallers(clock), maxConcurrent: Math.max(1, availableParallelism() - 1) },
    maxWaiting: 2000,
    maxWaitingSize: maxWaitingCharacters,
  };
  const turns = { checking: createFairQueue(sharing), running: createFairQueue(sharing) };
  const inFlight = createInFlight<ServedCall | UnpaidCall, WorkStep>();
  for (const [what, { waiting, taken }] of Object.entries(turns)) {
    metrics.watch(`assay_${what}_waiting`, `Calls queued for ${what}.`, waiting);
    metrics.watch(`assay_${what}_taken`, `Calls running on ${what}.`, taken);
  }

  const addressSecret = await store.secret("address");
  const limits = opening.use(
    await openLimits({ clock, log, metrics, redisUrl: config.REDIS_URL, secret: addressSecret }),
  );
  const card = overrides.card ?? (await cardOf(config, { clock, log, metrics, limits }));
  const chain = chainOf(config);
  const { RECEIPT_PRIVATE_KEY: privateKey } = config;
  const receiptSecret = await store.secret("receipt");
  const receipts = openReceipts({ clock, privateKey, secret: receiptSecret });
  const cardKey = createCardKey(privateKey ?? receiptSecret);
  const x402 = await x402Of(config, { clock, log, metrics, limits, receipts });
  if (x402) opening.use(x402);
  const recorder = await recorderOf(config, { store, clock, log, metrics });
  if (recorder) opening.use(recorder);
  const tokens = createTokens(await store.secret("oauth"), clock);
  if (chain) watchUnclaimed({ metrics, store, clock, chainId: chain.chainId });
  opening.defer(() => stopping.abort());
  const opened = opening.move();
  return {
    config,
    release,
    clock,
    log,
    metrics,
    store,
    engine,
    ipfs,
    card,
    chain,
    deposits:
      chain && config.DEPOSIT_CONTRACT !== undefined
        ? openDeposits(chain, config.DEPOSIT_CONTRACT)
        : undefined,
    x402,
    receipts,
    cardKey,
    recorder,
    ratings: createStaleWhileRevalidate({ clock, ...ratingsAge }),
    chainHealth: createStaleWhileRevalidate({ clock, ...chainHealthAge }),
    gasPrice: createStaleWhileRevalidate({ clock, ...gasPriceAge }),
    agentWallet: createStaleWhileRevalidate({ clock, ...agentWalletAge }),
    json,
    bodies: createUsageByName({
      max: maxBodyBytesAtOnce,
      maxPerName: maxBodyBytesAtOnce / 2,
      refuse: () => new Fault("busy", { message: "Too many large requests at once.", retryAfterS: 1 }),
    }),
    limits,
    turns,
    inFlight,
    knownKeys: createKnownKeys(clock),
    cancellations: createCancellations(),
    background: createBackground(),
    toolTasks: createToolTasks(store, clock),
    tasks: createTaskList(store, clock),
    unpaidTasks: createUnpaidTasks<UnpaidTask>(store, clock),
    tokens,
    clientDocuments: overrides.clientDocuments ?? openClientDocuments({ clock, limits }),
    addressSecret,
    owner: nameOwner(),
    startedAtMs: clock.monotonic(),
    stopping: stopping.signal,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

/** Unclaimed transfers of the last 30 days: somebody paid and got no credits. */
function watchUnclaimed({
  metrics,
  store,
  clock,
  chainId,
}: Pick<Parts, "metrics" | "store" | "clock"> & Readonly<{ chainId: number }>): void {
  const sinceMs = (): number => clock.now() - 30 * 86_400_000;
  metrics.watchBy("assay_deposits_unclaimed", "Transfers of the last 30 days that nobody has claimed.", {
    label: "chain",
    read: async () => {
      const unclaimed = await store.listUnclaimed({ chainId, sinceMs: sinceMs(), limit: 1000 });
      return { [chainId]: unclaimed.length };
    },
  });
}

/** Two tries of this fit into the time a buyer waits. */
const cardLimitMs = 8000;

async function cardOf(
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase }: Config,
  around: Pick<Parts, "clock" | "log" | "metrics" | "limits">,
): Promise<Card | undefined> {
  return secretKey === undefined || webhookSecret === undefined
    ? undefined
    : openCard({ secretKey, webhookSecret, apiBase, limitMs: cardLimitMs, ...around });
}

async function x402Of(
  config: Config,
  { receipts, ...around }: Pick<Parts, "clock" | "log" | "metrics" | "limits" | "receipts">,
): Promise<X402 | undefined> {
  const settings = x402Settings(config);
  if (!settings) return undefined;
  const menu = {
    static: toItem("static", config.X402_PRICE_STATIC, config.MAX_TIMEOUT_S),
    repair: toItem("repair", config.X402_PRICE_REPAIR, config.MAX_TIMEOUT_S),
    execute: toItem("execute", config.X402_PRICE_EXECUTE, config.MAX_TIMEOUT_S),
  };
  return openX402(settings, menu, { ...around, sign: receipts.signTypedData as SignTypedData });
}

async function recorderOf(
  config: Config,
  around: Pick<Parts, "store" | "clock" | "log" | "metrics">,
): Promise<Recorder | undefined> {
  if (config.RECORD_REJECTED === "off") return undefined;
  const masking = await openMasking(systemClock);
  return createRecorder({ masking, ...around });
}

function chainOf({ CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId }: Config): Chain | undefined {
  return rpcUrl === undefined || chainId === undefined ? undefined : openChain({ rpcUrl, chainId });
}
