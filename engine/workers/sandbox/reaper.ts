import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import { isGone } from "../../../platform/owner.ts";
import type { ContainerEngine, Leftover } from "./engine.ts";

type Settings = Readonly<{
  engine: ContainerEngine;
  owner: string;
  /** True of a container that this process still answers for. */
  isLive: (id: string) => boolean;
  onReaped: () => void;
  clock: Clock;
  log: Log;
}>;

/** A container of ours may be this young before we know its name. */
const unknownMs = 30_000;
/** Longer than a box stands ready and then serves: nobody can be using such a one. */
const maxAgeMs = 15 * 60_000;
const everyMs = 60_000;

/** Removes every container of this owner. One whose making we gave up on may have come about all the same. */
export async function removeAllOf(engine: ContainerEngine, owner: string): Promise<void> {
  const own = (await engine.list()).filter((leftover) => leftover.owner === owner);
  await Promise.all(own.map(async ({ id }) => engine.remove(id)));
}

/** Removes containers that no service answers for any more: now, and every minute. */
export function startReaper({ engine, owner, isLive, onReaped, clock, log }: Settings): AsyncDisposable {
  const stopping = new AbortController();

  function isLeftOver({ id, owner: itsOwner, createdAtMs }: Leftover): boolean {
    if (isLive(id)) return false;
    const ageMs = clock.now() - createdAtMs;
    if (itsOwner === owner) return ageMs > unknownMs;
    return isGone(itsOwner) || ageMs > maxAgeMs;
  }

  async function reap(): Promise<void> {
    for (const leftover of (await engine.list()).filter(isLeftOver)) {
      await engine.remove(leftover.id);
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
