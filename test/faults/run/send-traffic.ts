import { setTimeout as wait } from "node:timers/promises";
import { createDice, type Dice } from "../../support/dice.ts";
import type { RunRecord } from "./record.ts";
import type { Traffic } from "./traffic/traffic.ts";

/** Traffic at a fixed rate, whatever the product does. */
export type Sending = Readonly<{
  /** Sends no more, and resolves when every call has its answer. */
  stop(): Promise<void>;
  /** How many calls were not sent, because too many waited for their answers. */
  skipped(): number;
}>;

/** At most this many callers wait at once. */
const maxUnderWay = 200;

/** Calls per second, of all kinds by their shares. */
export function sendAtRate(
  traffics: readonly Traffic[],
  { perSecond, seed, record }: { perSecond: number; seed: number; record: RunRecord },
): Sending {
  const dice = createDice(seed);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let skipped = 0;
  const sending = (async () => {
    const startedAt = performance.now();
    for (let n = 1; !stopping.signal.aborted; n += 1) {
      const dueInMs = startedAt + (n * 1000) / perSecond - performance.now();
      await wait(Math.max(0, dueInMs), undefined, stopping).catch(() => undefined);
      if (stopping.signal.aborted) break;
      if (underWay.size >= maxUnderWay) skipped += 1;
      else sendOne(pick(traffics, dice));
    }
  })();

  function sendOne({ name, send }: Traffic): void {
    const sent = send().catch((error: unknown) => record.violate(`${name}: ${String(error)}`));
    underWay.add(sent);
    void sent.then(() => underWay.delete(sent));
  }

  return {
    skipped: () => skipped,
    stop: async () => {
      stopping.abort();
      await sending;
      await Promise.all(underWay);
    },
  };
}

/** The answers per second with this many callers, each sending the next call after its answer. */
export async function measureCapacity(
  traffics: readonly Traffic[],
  { forMs, callers, seed }: { forMs: number; callers: number; seed: number },
): Promise<number> {
  const dice = createDice(seed);
  let answers = 0;
  const startedAt = performance.now();
  const call = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      await pick(traffics, dice).send();
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return (answers * 1000) / (performance.now() - startedAt);
}

function pick(traffics: readonly Traffic[], dice: Dice): Traffic {
  return dice.pick(traffics.flatMap((traffic) => Array.from({ length: traffic.share }, () => traffic)));
}
