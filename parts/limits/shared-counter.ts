import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Counter } from "./counter.ts";
import { openRedisCounter } from "./redis-counter.ts";

/** Counts together with all processes that share a Redis; while that does not answer, this process counts for itself. */
export type SharedCounter = Readonly<{ count: Counter; isShared(): boolean; close(): void }>;

type Settings = Readonly<{
  url: string;
  secret: string;
  clock: Pick<Clock, "monotonic">;
  log: Log;
  alone: Counter;
}>;

/** How long Redis is not called after a failure. */
const restMs = 1000;

export async function openSharedCounter({ clock, log, alone, ...place }: Settings): Promise<SharedCounter> {
  let isLost = false;
  let isClosed = false;
  let restsUntilMs = -Infinity;

  function onLost(error: unknown): void {
    restsUntilMs = clock.monotonic() + restMs;
    if (isLost || isClosed) return;
    isLost = true;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn("limits are counted by this process alone", { reason });
  }

  function onAnswer(): void {
    restsUntilMs = -Infinity;
    if (isLost) log.info("limits are shared again");
    isLost = false;
  }

  const redis = await openRedisCounter({ clock, onLost, onAnswer, ...place });
  return {
    count: async (limit, name, points) => {
      if (clock.monotonic() < restsUntilMs) return alone(limit, name, points);
      // While it is lost one call asks whether it is back; the others go on.
      if (isLost) restsUntilMs = clock.monotonic() + restMs;
      try {
        return await redis.count(limit, name, points);
      } catch (error) {
        onLost(error);
        return alone(limit, name, points);
      }
    },
    isShared: () => !isLost && redis.isConnected(),
    close: () => {
      isClosed = true;
      redis.close();
    },
  };
}
