import { describe, expect, test } from "vitest";
import { aBook, addedEntry, anEntry, noonMs, type Open } from "../builders.ts";
import { countsOf } from "./journal.ts";

const lifeMs = 90 * 86_400_000;

export function testPruningOfEntries(open: Open): void {
  describe.for(["settled", "lost", "refused", "vanished"] as const)("an entry that is %s", (state) => {
    test("is pruned when nobody has written it for more than 90 days, and can be added again", async () => {
      await using store = await open();
      const entry = await addedEntry(store);
      const { book, id } = entry;
      await store.writeEntry({ ...entry, state, changedAtMs: noonMs + 5, dueAtMs: null });
      await store.prune(noonMs + 5 + lifeMs);
      expect(await store.readEntry(book, id)).toMatchObject({ state });
      await store.prune(noonMs + 5 + lifeMs + 1);
      expect(await store.readEntry(book, id)).toBeUndefined();
      expect(await countsOf(store, book)).toEqual({});
      const listed = await store.listEntries({ before: { seenAtMs: noonMs, id: `${id}0` }, limit: 1 });
      expect(listed[0]?.id).not.toBe(id);
      expect(await store.addEntry(entry)).toBe("added");
    });

    test("is not pruned when it is active again", async () => {
      await using store = await open();
      const entry = await addedEntry(store, { state, dueAtMs: null });
      await store.writeEntry({ ...entry, state: "seen", dueAtMs: noonMs });
      await store.prune(noonMs + 2 * lifeMs);
      expect(await store.readEntry(entry.book, entry.id)).toMatchObject({ state: "seen" });
      expect(await countsOf(store, entry.book)).toEqual({ seen: 1 });
    });
  });

  test("an unfinished entry survives any pruning", async () => {
    await using store = await open();
    const book = aBook();
    const states = ["seen", "fetched", "judged", "published", "delivered"] as const;
    for (const state of states) await addedEntry(store, { book, state });
    await store.prune(noonMs + 10 * lifeMs);
    expect(await countsOf(store, book)).toEqual(Object.fromEntries(states.map((state) => [state, 1])));
  });

  test("a pruned entry that was due is no longer returned", async () => {
    await using store = await open();
    const { book } = await addedEntry(store, { state: "vanished" });
    await store.prune(noonMs + lifeMs + 1);
    const taking = { book, states: ["vanished"] as const, owner: "a", limit: 9 };
    expect(await store.takeEntries({ ...taking, nowMs: noonMs + lifeMs, holdMs: 1 })).toEqual([]);
  });

  test("one pruning drops a thousand entries and leaves the rest to the next", async () => {
    await using store = await open();
    const book = aBook();
    // Long before any other test's, and so the first to go.
    const long = { changedAtMs: 1, dueAtMs: null };
    const adding = Array.from({ length: 1_050 }, () =>
      store.addEntry(anEntry({ book, state: "settled", ...long })),
    );
    await Promise.all(adding);
    await store.prune(lifeMs + 2);
    expect(await countsOf(store, book)).toEqual({ settled: 50 });
    await store.prune(lifeMs + 2);
    expect(await countsOf(store, book)).toEqual({});
  });
}
