import { availableParallelism } from "node:os";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { Instruments } from "../../../platform/instruments.ts";
import { nameOwner } from "../../../platform/owner.ts";
import { startBox, type WarmBox } from "./box.ts";
import { startBreaker } from "./breaker.ts";
import { packageName } from "../../package-pin.ts";
import { openDriver, type BoxSettings } from "./open-driver.ts";
import { createMeters } from "./meters.ts";
import { createPool } from "./pool.ts";
import { removeAllOf, startReaper } from "./reaper.ts";
import type { Sandbox } from "./sandbox.ts";

type Settings = Readonly<{
  boxes: BoxSettings;
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
  const { boxes, packages: wanted = [], poolSize, clock, log, metrics } = settings;
  await using opening = new AsyncDisposableStack();
  const driver = await openDriver(boxes);
  const meters = createMeters(metrics);
  const owner = nameOwner();
  const live = new Set<string>();
  let packages: readonly string[] | undefined;
  let trouble: string | undefined;

  function tellOf(found: readonly string[]): void {
    const isNew = found.join() !== packages?.join();
    packages = found;
    const lacking = wanted.filter((pin) => !found.some((has) => packageName(has) === packageName(pin)));
    if (isNew && lacking.length > 0)
      log.error("sandbox image lacks packages", { image: boxes.image, lacking });
  }

  async function start(): Promise<WarmBox> {
    const id = await driver.create({ owner, createdAtMs: clock.now() });
    live.add(id);
    try {
      const box = await startBox({ driver, clock, log, meters }, id);
      trouble = box.isConfined ? undefined : profileIgnored;
      if (trouble !== undefined) {
        await box.destroy();
        throw new Error(trouble);
      }
      tellOf(box.packages);
      void box.ended.then(async () => box.destroy()).then(() => live.delete(id));
      return box;
    } catch (error) {
      await driver.remove(id).catch(() => undefined);
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
  const pool = opening.use(createPool({ size: poolSize, maxStarting, start, clock, log, meters }));
  const breaker = opening.use(
    startBreaker({
      ping: async () => {
        const startedAt = clock.monotonic();
        await driver.ping();
        meters.took("ping", clock.monotonic() - startedAt);
      },
      tryOut: pool.open,
      onOpen: () => {
        driver.forget();
        pool.shut();
      },
      onBeat: pool.recycle,
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
  metrics.watch("assay_sandbox_idle", "Boxes that stand ready.", () => pool.numbers().idle);
  metrics.watch("assay_sandbox_starting", "Boxes being started.", () => pool.numbers().starting);
  metrics.watch("assay_sandbox_in_use", "Boxes that serve a call.", () => pool.numbers().inUse);
  metrics.watch("assay_sandbox_up", "Whether the engine answers.", () => Number(breaker.isClosed()));
  await breaker.firstAnswer;

  const opened = opening.move();
  return {
    trouble: () => trouble,
    state: () => (breaker.isClosed() && pool.canServe() ? "ok" : "down"),
    take: async (signal) => {
      const box = await pool.take(signal);
      return {
        kind: box.kind,
        python: box.python,
        packages: box.packages,
        request: box.request,
        [Symbol.asyncDispose]: async () => pool.giveBack(box),
      };
    },
    packages: () => packages ?? [],
    numbers: pool.numbers,
    [Symbol.asyncDispose]: async () => opened.disposeAsync(),
  };
}
