import { isGone } from "../parts/owner.ts";
import type { Parts } from "../parts.ts";

const beatEveryMs = 2000;
/** How long a process that fell silent is believed to live, when it cannot be seen from here. */
const leaseMs = 15_000;
const pruneEveryMs = 60_000;

type Needs = Pick<Parts, "store" | "clock" | "log" | "owner">;

/**
 * Says that this process lives, and gives back the open charges of those that do not: of a crash before this start
 * at once, of another replica's when its lease has run out.
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

async function beat({ store, clock, owner }: Needs): Promise<void> {
  await store.beat(owner, clock.now() + leaseMs);
}

async function settleForTheGone({ store, clock, log, owner: self }: Needs): Promise<void> {
  for (const { owner, untilMs } of await store.readOwners()) {
    if (owner === self || (untilMs > clock.now() && !isGone(owner))) continue;
    // Before the owner is forgotten with its calls.
    await store.releasePaymentsOf(owner);
    const calls = await store.giveBackCallsOf(owner, clock.now());
    if (calls > 0) log.warn("gave back the charges of a process that is gone", { calls });
  }
}
