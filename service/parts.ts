import type { Engine } from "../engine/engine.ts";
import type { WorkStep } from "../engine/progress.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { ServedCall, UnpaidCall, UnpaidTask } from "./answers.ts";
import type { Config } from "./config.ts";
import type { Background } from "./queue/background.ts";
import type { Cancellations } from "./queue/cancellations.ts";
import type { Card } from "../parts/card/card.ts";
import type { CardKey } from "../parts/proof/card-key.ts";
import type { Chain } from "../parts/chain/open-chain.ts";
import type { Ratings } from "../parts/chain/reputation-registry.ts";
import type { ClientDocuments } from "../parts/client-documents/open-client-documents.ts";
import type { Deposits } from "../parts/deposits/open-deposits.ts";
import type { UsageByName } from "../parts/limits/usage-by-name.ts";
import type { InFlight } from "./queue/in-flight.ts";
import type { Ipfs } from "../parts/ipfs/ipfs.ts";
import type { JsonReader } from "../parts/reading/json-reader.ts";
import type { KnownKeys } from "../parts/limits/known-keys.ts";
import type { Limits } from "../parts/limits/limits.ts";
import type { Metrics } from "../parts/observe/metrics.ts";
import type { Receipts } from "../parts/proof/receipts/open-receipts.ts";
import type { StaleWhileRevalidate } from "../parts/limits/stale-while-revalidate.ts";
import type { Recorder } from "./queue/recorder.ts";
import type { Store } from "../parts/store/store.ts";
import type { TaskList } from "./tasks/task-list.ts";
import type { Tokens } from "../parts/tokens/tokens.ts";
import type { ToolTasks } from "./tasks/tool-tasks.ts";
import type { FairQueue } from "./queue/fair-queue.ts";
import type { UnpaidTasks } from "./tasks/unpaid-tasks.ts";
import type { X402 } from "../parts/x402/x402.ts";
import type { Release } from "../parts/release.ts";

/** This process: its settings, its time, and what it tells of itself. */
export type ProcessParts = Readonly<{
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** This process, as the store knows it. */
  owner: string;
  /** Aborted when the parts are being closed. */
  stopping: AbortSignal;
}>;

/** Which program this is, and since when it runs. */
export type ReleaseParts = Readonly<{
  release: Release;
  /** The clock's monotonic reading when the parts were opened. */
  startedAtMs: number;
}>;

/** What outlives the process, and what other replicas see. */
export type StoreParts = Readonly<{ store: Store }>;

/** Who asks. */
export type CallerParts = Readonly<{
  /** What we sign and know again: apps, codes and the tokens of those who signed in. */
  tokens: Tokens;
  /** What apps publish about themselves. */
  clientDocuments: ClientDocuments;
  /** Under which callers' addresses are fingerprinted. */
  addressSecret: string;
  knownKeys: KnownKeys;
}>;

/** From a job to its verdict. */
export type WorkParts = Readonly<{
  engine: Engine;
  /** Whose turn it is at the checkers, and, apart from it since a run may take a minute, at the boxes. */
  turns: Readonly<{ checking: FairQueue; running: FairQueue }>;
  inFlight: InFlight<ServedCall | UnpaidCall, WorkStep>;
  /** Work that continues after its request was answered. */
  background: Background;
  cancellations: Cancellations;
  /** Undefined where rejected code is not kept. */
  recorder: Recorder | undefined;
  /** Signs what is answered. */
  receipts: Receipts;
}>;

/** What is sold, and how it is paid. */
export type MoneyParts = Readonly<{
  /** Undefined where credits are not sold by card. */
  card: Card | undefined;
  /** Undefined where credits are not sold for transfers on chain. */
  deposits: Deposits | undefined;
  /** Undefined where calls are not sold one by one. */
  x402: X402 | undefined;
}>;

/** What stands outside for all to see. */
export type PublicParts = Readonly<{
  /** Undefined where no chain is configured. */
  chain: Chain | undefined;
  /** Whether the chain answered recently. */
  chainHealth: StaleWhileRevalidate<boolean>;
  /** What gas last cost on the chain, in wei. */
  gasPrice: StaleWhileRevalidate<bigint>;
  /** Whose wallet the identity registry last said that the agent has. */
  agentWallet: StaleWhileRevalidate<string>;
  /** What the chain last said about the agent's ratings. */
  ratings: StaleWhileRevalidate<Ratings>;
  /** Holds the verdicts that the agent published. */
  ipfs: Ipfs;
  /** Signs what we say of ourselves to agents. */
  cardKey: CardKey;
}>;

/** Work that its caller comes back for. */
export type TaskParts = Readonly<{
  /** Calls of tools that their callers come back for. */
  toolTasks: ToolTasks;
  /** Which tasks were answered recently. */
  tasks: TaskList;
  /** Which wait to be paid by themselves, or were recently. */
  unpaidTasks: UnpaidTasks<UnpaidTask>;
}>;

/** What keeps one caller from holding up the others. */
export type LimitParts = Readonly<{
  /** Parses untrusted JSON. */
  json: JsonReader;
  /** The bytes of bodies that are being read or worked on. */
  bodies: UsageByName;
  /** How often callers may do what costs us or others something, and what they may try without paying. */
  limits: Limits;
}>;

/** Everything that reaches outside this process or outlives a request. Passed as the first argument. */
export type Parts = ProcessParts &
  ReleaseParts &
  StoreParts &
  CallerParts &
  WorkParts &
  MoneyParts &
  PublicParts &
  TaskParts &
  LimitParts &
  AsyncDisposable;

/** Parts that were opened elsewhere, and are closed there. */
export type Overrides = Partial<
  Pick<Parts, "clock" | "log" | "json" | "store" | "engine" | "card" | "clientDocuments">
>;
