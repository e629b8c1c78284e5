import type { Store } from "../../../../parts/store/store.ts";
import { aBook, addedEntry, anEntry, aName, noonMs } from "../builders.ts";
import type { Scene, Writes } from "../lost-answers.ts";
import { countsOf } from "../suite/journal.ts";

const minuteMs = 60_000;
const take = (store: Store, book: string, limit: number) =>
  store.takeEntries({
    book,
    states: ["seen", "fetched"],
    owner: "owner",
    nowMs: noonMs,
    holdMs: minuteMs,
    limit,
  });
const lease = (name: string, owner: string) => ({ name, owner, lifeMs: minuteMs });

type Names = Awaited<ReturnType<typeof prepare>>;

/** Three entries of which one is held, a note, and a lease. */
async function prepare(store: Store) {
  const book = aBook();
  const held = await addedEntry(store, { book, dueAtMs: noonMs - 3, body: "held" });
  await take(store, book, 1);
  await addedEntry(store, { book, dueAtMs: noonMs - 2, body: "first" });
  await addedEntry(store, { book, dueAtMs: noonMs - 1, body: "second" });
  const [note, leased] = [aName(), aName()];
  await store.writeNote({ name: note, version: 0, text: "text" });
  await store.takeLease(lease(leased, "owner"));
  return { book, held, note, leased };
}

async function observe(store: Store, { book, held, note, leased }: Names) {
  const { id: _, book: __, ...entry } = (await store.readEntry(book, held.id))!;
  const { version, text } = (await store.readNote(note))!;
  return {
    entry,
    counts: await countsOf(store, book),
    free: (await take(store, book, 9)).map(({ body }) => body),
    note: { version, text },
    isLeaseFree: await store.takeLease(lease(leased, "other")),
  };
}

const writes: Writes<Names> = {
  "addEntry (whose second sending is known)": (store, { book }) =>
    store.addEntry(anEntry({ book, body: "added" })).then(() => "there"),
  writeEntry: (store, { held }) => store.writeEntry({ ...held, state: "fetched", changedAtMs: noonMs + 1 }),
  "writeEntry that is stale": (store, { held }) => store.writeEntry({ ...held, version: 5 }),
  "takeEntries, and gives the same ones": async (store, { book }) =>
    (await take(store, book, 1)).map(({ body }) => body),
  holdEntry: (store, { book, held }) =>
    store.holdEntry({ book, id: held.id, owner: "owner", holdMs: 2 * minuteMs }),
  writeNote: (store, { note }) => store.writeNote({ name: note, version: 1, text: "more" }),
  "takeLease, of another name": (store) => store.takeLease(lease(aName(), "owner")),
  "takeLease, of what another has": (store, { leased }) => store.takeLease(lease(leased, "other")),
  endLease: (store, { leased }) => store.endLease({ name: leased, owner: "owner" }),
};

export const journalScene = { prepare, observe, writes } satisfies Scene<Names>;
