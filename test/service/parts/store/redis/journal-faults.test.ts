import { Redis } from "ioredis";
import { afterAll, expect, test, vi } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import type { Store } from "../../../../../service/parts/store/store.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { manualClock } from "../../../../support/manual-clock.ts";
import { aBook, addedEntry, anEntry, aName, noonMs, silentLog } from "../builders.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers, type Writes } from "../lost-answers.ts";
import { countsOf } from "../suite/journal.ts";
import { patienceMs } from "../../../../support/until.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

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

testLostAnswers({ open, proxy }, { prepare, observe, writes });

test("a taking that is sent again does not give what was lost to another meanwhile", async () => {
  const clock = manualClock(noonMs);
  await using direct = await openRedisStore(redis.url, { log: silentLog, clock });
  await using cut = await openRedisStore(proxy.url, { log: silentLog, clock });
  const book = aBook();
  const [lost, kept] = [
    await addedEntry(direct, { book }),
    await addedEntry(direct, { book, dueAtMs: noonMs + 1 }),
  ];
  const taking = { book, states: ["seen"] as const, limit: 1 };
  const late = { nowMs: noonMs + 1, holdMs: minuteMs };
  const others: unknown[] = [];
  proxy.cut(1, {
    meanwhile: async () => {
      await clock.advance(1);
      others.push(await direct.takeEntries({ ...taking, owner: "other", ...late }));
    },
  });
  const given = await cut.takeEntries({ ...taking, owner: "owner", nowMs: noonMs, holdMs: 1 });
  expect(others).toEqual([[lost]]);
  expect(given).toEqual([]);
  expect(await direct.takeEntries({ ...taking, owner: "other", ...late })).toEqual([kept]);
});

test("a Redis that is killed and started again has every entry, note and lease as it was", async () => {
  await using store = await open();
  const [untouched, killed] = [await prepare(store), await prepare(store)];
  for (const names of [untouched, killed]) await writes["writeEntry"]!(store, names);
  const expected = await observe(store, untouched);
  await redis.stop();
  await expect(store.readEntry(killed.book, killed.held.id)).rejects.toMatchObject({
    code: "store_unavailable",
  });
  await redis.start();
  await vi.waitFor(() => store.ping(), { timeout: patienceMs, interval: 50 });
  expect(await observe(store, killed)).toEqual(expected);
});

test("a taking and a lease expire, and entries and notes never do", async () => {
  const admin = new Redis(redis.url);
  await admin.flushall();
  await using store = await open();
  const { held } = await prepare(store);
  await store.writeEntry({ ...held, state: "settled", dueAtMs: null });
  await addedEntry(store);
  const lives = new Map<string, number>();
  for (const key of await admin.keys("assay:*")) lives.set(key, await admin.ttl(key));
  admin.disconnect();
  const expiring = new Map([...lives].filter(([, lifeS]) => lifeS !== -1));
  expect(new Set([...expiring.keys()].map((key) => key.split(":")[1]))).toEqual(new Set(["lease", "taking"]));
  expect(Math.min(...expiring.values())).toBeGreaterThan(500);
});

test("what has been pruned leaves nothing behind", async () => {
  const admin = new Redis(redis.url);
  await admin.flushall();
  await using store = await open();
  const book = aBook();
  for (const dueAtMs of [null, noonMs]) await addedEntry(store, { book, state: "vanished", dueAtMs });
  await store.prune(noonMs + 91 * 86_400_000);
  expect(await admin.keys("assay:*")).toEqual([]);
  admin.disconnect();
});
