import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";

/** Watches the engine. Open, it keeps callers from waiting for an engine that does not answer. */
export type Breaker = Readonly<{
  isClosed(): boolean;
  /** Resolves when it is known for the first time whether the engine can be used. */
  firstAnswer: Promise<void>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  /** Rejects when the engine does not answer in time. */
  ping: () => Promise<void>;
  /** Tries whether the engine really works, once it answers again. */
  tryOut: () => Promise<boolean>;
  onOpen: () => void;
  /** After every look at an engine that works. */
  onHeartbeat: () => void;
  clock: Clock;
  log: Log;
}>;

const everyMs = 1000;
const missesToOpen = 2;
/** A runtime that cannot start a box is not made to do so every second. */
const maxTryOutPauseMs = 30_000;

export function startBreaker({ ping, tryOut, onOpen, onHeartbeat, clock, log }: Settings): Breaker {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let isClosed = false;
  let misses = 0;
  let failedTries = 0;
  let nextTryMs = 0;

  /** Tries less and less often while it fails; an engine that was silent may be another one, and is tried at once. */
  async function mayClose(): Promise<boolean> {
    if (clock.monotonic() < nextTryMs) return false;
    if (await tryOut()) {
      failedTries = 0;
      return true;
    }
    failedTries += 1;
    nextTryMs = clock.monotonic() + Math.min(everyMs * 2 ** failedTries, maxTryOutPauseMs);
    return false;
  }

  async function look(): Promise<void> {
    try {
      await ping();
      misses = 0;
    } catch (error) {
      misses += 1;
      failedTries = 0;
      nextTryMs = 0;
      if (misses === 1) log.warn("sandbox engine silent", { error: String(error) });
      if (misses < missesToOpen || !isClosed) return;
      isClosed = false;
      log.error("sandbox down", { error: String(error) });
      onOpen();
      return;
    }
    if (!isClosed && (await mayClose())) {
      isClosed = true;
      log.info("sandbox up");
    }
    if (isClosed) onHeartbeat();
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      first.resolve();
      await clock.sleep(everyMs, stopping.signal).catch(() => undefined);
    }
  }

  const watching = watch();
  return {
    isClosed: () => isClosed,
    firstAnswer: first.promise,
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await watching;
    },
  };
}
