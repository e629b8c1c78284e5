import type { Clock } from "../../platform/clock.ts";
import type { Instruments } from "../../platform/instruments.ts";
import type { Log } from "../../platform/log.ts";
import { Fault } from "../faults.ts";
import type { Counted } from "./counter.ts";
import { createMemoryCounter } from "./memory-counter.ts";
import type { SharedCounter } from "./shared-counter.ts";
import { refusalOf, type LimitName, type RefusingLimit } from "./table.ts";

/** Counts actions by name, under the limits of the table; shared with other replicas where there is a Redis. */
export type Limits = Readonly<{
  /** Counts one point, or so many. */
  count(limit: LimitName, name: string, points?: number): Promise<Counted>;
  /** Counts one point, and throws `rate_limited` where it is too much. What it resolves with undoes it. */
  keep(limit: RefusingLimit, name: string): Promise<() => void>;
}> &
  AsyncDisposable;

type Settings = Readonly<{
  clock: Pick<Clock, "now" | "monotonic">;
  log: Log;
  metrics: Pick<Instruments, "watch">;
  redisUrl: string | undefined;
  /** Under which names are hidden from those who read the Redis; one for all processes that share it. */
  secret: string;
}>;

/** Only where Redis is used, its client is loaded. It need not be there: until it is, each process counts for itself. */
export async function openLimits({ metrics, redisUrl, ...settings }: Settings): Promise<Limits> {
  const alone = createMemoryCounter(settings.clock);
  let shared: SharedCounter | undefined;
  if (redisUrl !== undefined) {
    const { openSharedCounter } = await import("./shared-counter.ts");
    shared = await openSharedCounter({ url: redisUrl, alone, ...settings });
    const { isShared } = shared;
    const help = "Whether limits are counted together with other replicas.";
    metrics.watch("assay_limits_shared", help, () => Number(isShared()));
  }
  const counter = shared?.count ?? alone;
  const count: Limits["count"] = async (limit, name, points = 1) => counter(limit, name, points);
  return {
    count,
    keep: async (limit, name) => {
      const counted = await count(limit, name);
      if (!counted.isTooMuch) return counted.undo;
      throw new Fault("rate_limited", {
        message: refusalOf(limit),
        resetAtMs: settings.clock.now() + counted.endsInMs,
        retryAfterS: Math.max(1, Math.ceil(counted.endsInMs / 1000)),
      });
    },
    [Symbol.asyncDispose]: async () => shared?.close(),
  };
}
