import type { Clock } from "../../platform/clock.ts";
import { endedStates, type JournalEntry } from "../../parts/store/journal.ts";
import type { Store } from "../../parts/store/store.ts";

/** Tracks the requests this process has begun, to report the age of the oldest unfinished one. */
export type Unfinished = Readonly<{
  note(entry: Pick<JournalEntry, "book" | "id" | "seenAtMs">): void;
  /** The age in seconds, keyed by the request's current state; empty where all have ended. */
  oldest(parts: Readonly<{ store: Store }>): Promise<Readonly<Record<string, number>>>;
}>;

/** The first that came: only the oldest is ever reported. */
const maxTracked = 1000;

export function createUnfinished(clock: Pick<Clock, "now">): Unfinished {
  const tracked = new Map<string, Pick<JournalEntry, "book" | "id" | "seenAtMs">>();
  return {
    note: ({ book, id, seenAtMs }) => {
      if (tracked.size < maxTracked) tracked.set(id, { book, id, seenAtMs });
    },
    oldest: async ({ store }) => {
      const oldestFirst = [...tracked.values()].toSorted((a, b) => a.seenAtMs - b.seenAtMs);
      for (const { book, id, seenAtMs } of oldestFirst) {
        // Another replica may have ended it.
        const entry = await store.readEntry(book, id);
        if (entry && !endedStates.includes(entry.state))
          return { [entry.state]: (clock.now() - seenAtMs) / 1000 };
        tracked.delete(id);
      }
      return {};
    },
  };
}
