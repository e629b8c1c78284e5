import { fateOf } from "../../platform/owner.ts";
import type { Parts } from "../parts.ts";

const beatEveryMs = 2000;
/** How long a process that fell silent is believed to live, when it cannot be seen from here. */
const lifeMs = 15_000;
const pruneEveryMs = 60_000;

type Needs = Pick<Parts, "store" | "clock" | "log" | "owner">;

/**
 * Says that this process lives, and gives back the open charges of those that do not: of a crash before this start
 * at once, of another machine's when it has been silent for too long. The store tells how long; a process that is seen
 * to live is left alone.
 */
export async function startHousekeeping(parts: Needs): Promise<AsyncDisposable> {
  const { clock, store, log, owner } = parts;
  const stopping = new AbortController();
  await beat(parts);
  await settleForTheGone(parts);

  const running = (async () => {
    for (let prunedAtMs = clock.now(); !stopping.signal.aborted;) {
      try {
        await clock.sleep(beatEveryMs, stopping.signal);
        await beat(parts);
        await settleForTheGone(parts);
        if (clock.now() - prunedAtMs >= pruneEveryMs) {
          prunedAtMs = clock.now();
          await store.prune(prunedAtMs);
        }
      } catch (error) {
        // The store heals by itself; until then callers are told.
        if (!stopping.signal.aborted) log.warn("housekeeping failed", { error: String(error) });
      }
    }
  })();

  return {
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      await running;
      await store.releasePaymentsOf(owner).catch(() => undefined);
      await store.giveBackCallsOf(owner, clock.now()).catch(() => undefined);
    },
  };
}

async function beat({ store, owner }: Needs): Promise<void> {
  await store.beat(owner, lifeMs);
}

async function settleForTheGone({ store, clock, log, owner: self }: Needs): Promise<void> {
  for (const { owner, isSilent } of await store.readOwners()) {
    const fate = owner === self ? "alive" : fateOf(owner);
    if (fate === "alive" || (fate === "unknown" && !isSilent)) continue;
    // It may have come back since: the store looks once more.
    const only = fate === "unknown" ? ["if silent" as const] : [];
    // Before the owner is deleted with its calls.
    await store.releasePaymentsOf(owner, ...only);
    const calls = await store.giveBackCallsOf(owner, clock.now(), ...only);
    if (calls > 0) log.warn("refunded the charges of a process that ended", { calls });
  }
}
