import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { isGone } from "../../../platform/owner.ts";
import { boxLifetimeMs, type BoxDriver, type Leftover } from "./driver.ts";

type Settings = Readonly<{
  driver: BoxDriver;
  owner: string;
  /** True of a box that this process still answers for. */
  isLive: (id: string) => boolean;
  onReaped: () => void;
  clock: Clock;
  log: Log;
}>;

/** A box of ours may be this young before we know its name. */
const unknownMs = 30_000;
const everyMs = 60_000;

/** Removes every box of this owner. One whose making we gave up on may have come about all the same. */
export async function removeAllOf(driver: BoxDriver, owner: string): Promise<void> {
  const own = (await driver.list()).filter((leftover) => leftover.owner === owner);
  await Promise.all(own.map(async ({ id }) => driver.remove(id)));
}

/** Removes boxes that no service answers for any more: now, and every minute. */
export function startReaper({ driver, owner, isLive, onReaped, clock, log }: Settings): AsyncDisposable {
  const stopping = new AbortController();

  function isLeftOver({ id, owner: itsOwner, createdAtMs }: Leftover): boolean {
    if (isLive(id)) return false;
    const ageMs = clock.now() - createdAtMs;
    if (itsOwner === owner) return ageMs > unknownMs;
    return isGone(itsOwner) || ageMs > boxLifetimeMs;
  }

  async function reap(): Promise<void> {
    for (const leftover of (await driver.list()).filter(isLeftOver)) {
      await driver.remove(leftover.id);
      onReaped();
      log.warn("sandbox leftover removed", { id: leftover.id });
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await reap().catch((error: unknown) => log.debug("sandbox not reaped", { error: String(error) }));
      await clock.sleep(everyMs, stopping.signal).catch(() => undefined);
    }
  }

  const watching = watch();
  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await watching;
    },
  };
}
