import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";

/** A part of ours that requests wait for. */
export type PartName = "ipfs" | "service";

/** Which parts of ours answer. A part is checked when a step failed at it, and then until it answers again. */
export type Availability = Readonly<{
  /** Asks it now; whether it answers. */
  check(part: PartName): Promise<boolean>;
  /** Call this when a step that needs the part failed. */
  suspect(part: PartName): void;
  /** When it answered again after it had not; 0 where it always did. */
  backAtMs(part: PartName): number;
  /** Calls `tell` whenever a part answers again. */
  onBack(tell: () => void): void;
}>;

type Needs = Readonly<{
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
  ask: Readonly<Record<PartName, () => Promise<unknown>>>;
}>;

const answerLimitMs = 3000;
const lookEveryMs = 500;

export function createAvailability({ clock, log, stopping, ask }: Needs): Availability {
  const suspected = new Set<PartName>();
  const backAtMs = new Map<PartName, number>();
  const listeners: (() => void)[] = [];
  const check = async (part: PartName): Promise<boolean> => answersWithin(clock, ask[part]());

  /** Checks until the part answers, and notes when: requests that waited for it are then tried at once. */
  async function watch(part: PartName): Promise<void> {
    if (await check(part)) return;
    if (!stopping.aborted) log.warn("a part of ours does not answer", { part });
    do await clock.sleep(lookEveryMs, stopping).catch(() => undefined);
    while (!stopping.aborted && !(await check(part)));
    if (stopping.aborted) return;
    log.info("a part of ours answers again", { part });
    backAtMs.set(part, clock.now());
    for (const tell of listeners) tell();
  }

  return {
    check,
    suspect: (part) => {
      if (suspected.has(part) || stopping.aborted) return;
      suspected.add(part);
      void watch(part).finally(() => suspected.delete(part));
    },
    backAtMs: (part) => backAtMs.get(part) ?? 0,
    onBack: (tell) => void listeners.push(tell),
  };
}

/** Whether `asking` succeeds within the limit. */
export async function answersWithin(clock: Clock, asking: Promise<unknown>): Promise<boolean> {
  const answered = new AbortController();
  const late = clock.sleep(answerLimitMs, answered.signal).catch(() => undefined);
  try {
    return await Promise.race([
      asking.then(
        () => true,
        () => false,
      ),
      late.then(() => false),
    ]);
  } finally {
    answered.abort();
  }
}
