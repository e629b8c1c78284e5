import type { TypedPackages } from "./package-layer.ts";
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
import { createPackages, type PackageLimits, type PreparedPackages } from "./packages/packages.ts";
import { readTypes, type Installing } from "./packages/prepare.ts";
import { openPackageSets } from "./packages/sets.ts";
import { openWheelStore, type WheelStore } from "./packages/wheel-store.ts";
import type { Uv } from "./packages/uv.ts";
import type { CandidateQuestion } from "./tasks/candidates-worker.ts";
import { openWorkers, type Workers } from "./tasks/workers.ts";
import type { SandboxImages } from "./sandbox-images.ts";
import { createUsageCounts } from "./usage-counts.ts";
import type { BoxSettings } from "./workers/sandbox/open-driver.ts";
import type { SharedPackages } from "./workers/sandbox/driver.ts";
import { openSandbox } from "./workers/sandbox/open-sandbox.ts";
import { defaultPython, type PythonVersion } from "./python-version.ts";
import { typesOfImage } from "./workers/type-checker/image-packages.ts";
import { openTypes, type Types } from "./workers/type-checker/types.ts";
import { createTypesOfTargets } from "./workers/type-checker/targets.ts";

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

export type InstallSettings = Readonly<{
  uv: Uv;
  /** Where they are kept, and how much of them. */
  folder: string;
  volume: string | undefined;
  maxBytes: number;
  limits: PackageLimits;
  /** Sets that stand ready from the start. */
  sets: readonly (readonly string[])[];
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
  /** How packages are installed for single jobs; unset: they are not. */
  installing?: InstallSettings | undefined;
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
  const {
    service,
    python,
    readyFor = defaultPython,
    packages,
    installing: install,
    execution,
    log,
    metrics,
  } = settings;
  const { threads, spareThreads } = settings;
  await using opening = new AsyncDisposableStack();
  const clock: Clock = systemClock;
  const troubles = createTroubles({ log, metrics });
  // Shared, since one call has work in several of them.
  const priorities = createPriorities(clock);
  const use = async <Part extends AsyncDisposable>(part: Promise<Part>): Promise<Part> =>
    opening.use(await part);
  const known = packages === undefined ? undefined : typesOfImage(packages);
  const openTypesOf = async (
    pythonVersion: PythonVersion,
    checkers: number,
    read: TypedPackages | undefined = known,
  ): Promise<Types> =>
    openTypes({
      python,
      pythonVersion,
      packages: read,
      workers: checkers,
      limitMs: limits.typesMs,
      clock,
      priorities,
      log,
    });
  const openAllTypes = async (): Promise<Types> =>
    createTypesOfTargets({
      python: readyFor,
      ready: await openTypesOf(readyFor, settings.typeCheckers),
      open: async (target) => openTypesOf(target.python, 1, target.layer),
    });
  const store = install && (await openWheelStore({ ...install, clock }));
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
    execution && openExecution(execution, { use, packages: install, clock, log, metrics }),
  ] as [Promise<Workers>, Promise<Types>, Promise<Execution> | undefined]);
  const installing =
    install && store && openInstalling({ install, store, executing, types, use: opening, clock, log });
  const engine = await createEngine({
    installing,
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
  packages: SharedPackages | undefined;
  clock: Clock;
  log: Log;
  metrics: Instruments;
}>;

type Installed = Readonly<{
  install: InstallSettings;
  store: WheelStore;
  executing: Execution | undefined;
  types: Types;
  use: AsyncDisposableStack;
  clock: Clock;
  log: Log;
}>;

function openInstalling({ install, store, executing, types, use, clock, log }: Installed): Installing {
  const lend =
    executing &&
    (async (signal: AbortSignal, python: PythonVersion) => executing.sandbox.take(signal, python));
  const packages = use.use(createPackages({ ...install, store, lend, clock, log }));
  const warm = async (prepared: PreparedPackages, signal: AbortSignal): Promise<void> =>
    readTypes(types, prepared, signal);
  const areRun = executing !== undefined;
  return {
    packages,
    sets: use.use(openPackageSets({ packages, sets: install.sets, areRun, warm, clock, log })),
  };
}

async function openExecution(
  { model, defaultTimeoutS, boxes, ...sandbox }: ExecutionSettings,
  { use, packages, clock, log, metrics }: Opening,
): Promise<Execution> {
  return {
    sandbox: await use(openSandbox({ ...sandbox, boxes: { ...boxes, packages }, clock, log, metrics })),
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
