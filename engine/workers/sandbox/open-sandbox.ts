import { availableParallelism } from "node:os";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { Instruments } from "../../../platform/instruments.ts";
import { nameOwner } from "../../../platform/owner.ts";
import { startBox, type WarmBox } from "./box.ts";
import { startBreaker } from "./breaker.ts";
import { packageName } from "../../package-pin.ts";
import { defaultPython, type PythonVersion } from "../../python-version.ts";
import type { SandboxImages } from "../../sandbox-images.ts";
import type { BoxDriver } from "./driver.ts";
import { openDriver, type BoxSettings } from "./open-driver.ts";
import { createMeters } from "./meters.ts";
import { createPool, type Pool } from "./pool.ts";
import { removeAllOf, startReaper } from "./reaper.ts";
import type { Sandbox } from "./sandbox.ts";

type Settings = Readonly<{
  boxes: BoxSettings;
  /** The images of other versions of Python; one box of each stands ready. */
  images?: SandboxImages;
  /** What the image should have beside the standard library, as `name==version`. */
  packages?: readonly string[];
  /** How many boxes stand ready. */
  poolSize: number;
  clock: Clock;
  log: Log;
  metrics: Instruments;
}>;

/** Starting a box takes a tenth of a second of processor time: while nobody waits for one, a processor stays free of it. */
const maxStarting = { ahead: Math.max(1, Math.min(2, availableParallelism() - 1)), waitedFor: 2 };

/** gVisor does so unless told otherwise. */
const profileIgnored =
  "The container runtime ignores the profile of system calls, so no code is run in it. For gVisor, register runsc with --oci-seccomp.";

/** Opens in any case: without an engine it is down, and comes up by itself when there is one. */
export async function openSandbox(settings: Settings): Promise<Sandbox> {
  const { boxes, images = new Map() as SandboxImages, packages: wanted = [] } = settings;
  const { poolSize, clock, log, metrics } = settings;
  await using opening = new AsyncDisposableStack();
  const driver = await openDriver(boxes);
  const meters = createMeters(metrics);
  const owner = nameOwner();
  const live = new Set<string>();
  const packages = new Map<PythonVersion, readonly string[]>();
  let trouble: string | undefined;

  function tellOf(python: PythonVersion, image: string, found: readonly string[]): void {
    const isNew = found.join() !== packages.get(python)?.join();
    packages.set(python, found);
    const lacking = wanted.filter((pin) => !found.some((has) => packageName(has) === packageName(pin)));
    if (isNew && lacking.length > 0) log.error("sandbox image lacks packages", { image, lacking });
  }

  async function start(
    its: BoxDriver,
    { python, image }: { python: PythonVersion; image: string },
  ): Promise<WarmBox> {
    const id = await its.create({ owner, createdAtMs: clock.now() });
    live.add(id);
    try {
      const box = await startBox({ driver: its, clock, log, meters }, id);
      trouble = box.isConfined ? undefined : profileIgnored;
      if (trouble !== undefined) {
        await box.destroy();
        throw new Error(trouble);
      }
      if (images.has(python) && !box.python.startsWith(`${python}.`)) {
        await box.destroy();
        throw new Error(`SANDBOX_IMAGES: ${image} has Python ${box.python}, not ${python}.`);
      }
      tellOf(python, image, box.packages);
      void box.ended.then(async () => box.destroy()).then(() => live.delete(id));
      return box;
    } catch (error) {
      await its.remove(id).catch(() => undefined);
      live.delete(id);
      throw error;
    }
  }

  // The last to be done when it is closed: nothing of ours stays behind.
  opening.defer(async () =>
    removeAllOf(driver, owner).catch((error: unknown) =>
      log.warn("sandbox boxes may be left", { error: String(error) }),
    ),
  );
  const openPool = (size: number, its: BoxDriver, of: { python: PythonVersion; image: string }): Pool =>
    opening.use(createPool({ size, maxStarting, start: async () => start(its, of), clock, log, meters }));
  const pool = openPool(poolSize, driver, { python: defaultPython, image: boxes.image });
  const pools = new Map([[defaultPython, pool]]);
  const drivers = [driver];
  for (const [python, image] of images) {
    const its = await openDriver({ ...boxes, image });
    drivers.push(its);
    pools.set(python, openPool(1, its, { python, image }));
  }
  const openOthers = (): void => {
    for (const other of pools.values()) if (other !== pool) void other.open();
  };
  const breaker = opening.use(
    startBreaker({
      ping: async () => {
        const startedAt = clock.monotonic();
        await driver.ping();
        meters.took("ping", clock.monotonic() - startedAt);
      },
      tryOut: async () => {
        const isUp = await pool.open();
        if (isUp) openOthers();
        return isUp;
      },
      onOpen: () => {
        for (const each of drivers) each.forget();
        for (const each of pools.values()) each.shut();
      },
      onHeartbeat: () => {
        for (const each of pools.values()) each.recycle();
      },
      clock,
      log,
    }),
  );
  opening.use(
    startReaper({
      driver,
      owner,
      isLive: (id) => live.has(id),
      onReaped: () => meters.count("reaped"),
      clock,
      log,
    }),
  );
  const numbers = (): ReturnType<Pool["numbers"]> => {
    const all = Array.from(pools.values(), (each) => each.numbers());
    const sum = (name: keyof (typeof all)[number]): number =>
      all.reduce((total, each) => total + each[name], 0);
    return { idle: sum("idle"), starting: sum("starting"), inUse: sum("inUse") };
  };
  metrics.watch("assay_sandbox_idle", "Boxes that stand ready.", () => numbers().idle);
  metrics.watch("assay_sandbox_starting", "Boxes being started.", () => numbers().starting);
  metrics.watch("assay_sandbox_in_use", "Boxes that serve a call.", () => numbers().inUse);
  metrics.watch("assay_sandbox_up", "Whether the engine answers.", () => Number(breaker.isClosed()));
  await breaker.firstAnswer;

  const opened = opening.move();
  return {
    trouble: () => trouble,
    state: () => (breaker.isClosed() && pool.canServe() ? "ok" : "down"),
    pythons: [...pools.keys()],
    take: async (signal, python = defaultPython) => {
      const its = pools.get(python);
      if (its === undefined) throw new Error(`no boxes with Python ${python}`);
      // The breaker looks after the default one only.
      if (its !== pool && breaker.isClosed() && !its.canServe()) await its.open();
      const box = await its.take(signal);
      return {
        kind: box.kind,
        python: box.python,
        packages: box.packages,
        request: box.request,
        [Symbol.asyncDispose]: async () => its.giveBack(box),
      };
    },
    packages: () => packages.get(defaultPython) ?? [],
    numbers,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}
