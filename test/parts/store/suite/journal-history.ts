import { expect, test } from "vitest";
import { entryStates, type EntryState, type JournalEntry } from "../../../../parts/store/journal.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aBook, anEntry, noonMs, type Open } from "../builders.ts";
import { randomFrom } from "../random.ts";
import { countsOf } from "./journal.ts";

type Taking = Parameters<Store["takeEntries"]>[0];

/** After every other test's, so that a page begins with them. */
const seenFromMs = 20_000_000_000_000;

/** A journal of one book that scans everything for every question. */
function createPlainJournal() {
  const entries = new Map<string, JournalEntry>();
  const heldUntilMs = new Map<string, number>();
  const all = () => [...entries.values()];
  return {
    addEntry(entry: JournalEntry) {
      if (entries.has(entry.id)) return "known";
      entries.set(entry.id, { ...entry, version: 1 });
      return "added";
    },
    takeEntries({ states, nowMs, holdMs, limit }: Taking) {
      const isFree = ({ id, state, dueAtMs }: JournalEntry) =>
        states.includes(state) && dueAtMs !== null && dueAtMs <= nowMs && (heldUntilMs.get(id) ?? 0) <= nowMs;
      const taken = all()
        .filter(isFree)
        .toSorted((a, b) => a.dueAtMs! - b.dueAtMs! || (a.id < b.id ? -1 : 1))
        .slice(0, limit);
      for (const { id } of taken) heldUntilMs.set(id, nowMs + holdMs);
      return taken;
    },
    writeEntry(entry: JournalEntry) {
      const found = entries.get(entry.id);
      if (found?.version !== entry.version) return "stale";
      entries.set(entry.id, { ...entry, version: entry.version + 1 });
      heldUntilMs.delete(entry.id);
      return "written";
    },
    listEntries: (limit: number) =>
      all()
        .toSorted((a, b) => b.seenAtMs - a.seenAtMs || (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    count: (): Partial<Record<EntryState, number>> =>
      Object.fromEntries(
        Map.groupBy(all(), ({ state }) => state)
          .entries()
          .map(([state, { length }]) => [state, length]),
      ),
  };
}

type Both = readonly [answer: unknown, expected: unknown];

/** Steps by a seed, so that a failing history can be repeated; each returns the answers of the two journals. */
async function* randomHistory(
  store: Store,
  plain: ReturnType<typeof createPlainJournal>,
  { book, seed, clock }: { book: string; seed: number; clock: { nowMs: number } },
): AsyncGenerator<Both> {
  const random = randomFrom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const ids = Array.from({ length: 30 }, () => anEntry().id);
  for (let nowMs = noonMs; nowMs < noonMs + 400; nowMs += below(2)) {
    clock.nowMs = nowMs;
    const seenAtMs = seenFromMs + seed * 1_000_000 + below(5);
    const dueAtMs = below(4) ? nowMs - 20 + below(40) : null;
    const moments = { seenAtMs, changedAtMs: nowMs, dueAtMs };
    const drawn = anEntry({
      book,
      id: pick(ids),
      state: pick(entryStates),
      version: 1 + below(4),
      ...moments,
    });
    const known = plain.listEntries(30);
    const dice = random();
    if (known.length === 0 || dice < 0.2) {
      yield [await store.addEntry(drawn), plain.addEntry(drawn)];
    } else if (dice < 0.6) {
      const { id, version } = pick(known);
      const written = { ...drawn, id, version: below(5) ? version : drawn.version };
      yield [await store.writeEntry(written), plain.writeEntry(written)];
    } else {
      const states = entryStates.filter(() => below(2));
      const holdMs = 1 + below(15);
      const taking = { book, states, owner: `owner ${below(3)}`, nowMs, holdMs, limit: below(5) };
      yield [await store.takeEntries(taking), plain.takeEntries(taking)];
    }
  }
}

export function testJournalHistory(open: Open, seeds: readonly number[]): void {
  test.for(seeds)(
    "a random history has the answers of a journal without an index (seed %i)",
    async (seed) => {
      const clock = { nowMs: noonMs, now: () => clock.nowMs };
      await using store = await open(undefined, clock);
      const plain = createPlainJournal();
      const book = aBook();
      for await (const [answer, expected] of randomHistory(store, plain, { book, seed, clock })) {
        expect(answer).toEqual(expected);
      }
      const known = plain.listEntries(30);
      expect(known.length).toBeGreaterThan(20);
      expect(await countsOf(store, book)).toEqual(plain.count());
      expect(await store.listEntries({ limit: known.length })).toEqual(known);
    },
  );
}
