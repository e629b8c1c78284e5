import type { Clock } from "../../platform/clock.ts";

/** Lets an idle loop sleep until another part calls `wake`. */
export type Wake = Readonly<{ wake(): void; woken(ms: number, signal: AbortSignal): Promise<void> }>;

export function createWake(clock: Clock): Wake {
  let waking = new AbortController();
  return {
    wake: () => {
      const sleepers = waking;
      waking = new AbortController();
      sleepers.abort();
    },
    woken: async (ms, signal) => {
      await clock.sleep(ms, AbortSignal.any([signal, waking.signal])).catch(() => undefined);
    },
  };
}
