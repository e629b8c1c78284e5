import { expect, test } from "vitest";
import type { EntryState, JournalEntry } from "../../../../parts/store/journal.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { aBook, addedEntry, anEntry, noonMs, type Open } from "../builders.ts";

type Taking = Parameters<Store["takeEntries"]>[0];

/** Takes what is due at noon, for a minute. */
function take(store: Store, book: string, with_: Partial<Taking> = {}): Promise<readonly JournalEntry[]> {
  const moments = { nowMs: noonMs, holdMs: 60_000 };
  return store.takeEntries({ book, states: ["seen"], owner: "owner", ...moments, limit: 100, ...with_ });
}

export function testTaking(open: Open): void {
  test("due entries are returned earliest first, whatever their state and the order of adding", async () => {
    await using store = await open();
    const book = aBook();
    const due = async (state: EntryState, agoMs: number) =>
      addedEntry(store, { book, state, dueAtMs: noonMs - agoMs });
    const [second, fourth] = [await due("fetched", 30), await due("fetched", 0)];
    const [third, first] = [await due("seen", 10), await due("seen", 1_000_000)];
    expect(await take(store, book, { states: ["seen", "fetched"] })).toEqual([first, second, third, fourth]);
  });

  test("entries of other states or books, and those due later or never, are not returned", async () => {
    await using store = await open();
    const { book } = await addedEntry(store, { state: "fetched" });
    await addedEntry(store);
    const later = await addedEntry(store, { book, dueAtMs: noonMs + 1 });
    await addedEntry(store, { book, dueAtMs: null });
    expect(await take(store, book)).toEqual([]);
    expect(await take(store, book, { states: [] })).toEqual([]);
    expect(await take(store, book, { nowMs: noonMs + 1 })).toEqual([later]);
  });

  test("at most the requested number is returned, and the rest to the next caller", async () => {
    await using store = await open();
    const book = aBook();
    const entries: JournalEntry[] = [];
    for (let n = 5; n > 0; n -= 1) entries.push(await addedEntry(store, { book, dueAtMs: noonMs - n }));
    expect(await take(store, book, { limit: 0 })).toEqual([]);
    expect(await take(store, book, { limit: 3, states: ["seen", "judged", "seen"] })).toEqual(
      entries.slice(0, 3),
    );
    expect(await take(store, book, { limit: 3, owner: "other" })).toEqual(entries.slice(3));
  });

  test("a held entry is returned to nobody, its holder included, until its hold expires", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const entry = await addedEntry(store);
    const { book } = entry;
    await take(store, book, { holdMs: 500 });
    await clock.advance(499);
    for (const owner of ["owner", "other"]) {
      // However late it is by the caller's clock.
      expect(await take(store, book, { owner, nowMs: noonMs + 86_400_000 })).toEqual([]);
    }
    await clock.advance(1);
    expect(await take(store, book, { owner: "other" })).toEqual([entry]);
    expect(await take(store, book)).toEqual([]);
  });

  test("the holder of an entry can extend its hold, and nobody else can", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const entry = await addedEntry(store);
    const { book, id } = entry;
    const holding = { book, id, owner: "owner", holdMs: 1_000 };
    expect(await store.holdEntry(holding)).toBe("lost");
    await take(store, book, { holdMs: 500 });
    await clock.advance(400);
    expect(await store.holdEntry({ ...holding, owner: "other" })).toBe("lost");
    for (const _ of [1, 2]) expect(await store.holdEntry(holding)).toBe("held");
    await clock.advance(999);
    expect(await take(store, book, { owner: "other" })).toEqual([]);
    await clock.advance(1);
    expect(await take(store, book, { owner: "other" })).toEqual([entry]);
    expect(await store.holdEntry(holding)).toBe("lost");
    await store.writeEntry({ ...entry, body: "written" });
    expect(await store.holdEntry({ ...holding, owner: "other" })).toBe("lost");
    expect(await take(store, book)).toHaveLength(1);
  });

  test("entries whose hold expired come before those due later", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const book = aBook();
    const early = await addedEntry(store, { book, dueAtMs: noonMs - 2 });
    await take(store, book, { holdMs: 500 });
    const late = await addedEntry(store, { book, dueAtMs: noonMs - 1 });
    await clock.advance(500);
    expect(await take(store, book, { limit: 2 })).toEqual([early, late]);
  });

  test("taking changes no data, and a write releases", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const { book, id } = entry;
    await take(store, book);
    expect(await store.readEntry(book, id)).toEqual(entry);
    await store.writeEntry({ ...entry, state: "fetched" });
    expect(await take(store, book)).toEqual([]);
    const fetched = { ...entry, state: "fetched", version: 2 };
    expect(await take(store, book, { states: ["fetched"], owner: "other" })).toEqual([fetched]);
  });

  test("a postponed entry is due at the new time only", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const { book } = entry;
    await take(store, book);
    await store.writeEntry({ ...entry, dueAtMs: noonMs + 5_000 });
    expect(await take(store, book, { nowMs: noonMs + 4_999 })).toEqual([]);
    expect(await take(store, book, { nowMs: noonMs + 5_000 })).toMatchObject([{ version: 2 }]);
  });

  test("a holder that lost an entry may write it until its new holder has, and not after that", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const [one, two] = [await addedEntry(store), await addedEntry(store)];
    for (const { book } of [one, two]) {
      await take(store, book, { holdMs: 1 });
      await clock.advance(1);
      expect(await take(store, book, { owner: "other" })).toHaveLength(1);
    }
    expect(await store.writeEntry({ ...one, body: "by the first" })).toBe("written");
    expect(await store.writeEntry({ ...one, body: "by the other" })).toBe("stale");
    expect(await store.writeEntry({ ...two, body: "by the other" })).toBe("written");
    expect(await store.writeEntry({ ...two, body: "by the first" })).toBe("stale");
  });

  test("a repeated write does not release an entry that was taken since", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const { book } = entry;
    await take(store, book);
    const written = { ...entry, body: "more" };
    await store.writeEntry(written);
    expect(await take(store, book, { owner: "other" })).toHaveLength(1);
    expect(await store.writeEntry(written)).toBe("written");
    expect(await take(store, book)).toEqual([]);
  });

  test("eight owners that take 200 entries step by step never share one", async () => {
    await using closing = new AsyncDisposableStack();
    const stores = await Promise.all(Array.from({ length: 4 }, async () => closing.use(await open())));
    const of = (n: number) => stores[n % stores.length]!;
    const book = aBook();
    const entries = Array.from({ length: 200 }, (_, n) => anEntry({ book, dueAtMs: noonMs - (n % 7) }));
    await Promise.all(entries.map((entry, n) => of(n).addEntry(entry)));
    const owners = Array.from({ length: 8 }, (_, n) => work(of(n), book, `owner ${n}`));
    const given = (await Promise.all(owners)).flat();
    expect(given).toHaveLength(400);
    expect(new Set(given)).toEqual(new Set(entries.flatMap(({ id }) => [`${id} seen`, `${id} fetched`])));
    for (const { id } of entries) expect(await of(0).readEntry(book, id)).toMatchObject({ version: 3 });
  });
}

const next: Partial<Record<EntryState, EntryState>> = { seen: "fetched", fetched: "settled" };

/** Takes and writes until nothing is left, and returns what it took. */
async function work(store: Store, book: string, owner: string): Promise<string[]> {
  const given: string[] = [];
  for (;;) {
    const taken = await take(store, book, { states: ["seen", "fetched"], owner, limit: 5 });
    if (taken.length === 0) return given;
    given.push(...taken.map(({ id, state }) => `${id} ${state}`));
    const writing = taken.map((entry) => store.writeEntry({ ...entry, state: next[entry.state]! }));
    expect(new Set(await Promise.all(writing))).toEqual(new Set(["written"]));
  }
}
