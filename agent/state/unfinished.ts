import type { Clock } from "../../platform/clock.ts";
import { endedStates, type JournalEntry } from "../../parts/store/journal.ts";
import type { Store } from "../../parts/store/store.ts";

/** The requests that this process has begun to work on: how old the oldest is that has not ended. */
export type Unfinished = Readonly<{
  note(entry: Pick<JournalEntry, "book" | "id" | "seenAtMs">): void;
  /** Its age in seconds, under the state that it is in now; nothing where all have ended. */
  oldest(parts: Readonly<{ store: Store }>): Promise<Readonly<Record<string, number>>>;
}>;

/** Those that came first: it is them that are asked for. */
const maxNoted = 1000;

export function createUnfinished(clock: Pick<Clock, "now">): Unfinished {
  const noted = new Map<string, Pick<JournalEntry, "book" | "id" | "seenAtMs">>();
  return {
    note: ({ book, id, seenAtMs }) => {
      if (noted.size < maxNoted) noted.set(id, { book, id, seenAtMs });
    },
    oldest: async ({ store }) => {
      const oldestFirst = [...noted.values()].toSorted((a, b) => a.seenAtMs - b.seenAtMs);
      for (const { book, id, seenAtMs } of oldestFirst) {
        // Another replica may have ended it.
        const entry = await store.readEntry(book, id);
        if (entry && !endedStates.includes(entry.state))
          return { [entry.state]: (clock.now() - seenAtMs) / 1000 };
        noted.delete(id);
      }
      return {};
    },
  };
}
