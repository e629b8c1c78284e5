import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { WarmBox } from "./box.ts";
import { EngineUnavailable } from "../../unavailable.ts";
import type { Meters } from "./meters.ts";

/** Boxes that stand ready. Each serves one caller and is then destroyed. */
export type Pool = Readonly<{
  /** Rejects with EngineUnavailable: `busy` when no box came free in time, `down` when none can be started. */
  take(signal: AbortSignal): Promise<WarmBox>;
  /** Ends a caller's use of a box. One that was never spoken to stands ready again; any other is being destroyed. */
  giveBack(box: WarmBox): void;
  /** Starts one box and tells whether that worked; from then on the pool fills itself. */
  open(): Promise<boolean>;
  /** Destroys what stands ready, and starts nothing until it is opened again. */
  shut(): void;
  /** Replaces a box that has stood ready for too long. */
  recycle(): void;
  canServe(): boolean;
  numbers(): { idle: number; starting: number; inUse: number };
}> &
  AsyncDisposable;

type Settings = Readonly<{
  size: number;
  /** How many boxes are started at once: ahead of the calls, and while a call waits for one. */
  maxStarting: Readonly<{ ahead: number; waitedFor: number }>;
  start: () => Promise<WarmBox>;
  clock: Clock;
  log: Log;
  meters: Meters;
}>;

const waitMs = 1000;
const retryAfterS = 1;
const maxAgeMs = 10 * 60_000;
const maxRetryMs = 30_000;

export function createPool({ size, maxStarting, start, clock, log, meters }: Settings): Pool {
  const idle = new Map<WarmBox, number>();
  const inUse = new Set<WarmBox>();
  const waiting = new Set<PromiseWithResolvers<WarmBox>>();
  const starting = new Set<Promise<boolean>>();
  const leaving = new Set<Promise<void>>();
  const stopping = new AbortController();
  let isOpen = false;
  let failures = 0;
  let isPausing = false;

  function fill(): void {
    if (!isOpen || isPausing) return;
    const max = waiting.size > 0 ? maxStarting.waitedFor : maxStarting.ahead;
    while (starting.size < max && idle.size + starting.size < size + waiting.size) void launch();
  }

  async function launch(): Promise<boolean> {
    const launched = startOne();
    starting.add(launched);
    try {
      return await launched;
    } finally {
      starting.delete(launched);
      fill();
    }
  }

  async function startOne(): Promise<boolean> {
    const startedAt = clock.monotonic();
    try {
      const box = await start();
      meters.took("warm", clock.monotonic() - startedAt);
      failures = 0;
      void box.ended.then(() => {
        idle.delete(box);
        void discard(box); // it is gone for good when its container is
        fill();
      });
      offer(box);
      return true;
    } catch (error) {
      failures += 1;
      if (failures === 1) log.error("sandbox box cannot be started", { error: String(error).slice(0, 300) });
      pause(Math.min(250 * 2 ** failures, maxRetryMs));
      if (idle.size === 0) refuseWaiting();
      return false;
    }
  }

  function pause(ms: number): void {
    isPausing = true;
    void clock.sleep(ms, stopping.signal).then(
      () => {
        isPausing = false;
        fill();
      },
      () => undefined,
    );
  }

  function offer(box: WarmBox): void {
    if (stopping.signal.aborted || !box.isAlive()) return void discard(box);
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      inUse.add(box);
      next.resolve(box);
    } else if (isOpen && idle.size < size) {
      idle.set(box, clock.monotonic());
    } else {
      void discard(box);
    }
  }

  async function discard(box: WarmBox): Promise<void> {
    const left = box.destroy();
    leaving.add(left);
    await left;
    leaving.delete(left);
  }

  function unavailable(): EngineUnavailable {
    meters.count("engine_unavailable");
    return new EngineUnavailable("down", {
      message: "Code cannot be run right now. Nothing was charged.",
      retryAfterS,
    });
  }

  function refuseWaiting(): void {
    for (const waiter of waiting) waiter.reject(unavailable());
    waiting.clear();
  }

  async function take(signal: AbortSignal): Promise<WarmBox> {
    signal.throwIfAborted();
    const [ready] = idle.keys();
    if (ready) {
      idle.delete(ready);
      inUse.add(ready);
      fill();
      meters.took("take", 0);
      return ready;
    }
    if (!canServe()) throw unavailable();

    const startedAt = clock.monotonic();
    const over = new AbortController();
    const waiter = Promise.withResolvers<WarmBox>();
    const leave = (): void => waiter.reject(signal.reason);
    waiting.add(waiter);
    signal.addEventListener("abort", leave, { once: true });
    void clock.sleep(waitMs, over.signal).then(
      () =>
        waiter.reject(new EngineUnavailable("busy", { message: "Every sandbox is in use.", retryAfterS })),
      () => undefined,
    );
    fill();
    try {
      return await waiter.promise;
    } catch (error) {
      if (error instanceof EngineUnavailable && error.reason === "busy") meters.count("busy");
      throw error;
    } finally {
      waiting.delete(waiter);
      over.abort();
      signal.removeEventListener("abort", leave);
      meters.took("take", clock.monotonic() - startedAt);
    }
  }

  function canServe(): boolean {
    return isOpen && (idle.size > 0 || failures === 0);
  }

  function shut(): void {
    isOpen = false;
    for (const box of idle.keys()) void discard(box);
    idle.clear();
    refuseWaiting();
  }

  return {
    take,
    giveBack: (box) => {
      if (!inUse.delete(box)) return;
      if (box.isUntouched() && box.isAlive()) offer(box);
      else void discard(box);
    },
    open: async () => {
      isOpen = true;
      const isStarted = await launch();
      if (!isStarted) shut();
      return isStarted;
    },
    shut,
    recycle: () => {
      const [[oldest, sinceMs] = []] = idle;
      // One at a time, so that the others stand ready meanwhile.
      if (oldest && sinceMs !== undefined && starting.size === 0 && clock.monotonic() - sinceMs > maxAgeMs)
        void discard(oldest);
    },
    canServe,
    numbers: () => ({ idle: idle.size, starting: starting.size, inUse: inUse.size }),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      shut();
      for (const box of inUse) void discard(box);
      await Promise.all(starting);
      await Promise.all(leaving);
    },
  };
}
