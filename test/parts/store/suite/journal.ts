import { expect, test } from "vitest";
import type { JournalEntry } from "../../../../parts/store/journal.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aBook, addedEntry, anEntry, noonMs, type Open } from "../builders.ts";

export function testJournal(open: Open): void {
  test("an entry is read as it was added, at version 1", async () => {
    await using store = await open();
    const entry = anEntry();
    expect(await store.addEntry(entry)).toBe("added");
    expect(await store.readEntry(entry.book, entry.id)).toEqual({ ...entry, version: 1 });
  });

  test("an entry without a next step has none when it is read", async () => {
    await using store = await open();
    const entry = await addedEntry(store, { dueAtMs: null });
    expect(await store.readEntry(entry.book, entry.id)).toEqual(entry);
  });

  test("an unknown entry is not found, nor one of another book", async () => {
    await using store = await open();
    const { book, id } = await addedEntry(store);
    expect(await store.readEntry(book, anEntry().id)).toBeUndefined();
    expect(await store.readEntry(aBook(), id)).toBeUndefined();
  });

  test("an id is known to its book in every state, and to no other", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const vanished = { ...entry, state: "vanished", dueAtMs: null } as const;
    await store.writeEntry(vanished);
    expect(await store.addEntry({ ...entry, body: "again" })).toBe("known");
    expect(await store.readEntry(entry.book, entry.id)).toEqual({ ...vanished, version: 2 });
    expect(await store.addEntry({ ...entry, book: aBook() })).toBe("added");
  });

  test("one of fifty parallel additions of one id is added", async () => {
    await using one = await open();
    await using other = await open();
    const entry = anEntry();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).addEntry({ ...entry, body: `${n}` })),
    );
    expect(answers.filter((answer) => answer === "added")).toHaveLength(1);
    const { body } = (await one.readEntry(entry.book, entry.id))!;
    expect(answers[Number(body)]).toBe("added");
  });

  test("a write replaces everything but the name, and increments the version", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const moments = { seenAtMs: noonMs + 1, changedAtMs: noonMs + 2, dueAtMs: noonMs + 3 };
    const written = { ...entry, state: "judged", ...moments, body: "more" } as const;
    expect(await store.writeEntry(written)).toBe("written");
    expect(await store.readEntry(entry.book, entry.id)).toEqual({ ...written, version: 2 });
  });

  test("a replaced version cannot be written, and a write creates no unknown entry", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const first = { ...entry, body: "first" };
    await store.writeEntry(first);
    for (const version of [1, 3]) {
      expect(await store.writeEntry({ ...entry, version, body: "second" })).toBe("stale");
    }
    expect(await store.readEntry(entry.book, entry.id)).toEqual({ ...first, version: 2 });
    const unknown = anEntry();
    expect(await store.writeEntry(unknown)).toBe("stale");
    expect(await store.readEntry(unknown.book, unknown.id)).toBeUndefined();
  });

  test("a write that is sent twice is written once", async () => {
    await using store = await open();
    const entry = await addedEntry(store);
    const written = { ...entry, state: "fetched", dueAtMs: null } as const;
    expect(await Promise.all([store.writeEntry(written), store.writeEntry(written)])).toEqual([
      "written",
      "written",
    ]);
    expect(await store.readEntry(entry.book, entry.id)).toEqual({ ...written, version: 2 });
    await store.writeEntry({ ...written, version: 2, body: "later" });
    expect(await store.writeEntry(written)).toBe("stale");
  });

  test.for<Partial<JournalEntry>>([
    { state: "judged" },
    { seenAtMs: noonMs + 1 },
    { changedAtMs: noonMs + 1 },
    { dueAtMs: null },
    { body: "other" },
  ])("a second write of the same version with another %o is stale", async (other) => {
    await using store = await open();
    const written = { ...(await addedEntry(store)), state: "fetched" } as const;
    await store.writeEntry(written);
    expect(await store.writeEntry({ ...written, ...other })).toBe("stale");
  });

  test("one of fifty parallel writes of one version is written", async () => {
    await using one = await open();
    await using other = await open();
    const entry = await addedEntry(one);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).writeEntry({ ...entry, body: `${n}` })),
    );
    expect(answers.filter((answer) => answer === "written")).toHaveLength(1);
    const { body } = (await other.readEntry(entry.book, entry.id))!;
    expect(answers[Number(body)]).toBe("written");
  });

  test.for([
    ["nothing", ""],
    ["a NUL", "a\0b"],
    ["an emoji", "🜚🧪"],
    ["spaces and newlines", " a  b\n\tc "],
    ["a megabyte", "x".repeat(1_000_000)],
  ])("a body of %s is returned unchanged", async ([, body]) => {
    await using store = await open();
    const entry = await addedEntry(store, { body: body! });
    expect(await store.readEntry(entry.book, entry.id)).toEqual(entry);
  });

  test("entries of all books are listed newest first, and by id if they were seen at once", async () => {
    await using store = await open();
    const entries: JournalEntry[] = [];
    for (const afterMs of [0, 1, 1, 1, 10, 9]) {
      entries.push(await addedEntry(store, { seenAtMs: laterMs + afterMs }));
    }
    const newestFirst = entries.toSorted((a, b) => b.seenAtMs - a.seenAtMs || (a.id < b.id ? 1 : -1));
    expect(await store.listEntries({ limit: 6 })).toEqual(newestFirst);
    for (const limit of [1, 2, 4, 5]) expect(await walk(store, limit)).toEqual(newestFirst);
  });

  test("a page continues after the last one, although newer entries were added and older ones written", async () => {
    await using store = await open();
    const ids = ["0xa", "0xb", "0xc"].map((start) => start.padEnd(66, "0"));
    for (const id of ids) await store.addEntry(anEntry({ id, seenAtMs: latestMs }));
    const [first] = await store.listEntries({ limit: 1 });
    expect(first).toMatchObject({ id: ids[2] });
    await store.addEntry(anEntry({ seenAtMs: latestMs + 1 }));
    const [second] = await store.listEntries({ before: first!, limit: 1 });
    await store.writeEntry({ ...second!, state: "judged" });
    const rest = await store.listEntries({ before: first!, limit: 2 });
    expect(rest).toMatchObject([{ id: ids[1], state: "judged" }, { id: ids[0] }]);
  });

  test("entries are counted by book and state as they move", async () => {
    await using store = await open();
    const [book, other] = [aBook(), aBook()];
    const moving = await addedEntry(store, { book });
    await addedEntry(store, { book });
    await addedEntry(store, { book: other });
    await store.addEntry(moving);
    expect(await countsOf(store, book)).toEqual({ seen: 2 });
    await store.writeEntry({ ...moving, state: "fetched" });
    await store.writeEntry({ ...moving, state: "judged" });
    expect(await countsOf(store, book)).toEqual({ seen: 1, fetched: 1 });
    await store.writeEntry({ ...moving, version: 2, state: "seen" });
    expect(await countsOf(store, book)).toEqual({ seen: 2 });
    expect(await countsOf(store, other)).toEqual({ seen: 1 });
  });
}

/** Later than any other test has seen entries, and soon to have a digit more. */
const laterMs = 9_999_999_999_995;
const latestMs = laterMs + 1_000_000;

/** Every entry that was seen since `laterMs`, page by page. */
async function walk(store: Store, limit: number): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for (;;) {
    const before = found.at(-1);
    const page = await store.listEntries({ ...(before && { before }), limit });
    found.push(...page.filter(({ seenAtMs }) => seenAtMs >= laterMs));
    if (page.length < limit || page.some(({ seenAtMs }) => seenAtMs < laterMs)) return found;
  }
}

export async function countsOf(store: Store, of: string): Promise<Record<string, number>> {
  const counts = await store.countEntries();
  return Object.fromEntries(
    counts.filter(({ book }) => book === of).map(({ state, count }) => [state, count]),
  );
}
