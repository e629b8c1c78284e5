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
  onBeat: () => void;
  clock: Clock;
  log: Log;
}>;

const everyMs = 1000;
const missesToOpen = 2;

export function startBreaker({ ping, tryOut, onOpen, onBeat, clock, log }: Settings): Breaker {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let isClosed = false;
  let misses = 0;

  async function look(): Promise<void> {
    try {
      await ping();
      misses = 0;
    } catch (error) {
      misses += 1;
      if (misses === 1) log.warn("sandbox engine silent", { error: String(error) });
      if (misses < missesToOpen || !isClosed) return;
      isClosed = false;
      log.error("sandbox down", { error: String(error) });
      onOpen();
      return;
    }
    if (!isClosed && (await tryOut())) {
      isClosed = true;
      log.info("sandbox up");
    }
    if (isClosed) onBeat();
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
