import { availableParallelism } from "node:os";
import { allOf } from "../platform/all-of.ts";
import { systemClock, type Clock } from "../platform/clock.ts";
import type { Instruments } from "../platform/instruments.ts";
import type { Log } from "../platform/log.ts";
import { createPriorities } from "../platform/threads/priority.ts";
import { openThreads } from "../platform/threads/threads.ts";
import { createTroubles } from "../platform/troubles.ts";
import type { Candidate } from "./candidates/candidate.ts";
import { createEngine, type Engine, type Execution } from "./engine.ts";
import { createModel } from "./execute/model.ts";
import type { CandidateQuestion } from "./tasks/candidates-worker.ts";
import { openWorkers, type Workers } from "./tasks/workers.ts";
import type { SandboxImages } from "./sandbox-images.ts";
import { createUsageCounts } from "./usage-counts.ts";
import type { BoxSettings } from "./workers/sandbox/open-driver.ts";
import { openSandbox } from "./workers/sandbox/open-sandbox.ts";
import { defaultPython, type PythonVersion } from "./python-version.ts";
import { openTypes, type Types } from "./workers/type-checker/types.ts";
import { createTypesOfVersions } from "./workers/type-checker/versions.ts";

/** What it takes to run code. */
export type ExecutionSettings = Readonly<{
  /** Where code is run, and in which image. */
  boxes: BoxSettings;
  /** The images of other versions of Python than the default one. */
  images?: SandboxImages;
  /** What the image should have beside the standard library, as `name==version`. */
  packages?: readonly string[];
  /** How many boxes stand ready. */
  poolSize: number;
  /** Proposes a rewrite where no small edit is proven; unset: none is asked. */
  model: Readonly<{ url: string; name: string; apiKey: string | undefined; maxLength: number }> | undefined;
  defaultTimeoutS: number;
}>;

export type EngineSettings = Readonly<{
  /** How a verdict names the service. */
  service: { name: string; version: string };
  /** The Python that has mypy. */
  python: string;
  /** The version of Python whose type checkers always stand ready; unset: the default. */
  readyFor?: PythonVersion | undefined;
  /** The folder of packages whose types are known beside the standard library's; unset: none. */
  packages?: string | undefined;
  /** Threads that read texts, and processes that check types. */
  threads: number;
  typeCheckers: number;
  /** Threads beside these that stand ready for who would wait for a lost one; unset: one. */
  spareThreads?: number | undefined;
  /** Unset: code is never run. */
  execution: ExecutionSettings | undefined;
  log: Log;
  metrics: Instruments;
}>;

const candidatesWorker = new URL("./tasks/candidates-worker.ts", import.meta.url);

/** Processor time of each tool on one text. */
const limits = { readMs: 3000, typesMs: 8000, candidatesMs: 2000 };
const modelMs = 30_000;

/** How many texts are worked on at once: two more than the processors can, so that a text that hangs holds up nobody. */
export const places = availableParallelism() + 2;

/** Reading a text takes less time than checking its types, so half of the processors are enough for it. */
const freshTasks = Math.ceil(availableParallelism() / 2);

/** Opens all that the engine works with. Disposing closes it. */
export async function openEngine(settings: EngineSettings): Promise<Engine & AsyncDisposable> {
  const { service, python, readyFor = defaultPython, packages, execution, log, metrics } = settings;
  const { threads, spareThreads } = settings;
  await using opening = new AsyncDisposableStack();
  const clock: Clock = systemClock;
  const troubles = createTroubles({ log, metrics });
  // Shared, since one call has work in several of them.
  const priorities = createPriorities(clock);
  const use = async <Part extends AsyncDisposable>(part: Promise<Part>): Promise<Part> =>
    opening.use(await part);
  const openTypesOf = async (pythonVersion: PythonVersion, checkers: number): Promise<Types> =>
    openTypes({
      python,
      pythonVersion,
      packages,
      workers: checkers,
      limitMs: limits.typesMs,
      clock,
      priorities,
      log,
    });
  const openAllTypes = async (): Promise<Types> =>
    createTypesOfVersions({
      python: readyFor,
      ready: await openTypesOf(readyFor, settings.typeCheckers),
      open: async (version) => openTypesOf(version, 1),
    });
  const [workers, types, executing] = await allOf([
    use(
      openWorkers({
        threads,
        freshTasks,
        spareThreads,
        limitMs: limits.readMs,
        clock,
        priorities,
        troubles,
      }),
    ),
    use(openAllTypes()),
    execution && openExecution(execution, { use, clock, log, metrics }),
  ] as [Promise<Workers>, Promise<Types>, Promise<Execution> | undefined]);
  const engine = await createEngine({
    workers,
    types,
    execution: executing,
    clock,
    troubles,
    priorities,
    service,
    countUsage: createUsageCounts(metrics),
  });
  metrics.watch("assay_types_workers", "Warm type checkers.", types.workers);
  const opened = opening.move();
  return { ...engine, [Symbol.asyncDispose]: async () => opened.disposeAsync() };
}

type Opening = Readonly<{
  use: <Part extends AsyncDisposable>(part: Promise<Part>) => Promise<Part>;
  clock: Clock;
  log: Log;
  metrics: Instruments;
}>;

async function openExecution(
  { model, defaultTimeoutS, ...sandbox }: ExecutionSettings,
  { use, clock, log, metrics }: Opening,
): Promise<Execution> {
  return {
    sandbox: await use(openSandbox({ ...sandbox, clock, log, metrics })),
    proposers: await use(
      openThreads<CandidateQuestion, Candidate[]>(candidatesWorker, {
        threads: 1,
        limitMs: limits.candidatesMs,
        clock,
      }),
    ),
    model: model && createModel({ ...model, limitMs: modelMs }),
    defaultTimeoutS,
  };
}
