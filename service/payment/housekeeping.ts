import { fateOf } from "../../platform/owner.ts";
import type { Parts } from "../parts.ts";

const heartbeatEveryMs = 2000;
/** How long a process without a heartbeat counts as alive, when this machine cannot see it. */
const ownerTtlMs = 15_000;
const pruneEveryMs = 60_000;

type Needs = Pick<Parts, "store" | "clock" | "log" | "owner">;

/**
 * Sends this process's heartbeat, and gives back the open charges of processes that ended: at once for one that crashed
 * on this machine, after `ownerTtlMs` of silence, by the store's clock, for one elsewhere. A process that this machine
 * sees running is never settled for.
 */
export async function startHousekeeping(parts: Needs): Promise<AsyncDisposable> {
  const { clock, store, log, owner } = parts;
  const stopping = new AbortController();
  await sendHeartbeat(parts);
  await settleForEndedOwners(parts);

  const running = (async () => {
    for (let prunedAtMs = clock.now(); !stopping.signal.aborted;) {
      try {
        await clock.sleep(heartbeatEveryMs, stopping.signal);
        await sendHeartbeat(parts);
        await settleForEndedOwners(parts);
        if (clock.now() - prunedAtMs >= pruneEveryMs) {
          prunedAtMs = clock.now();
          await store.prune(prunedAtMs);
        }
      } catch (error) {
        // The store recovers by itself; until then callers get its error.
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

async function sendHeartbeat({ store, owner }: Needs): Promise<void> {
  await store.heartbeat(owner, ownerTtlMs);
}

async function settleForEndedOwners({ store, clock, log, owner: self }: Needs): Promise<void> {
  for (const { owner, isSilent } of await store.readOwners()) {
    const fate = owner === self ? "alive" : fateOf(owner);
    if (fate === "alive" || (fate === "unknown" && !isSilent)) continue;
    // It may have sent a heartbeat since: the store checks again.
    const only = fate === "unknown" ? ["if silent" as const] : [];
    // Before the owner is deleted with its calls.
    await store.releasePaymentsOf(owner, ...only);
    const calls = await store.giveBackCallsOf(owner, clock.now(), ...only);
    if (calls > 0) log.warn("refunded the charges of a process that ended", { calls });
  }
}
