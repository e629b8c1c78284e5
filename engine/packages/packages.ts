import type { TypedLayer } from "../package-layer.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Report } from "../progress.ts";
import type { PythonVersion } from "../python-version.ts";
import { EngineUnavailable } from "../unavailable.ts";
import type { Box } from "../workers/sandbox/sandbox.ts";
import { compileWheel } from "./compile-wheel.ts";
import { installWheel } from "./install-wheel.ts";
import { foldersInBox, layerOf, type Layer, type Wheel } from "../package-layer.ts";
import { createLocks } from "./locks.ts";
import { PackageRefusal } from "../package-refusal.ts";
import type { Requirement } from "../requirement.ts";
import { resolveWheels } from "./resolve.ts";
import { isOnlyTypes, stubsFor } from "./stubs.ts";
import type { Uv } from "./uv.ts";
import type { WheelStore } from "./wheel-store.ts";

/** Packages for one job: found, installed and kept for the next that wants them. */
export type Packages = Readonly<{
  /**
   * Throws a PackageRefusal where they cannot be installed, and EngineUnavailable where the index is away. Until it is disposed
   * of, the folders stay.
   */
  prepare(wanted: WantedPackages, signal: AbortSignal, report?: Report): Promise<PreparedPackages>;
  /** Whether nothing would have to be found or installed. */
  areReady(wanted: WantedPackages): boolean;
  numbers(): Readonly<{ wheels: number; bytes: number }>;
}> &
  Disposable;

export type WantedPackages = Readonly<{
  requirements: readonly Requirement[];
  python: PythonVersion;
  /** They are imported as well as read. */
  areRun: boolean;
}>;

export type PreparedPackages = Readonly<{
  layer: Layer;
  /** The same for the type checker. */
  typed: TypedLayer;
  /** Nothing had to be found or installed. */
  isWarm: boolean;
}> &
  Disposable;

export type PackageLimits = Readonly<{ maxWheelMb: number; maxLayerMb: number }>;

type Settings = Readonly<{
  uv: Uv;
  store: WheelStore;
  limits: PackageLimits;
  /** A box in which packages are compiled; unset: nothing is ever run. */
  lend?: ((signal: AbortSignal, python: PythonVersion) => Promise<Box>) | undefined;
  /** How long an index may take to say what there is, and one package to come. */
  deadlines?: Readonly<{ resolveMs: number; installMs: number }>;
  clock: Clock;
  log: Log;
}>;

/** With everything that those asked for need. */
const maxWheels = 60;
const usualDeadlines = { resolveMs: 20_000, installMs: 60_000 };
/** Installations at once: each unpacks thousands of files. */
const maxInstalling = 2;
/** Callers who wait for packages; the next ones are told to come back. */
const maxWaiting = 32;

/** For a box to compile in, where all are in use. */
const [maxWaits, waitMs] = [30, 500];

export function createPackages({
  uv,
  store,
  limits,
  lend,
  deadlines: { resolveMs, installMs } = usualDeadlines,
  clock,
  log,
}: Settings): Packages {
  const stopping = new AbortController();
  const locks = createLocks(clock);
  const installing = createGate(maxInstalling);
  const compiling = new Map<string, Promise<void>>();
  let waiting = 0;

  async function resolve({ requirements, python }: WantedPackages): Promise<readonly Wheel[]> {
    await using work = await store.workIn();
    const options = {
      folder: work.folder,
      python,
      deadlineMs: resolveMs,
      maxWheels,
      signal: stopping.signal,
    };
    const asked = requirements.map(({ text }) => text);
    const stubs = stubsFor(requirements.map(({ name }) => name));
    if (stubs.length > 0) {
      try {
        return await resolveWheels(uv, [...asked, ...stubs], options);
      } catch (error) {
        // Types are not worth a refusal: without them the packages are checked less closely.
        if (!(error instanceof PackageRefusal)) throw error;
      }
    }
    // Its folder goes when this function ends.
    return await resolveWheels(uv, asked, options);
  }

  async function install(wheel: Wheel, python: PythonVersion): Promise<void> {
    const { name, version, sha256 } = wheel;
    await store.add(sha256, async (folders) =>
      installing(async () => {
        const startedAt = clock.monotonic();
        const options = {
          python,
          work: folders.work,
          deadlineMs: installMs,
          signal: stopping.signal,
          ...limits,
        };
        await installWheel(uv, wheel, folders.wheel, options);
        log.info("package installed", { name, version, ms: Math.round(clock.monotonic() - startedAt) });
      }),
    );
  }

  async function compile(layer: Layer, at: number, signal: AbortSignal): Promise<void> {
    const { sha256, name } = layer.wheels[at]!;
    const key = `${layer.python} ${sha256}`;
    const work = async (): Promise<void> => {
      try {
        await using box = await boxFor(layer.python, signal);
        await compileWheel(box, { inBox: foldersInBox(layer)[at]!, folder: store.folderOf(sha256) }, signal);
        await store.markCompiled(sha256, layer.python);
      } catch (error) {
        // It only takes longer to import. The next call tries again.
        signal.throwIfAborted();
        log.warn("package not compiled", { name, error: String(error).slice(0, 300) });
      }
    };
    const begun = compiling.get(key) ?? work().finally(() => compiling.delete(key));
    compiling.set(key, begun);
    await begun;
  }

  /** Programs of callers go first: a box that is free is waited for. */
  async function boxFor(python: PythonVersion, signal: AbortSignal): Promise<Box> {
    for (let waits = 1; ; waits += 1) {
      try {
        return await lend!(signal, python);
      } catch (error) {
        if (!(error instanceof EngineUnavailable) || waits === maxWaits) throw error;
        await clock.sleep(waitMs, signal);
      }
    }
  }

  function toCompile({ areRun }: WantedPackages, layer: Layer): readonly number[] {
    if (!areRun || lend === undefined) return [];
    return layer.wheels.flatMap(({ name, sha256 }, at) =>
      isOnlyTypes(name) || store.isCompiledFor(sha256, layer.python) ? [] : [at],
    );
  }

  async function bring(wanted: WantedPackages, layer: Layer, report?: Report): Promise<void> {
    const missing = layer.wheels.filter(({ sha256 }) => !store.has(sha256));
    let done = 0;
    const tell = (): void => report?.({ what: "packages installed", done, of: missing.length });
    if (missing.length > 0) tell();
    const all = await Promise.allSettled(
      missing.map(async (wheel) => {
        await install(wheel, layer.python);
        done += 1;
        tell();
      }),
    );
    const failed = all.find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
    const mb = store.bytesOf(layer.wheels.map(({ sha256 }) => sha256)) / 1_000_000;
    if (mb > limits.maxLayerMb)
      throw new PackageRefusal(
        `The packages have ${Math.ceil(mb)} MB together; at most ${limits.maxLayerMb} MB are installed for one call.`,
        "Ask for fewer or smaller packages.",
      );
    // One caller may leave while another waits for the same bytecode.
    for (const at of toCompile(wanted, layer)) await compile(layer, at, stopping.signal);
  }

  async function prepareNow(wanted: WantedPackages, report?: Report): Promise<PreparedPackages> {
    const known = locks.get(wanted);
    const layer = layerOf(wanted.python, known ?? (await locks.add(wanted, async () => resolve(wanted))));
    const hold = store.hold(layer.wheels.map(({ sha256 }) => sha256));
    try {
      const isWarm = known !== undefined && isThere(wanted, layer);
      if (!isWarm) await bring(wanted, layer, report);
      return { layer, typed: typedLayer(layer), isWarm, [Symbol.dispose]: hold[Symbol.dispose] };
    } catch (error) {
      hold[Symbol.dispose]();
      throw error;
    }
  }

  function typedLayer({ name, wheels }: Layer): TypedLayer {
    const folders = wheels.map(({ sha256 }) => store.folderOf(sha256));
    return { name, folders, cache: store.cacheOf(name) };
  }

  function isThere(wanted: WantedPackages, layer: Layer): boolean {
    return layer.wheels.every(({ sha256 }) => store.has(sha256)) && toCompile(wanted, layer).length === 0;
  }

  async function prepare(
    wanted: WantedPackages,
    signal: AbortSignal,
    report?: Report,
  ): Promise<PreparedPackages> {
    signal.throwIfAborted();
    if (waiting >= maxWaiting)
      throw new EngineUnavailable("busy", { message: "Many callers wait for packages.", retryAfterS: 5 });
    waiting += 1;
    const preparing = prepareNow(wanted, report).finally(() => {
      waiting -= 1;
    });
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await Promise.race([preparing, left.promise]);
    } catch (error) {
      // What has begun is carried to its end, for the next who wants it.
      void preparing.then(
        (prepared) => prepared[Symbol.dispose](),
        () => undefined,
      );
      throw error;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  return {
    prepare,
    areReady: (wanted) => {
      const known = locks.get(wanted);
      return known !== undefined && isThere(wanted, layerOf(wanted.python, known));
    },
    numbers: store.numbers,
    [Symbol.dispose]: () => stopping.abort(),
  };
}

/** Lets so many work at once; the others wait their turn. */
function createGate(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    while (busy >= max) await new Promise<void>((go) => waiting.push(go));
    busy += 1;
    try {
      return await work();
    } finally {
      busy -= 1;
      waiting.shift()?.();
    }
  };
}
