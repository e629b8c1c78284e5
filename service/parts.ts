import { availableParallelism } from "node:os";
import type { Config } from "./config.ts";
import type { Proposing } from "./engine/candidates-worker.ts";
import type { Candidate } from "./engine/candidates/candidate.ts";
import { createEngine, type Engine, type Execution } from "./engine/engine.ts";
import type { Job } from "./engine/job.ts";
import type { Verdict } from "./engine/verdict.ts";
import { openWorkers, type Workers } from "./engine/workers.ts";
import type { Fault } from "./faults.ts";
import type { Card } from "./parts/card/card.ts";
import { openCard } from "./parts/card/open.ts";
import { openChain, type Chain } from "./parts/chain/open.ts";
import type { Ratings } from "./parts/chain/reputation-registry.ts";
import { openClientDocuments, type ClientDocuments } from "./parts/client-documents/open.ts";
import { systemClock, type Clock } from "./parts/clock.ts";
import { openDeposits, type Deposits } from "./parts/deposits/open.ts";
import { createGuesses, type Guesses } from "./parts/guesses.ts";
import { createInFlight, type InFlight } from "./parts/in-flight.ts";
import type { Ipfs } from "./parts/ipfs/ipfs.ts";
import { openIpfs } from "./parts/ipfs/open.ts";
import { openLog, type Log } from "./parts/log.ts";
import { createMetrics, type Metrics } from "./parts/metrics.ts";
import { createModel, type Model } from "./parts/model.ts";
import { nameOwner } from "./parts/owner.ts";
import { createRecent, type Recent } from "./parts/recent.ts";
import { createRecorder, type Recorder } from "./parts/recorder.ts";
import { openSandbox } from "./parts/sandbox/open.ts";
import type { Sandbox } from "./parts/sandbox/sandbox.ts";
import { openStore } from "./parts/store/open.ts";
import type { Account, Store } from "./parts/store/store.ts";
import { createTaskList, type TaskList } from "./parts/task-list.ts";
import { openThreads } from "./parts/threads.ts";
import { createTokens, type Tokens } from "./parts/tokens.ts";
import { createTurns, type Turns } from "./parts/turns.ts";
import { openTypes, pythonVersion, type Types } from "./parts/types/types.ts";
import { createUnpaidTasks, type UnpaidTasks } from "./parts/unpaid-tasks.ts";
import { createTroubles, type Troubles } from "./parts/troubles.ts";
import { toItem } from "./parts/x402/menu.ts";
import { openX402 } from "./parts/x402/open.ts";
import { x402Settings } from "./parts/x402/settings.ts";
import type { Challenge, Receipt, X402 } from "./parts/x402/x402.ts";
import { readRelease, type Release } from "./release.ts";

/** A verdict as it is shared by equal calls in flight, and what paid for it. */
export type Work = Readonly<{
  verdict: Verdict;
  account: Account;
  paidBy: "allowance" | "credits" | "nothing" | "memory";
}>;

/** What became of a call that is paid for by itself. */
export type PaidAnswer =
  | Readonly<{ outcome: "served"; verdict: Verdict; receipt: Receipt; isRepeat: boolean }>
  /** `receipt` where there was a payment, and it failed when the work was done. */
  | Readonly<{ outcome: "unpaid"; fault: Fault; challenge: Challenge; receipt?: Receipt }>
  | Readonly<{ outcome: "refused"; fault: Fault }>;

/** A task that is to be paid by itself: what was asked, and how it stands. */
export type UnpaidTask = Readonly<{
  id: string;
  contextId: string;
  atMs: number;
  state: "input required" | "completed" | "canceled";
  /** Undefined once nobody can pay for it any more. */
  job: Job | undefined;
  /** The caller lets rejected code be kept. */
  mayRecord: boolean;
  /** What the task says of its payment; undefined where a key paid. */
  told: Readonly<{ text: string; metadata: Readonly<Record<string, unknown>> }> | undefined;
  /** Of every payment that was tried, the failed ones too. */
  receipts: readonly Receipt[];
  /** Undefined until it is paid for. */
  verdict: Verdict | undefined;
}>;

/** Everything that reaches outside this process or outlives a request. Passed first to whoever needs a piece of it. */
export type Parts = Readonly<{
  config: Config;
  release: Release;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  store: Store;
  types: Types;
  /** Undefined where code is never run. */
  sandbox: Sandbox | undefined;
  engine: Engine;
  /** Holds the verdicts that the agent published. */
  ipfs: Ipfs;
  /** Undefined where credits are not sold by card. */
  card: Card | undefined;
  /** Undefined where no chain is configured. */
  chain: Chain | undefined;
  /** Undefined where credits are not sold for transfers on chain. */
  deposits: Deposits | undefined;
  /** Undefined where calls are not sold one by one. */
  x402: X402 | undefined;
  /** Undefined where rejected code is not kept. */
  recorder: Recorder | undefined;
  /** What the chain last said about the agent's ratings. */
  ratings: Recent<Ratings>;
  /** Whose turn it is at the checkers, and, apart from it since a run may take a minute, at the boxes. */
  turns: Readonly<{ checking: Turns; running: Turns }>;
  inFlight: InFlight<Work>;
  paidInFlight: InFlight<PaidAnswer>;
  /** Which tasks were answered lately. */
  tasks: TaskList;
  /** Which wait to be paid by themselves, or were lately. */
  unpaidTasks: UnpaidTasks<UnpaidTask>;
  guesses: Guesses;
  /** What we sign and know again: apps, codes and the tokens of those who signed in. */
  tokens: Tokens;
  /** What apps publish about themselves. */
  clientDocuments: ClientDocuments;
  /** Under which callers' addresses are fingerprinted. */
  addressSecret: string;
  /** This process, as the store knows it. */
  owner: string;
  /** The clock's monotonic reading when the parts were opened. */
  startedAtMs: number;
  /** Aborted when the parts are being closed. */
  stopping: AbortSignal;
}> &
  AsyncDisposable;

const candidatesWorker = new URL("./engine/candidates-worker.ts", import.meta.url);
const maskWorker = new URL("./engine/mask-worker.ts", import.meta.url);

/** How old ratings may be, how long a chain out of reach is left alone, and how long a caller waits for newer ones. */
const ratingsAge = { freshMs: 15_000, pauseMs: 5000, patienceMs: 2000 };

/** Parts that were opened elsewhere, and are closed there. */
export type Overrides = Partial<
  Pick<Parts, "clock" | "log" | "store" | "types" | "sandbox" | "engine" | "card" | "clientDocuments">
>;

/** Opens the real parts; a test overrides the one it must control. Disposing closes them, last opened first. */
export async function openParts(config: Config, overrides: Overrides = {}): Promise<Parts> {
  await using opening = new AsyncDisposableStack();
  const stopping = new AbortController();
  const release = readRelease();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? openLog(config.LOG_LEVEL);
  const metrics = createMetrics();
  const troubles = createTroubles({ log, metrics });

  // Two more than the processors can work on: a text that hangs must not hold up the next.
  const workers = availableParallelism() + 2;
  const use = async <Part extends AsyncDisposable>(part: Promise<Part>): Promise<Part> =>
    opening.use(await part);
  const [store, ipfs, types, engineParts] = await allOf([
    overrides.store ?? use(openStore({ dataDir: config.DATA_DIR, redisUrl: config.REDIS_URL }, log)),
    use(
      openIpfs({
        dataDir: config.DATA_DIR,
        apiUrl: config.IPFS_API_URL,
        readOnly: true,
        clock: systemClock,
        log,
      }),
    ),
    overrides.types ??
      use(
        openTypes({
          python: config.PYTHON,
          pythonVersion,
          workers,
          limitMs: 8000,
          clock: systemClock,
          log,
        }),
      ),
    overrides.engine
      ? undefined
      : openEngineParts(config, { use, log, metrics, troubles, sandbox: overrides.sandbox }),
  ] as [Promise<Store>, Promise<Ipfs>, Promise<Types>, Promise<EngineParts> | undefined]);
  const engine =
    overrides.engine ??
    (await createEngine({ ...engineParts!, types, clock: systemClock, troubles, service: release }));
  const places = { places: workers, placesACaller: Math.ceil(workers / 2), mostWaiting: 2000 };
  const turns = { checking: createTurns(places), running: createTurns(places) };
  const inFlight = createInFlight<Work>();
  for (const [what, { waiting, taken }] of Object.entries(turns)) {
    metrics.watch(`assay_${what}_waiting`, `Calls waiting for their turn at ${what}.`, waiting);
    metrics.watch(`assay_${what}_taken`, `Calls having their turn at ${what}.`, taken);
  }
  metrics.watch("assay_types_workers", "Warm type checkers.", types.workers);

  const card = overrides.card ?? (await cardOf(config, { clock, log, metrics }));
  const chain = chainOf(config);
  const x402 = await x402Of(config, { clock: systemClock, log, metrics });
  if (x402) opening.use(x402);
  const recorder = await recorderOf(config, { store, clock, log, metrics });
  if (recorder) opening.use(recorder);
  const addressSecret = await store.secret("address");
  const tokens = createTokens(await store.secret("oauth"), clock);
  opening.defer(() => stopping.abort());
  const opened = opening.move();
  return {
    config,
    release,
    clock,
    log,
    metrics,
    store,
    types,
    sandbox: engineParts?.execution?.sandbox,
    engine,
    ipfs,
    card,
    chain,
    deposits:
      chain && config.DEPOSIT_CONTRACT !== undefined
        ? openDeposits(chain, config.DEPOSIT_CONTRACT)
        : undefined,
    x402,
    recorder,
    ratings: createRecent({ clock, ...ratingsAge }),
    turns,
    inFlight,
    paidInFlight: createInFlight<PaidAnswer>(),
    tasks: createTaskList(clock),
    unpaidTasks: createUnpaidTasks<UnpaidTask>(clock),
    guesses: createGuesses(clock),
    tokens,
    clientDocuments: overrides.clientDocuments ?? openClientDocuments({ clock }),
    addressSecret,
    owner: nameOwner(),
    startedAtMs: clock.monotonic(),
    stopping: stopping.signal,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

type EngineParts = Readonly<{ workers: Workers; execution: Execution | undefined }>;
type Opening = Readonly<{
  use: <Part extends AsyncDisposable>(part: Promise<Part>) => Promise<Part>;
  log: Log;
  metrics: Metrics;
  troubles: Troubles;
  sandbox: Sandbox | undefined;
}>;

async function openEngineParts(config: Config, opening: Opening): Promise<EngineParts> {
  const threads = Math.max(2, availableParallelism() - 1);
  const [workers, execution] = await allOf([
    opening.use(openWorkers({ threads, limitMs: 3000, clock: systemClock, troubles: opening.troubles })),
    openExecution(config, opening),
  ] as [Promise<Workers>, Promise<Execution | undefined>]);
  return { workers, execution };
}

/** Nothing where the operator wants no code to be run. */
async function openExecution(
  config: Config,
  { use, log, metrics, sandbox }: Opening,
): Promise<Execution | undefined> {
  if (config.SANDBOX === "off" || !config.MODES.includes("execute")) return undefined;
  const settings = {
    image: config.SANDBOX_IMAGE,
    runtime: config.SANDBOX_RUNTIME,
    poolSize: config.SANDBOX_POOL,
    dockerHost: config.DOCKER_HOST,
  };
  return {
    sandbox: sandbox ?? (await use(openSandbox({ ...settings, clock: systemClock, log, metrics }))),
    proposers: await use(
      openThreads<Proposing, Candidate[]>(candidatesWorker, {
        threads: 1,
        limitMs: 2000,
        clock: systemClock,
      }),
    ),
    model: modelOf(config),
    defaultTimeoutS: Math.min(config.DEFAULT_TIMEOUT_S, config.MAX_TIMEOUT_S),
  };
}

/** Two tries of this fit into the time a buyer waits. */
const cardLimitMs = 8000;

async function cardOf(
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase }: Config,
  around: Pick<Parts, "clock" | "log" | "metrics">,
): Promise<Card | undefined> {
  return secretKey === undefined || webhookSecret === undefined
    ? undefined
    : openCard({ secretKey, webhookSecret, apiBase, limitMs: cardLimitMs, ...around });
}

async function x402Of(
  config: Config,
  around: Pick<Parts, "clock" | "log" | "metrics">,
): Promise<X402 | undefined> {
  const settings = x402Settings(config);
  if (!settings) return undefined;
  const menu = {
    static: toItem("static", config.X402_PRICE_STATIC, config.MAX_TIMEOUT_S),
    repair: toItem("repair", config.X402_PRICE_REPAIR, config.MAX_TIMEOUT_S),
    execute: toItem("execute", config.X402_PRICE_EXECUTE, config.MAX_TIMEOUT_S),
  };
  return openX402(settings, menu, around);
}

async function recorderOf(
  config: Config,
  around: Pick<Parts, "store" | "clock" | "log" | "metrics">,
): Promise<Recorder | undefined> {
  if (config.RECORD_REJECTED === "off") return undefined;
  const masking = await openThreads<string, string | undefined>(maskWorker, {
    threads: 1,
    limitMs: 5000,
    clock: systemClock,
  });
  return createRecorder({ masking, ...around });
}

function modelOf({ MODEL_URL: url, MODEL_NAME: name, MODEL_API_KEY: apiKey }: Config): Model | undefined {
  return url === undefined || name === undefined
    ? undefined
    : createModel({ url, name, apiKey, limitMs: 30_000 });
}

function chainOf({ CHAIN_RPC_URL: rpcUrl, CHAIN_ID: chainId }: Config): Chain | undefined {
  return rpcUrl === undefined || chainId === undefined ? undefined : openChain({ rpcUrl, chainId });
}

/** Waits for all of them, so that what did open is closed again when another fails. */
async function allOf<Opening extends readonly unknown[]>(opening: Opening) {
  await Promise.allSettled(opening);
  return Promise.all(opening);
}
