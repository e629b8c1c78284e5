import { createEngine, type Engine, type Judgement } from "../../engine/engine.ts";
import { Job } from "../../engine/job.ts";
import { openWorkers, type Workers } from "../../engine/tasks/workers.ts";
import type { UsageCounts } from "../../engine/usage-counts.ts";
import type { Diagnostic, Verdict } from "../../engine/verdict.ts";
import { systemClock } from "../../platform/clock.ts";
import { createPriorities } from "../../platform/threads/priority.ts";
import { readConfig } from "../../service/config.ts";
import { openLog, type Log } from "../../platform/log.ts";
import { createMetrics, type Metrics } from "../../parts/observe/metrics.ts";
import { createTroubles, type Troubles } from "../../platform/troubles.ts";
import { defaultPython, type PythonVersion } from "../../engine/python-version.ts";
import { openTypes, type Types } from "../../engine/workers/type-checker/types.ts";
import { typesOfImage } from "../../engine/workers/type-checker/image-packages.ts";
import { createTypesOfTargets } from "../../engine/workers/type-checker/targets.ts";
import type { TypedFiles } from "../../engine/workers/type-checker/worker.ts";
import { workerLife } from "./worker-life.ts";

type Settings = Readonly<{
  threads?: number;
  workers?: number;
  inspectMs?: number;
  typesMs?: number;
  log?: Log;
  countUsage?: UsageCounts;
}>;

/** The real engine, and its tools. */
export type TestEngine = Readonly<{
  engine: Engine;
  workers: Workers;
  types: Types;
  troubles: Troubles;
  metrics: Metrics;
  judge(code: string, signal?: AbortSignal): Promise<Judgement>;
  verdictOf(code: string): Promise<Verdict>;
  /** Every diagnostic as `line:column severity rule`, those without a position as `- severity rule`. */
  find(code: string): Promise<string[]>;
}> &
  AsyncDisposable;

const anyJob = Job.parse({ code: "pass" });

/** Opens everything with the Python from set-up; `workers` and limits are small, to be reached soon. */
export async function openTestEngine({
  threads = 1,
  workers = 1,
  inspectMs = 10_000,
  typesMs = 10_000,
  log = openLog("silent"),
  countUsage,
}: Settings = {}): Promise<TestEngine> {
  await using opening = new AsyncDisposableStack();
  const types = opening.use(await openTestTypes({ workers, limitMs: typesMs }));
  const metrics = createMetrics();
  const troubles = createTroubles({ log, metrics });
  const reading = opening.use(
    await openWorkers({ threads, limitMs: inspectMs, clock: systemClock, troubles }),
  );
  const service = { name: "assay", version: "0.0.0" };
  const priorities = createPriorities(systemClock);
  const tools = { workers: reading, types, clock: systemClock, troubles, priorities, service, countUsage };
  const engine = await createEngine(tools);

  const judge = async (code: string, signal = new AbortController().signal): Promise<Judgement> =>
    engine.judge({ ...anyJob, code }, signal);
  const verdictOf = async (code: string): Promise<Verdict> => (await judge(code)).verdict;
  const opened = opening.move();
  return {
    engine,
    workers: reading,
    types,
    troubles,
    metrics,
    judge,
    verdictOf,
    find: async (code) => (await verdictOf(code)).diagnostics.map(place),
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}

let shared: Promise<TestEngine> | undefined;

/** One for all test files of this worker that only call it: it takes seconds to open, and no test closes it. */
export async function borrowTestEngine(): Promise<TestEngine> {
  shared ??= openTestEngine().then((opened) => workerLife().use(opened));
  return shared;
}

/** A single text, as it is sent to the type checker. */
export function alone(text: string): TypedFiles {
  return { files: { "": text }, base: null, first: [] };
}

export async function openTestTypes({
  workers = 1,
  limitMs = 10_000,
  packages,
}: { workers?: number; limitMs?: number; packages?: string } = {}): Promise<Types> {
  const open = async ({ python: pythonVersion }: { python: PythonVersion }): Promise<Types> =>
    openTypes({
      python: readConfig({}).PYTHON,
      pythonVersion,
      packages: packages === undefined ? undefined : typesOfImage(packages),
      workers,
      limitMs,
      clock: systemClock,
      log: openLog("silent"),
    });
  return createTypesOfTargets({ python: defaultPython, ready: await open({ python: defaultPython }), open });
}

function place({ line, column, severity, rule }: Diagnostic): string {
  return `${line === null ? "-" : `${line}:${column}`} ${severity} ${rule}`;
}
