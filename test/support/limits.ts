import { systemClock, type Clock } from "../../platform/clock.ts";
import { openLog } from "../../platform/log.ts";
import { openLimits, type Limits } from "../../parts/limits/limits.ts";
import { createMetrics } from "../../parts/observe/metrics.ts";

/** Limits of one process; shared where a Redis is named. */
export async function openTestLimits(
  settings: Partial<Parameters<typeof openLimits>[0]> & Readonly<{ clock?: Clock }> = {},
): Promise<Limits> {
  return openLimits({
    clock: systemClock,
    log: openLog("silent"),
    metrics: createMetrics(),
    redisUrl: undefined,
    secret: "secret",
    ...settings,
  });
}
