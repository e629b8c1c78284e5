import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Hex } from "viem";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { takeDue, whileHeld, writeOutcome } from "../../agent/journal/journal.ts";
import type { Market } from "../../agent/marketplace/market.ts";
import { createUnfinished } from "../../agent/state/unfinished.ts";
import { openSqliteStore } from "../../parts/store/sqlite/sqlite.ts";
import type { Store } from "../../parts/store/store.ts";
import { manualClock, type ManualClock } from "../support/manual-clock.ts";
import { placeRequest, readPlaced } from "./placed-request.ts";

const ours: Hex = `0x${"a".repeat(40)}`;
const another: Hex = `0x${"b".repeat(40)}`;
const idOf = (n: number): Hex => `0x${String(n).padStart(64, "0")}`;
/** As much of a marketplace as the journal needs to know. */
const marketOf = (book: string, address: Hex): Market =>
  ({ book, mechs: [{ address }] }) as unknown as Market;
const published = { states: ["published"], limit: 10 } as const;

type Parts = Parameters<typeof takeDue>[0] & Readonly<{ store: Store; clock: ManualClock }>;
let parts: Parts;
let books = 0;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-journal-"));
  const clock = manualClock();
  const store = await openSqliteStore(join(folder, "journal.sqlite"), { clock });
  const account = {} as Parts["account"];
  const unfinished = createUnfinished(clock);
  parts = { store, clock, market: {} as Market, account, owner: "this test", unfinished };
  return async () => {
    await store[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  };
});
beforeEach(() => {
  books += 1;
  parts = { ...parts, market: marketOf(`1:0x${books}`, ours) };
});

test("requests of other mechs are returned: new ones soon, old ones occasionally", async () => {
  const { clock } = parts;
  await placeRequest(parts, { id: idOf(1), state: "published", mech: another });
  await clock.advance(86_400_000);
  await placeRequest(parts, { id: idOf(2), state: "published", mech: another });
  await clock.advance(20_000);
  await placeRequest(parts, { id: idOf(3), state: "published", mech: another });
  await placeRequest(parts, { id: idOf(4), state: "published" });
  expect((await takeDue(parts, published)).map(({ id }) => id)).toEqual([idOf(4)]);
  const waits = [1, 2, 3].map(async (n) => (await readPlaced(parts, idOf(n))).dueAtMs! - parts.clock.now());
  expect(await Promise.all(waits)).toEqual([60_000, 400, 100]);
  await clock.advance(100);
  const others = { ...parts, owner: "their agent", market: marketOf(parts.market.book, another) };
  expect((await takeDue(others, published)).map(({ id }) => id)).toEqual([idOf(3)]);
});

test("a request is leased for as long as someone works on it, and no longer", async () => {
  const { clock } = parts;
  await placeRequest(parts, { id: idOf(1), state: "published" });
  const [held] = await takeDue(parts, published);
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = whileHeld(parts, held!, async () => promise);
  const other = { ...parts, owner: "a replica" };
  for (let seconds = 0; seconds < 60; seconds += 5) {
    await clock.advance(5000);
    expect(await takeDue(other, published)).toEqual([]);
  }
  resolve();
  await working;
  await clock.advance(15_000);
  expect(await takeDue(other, published)).toHaveLength(1);
});

test("an error of one state is not carried into the next, unless it is the last state", async () => {
  const { clock } = parts;
  const trouble = { attempts: 3, problem: "No answer." };
  for (const n of [1, 2, 3]) await placeRequest(parts, { id: idOf(n), state: "published", ...trouble });
  const [first, second, third] = await takeDue(parts, published);
  await clock.advance(1000);
  await writeOutcome(parts, first!, { state: "delivered", request: first!.request });
  await writeOutcome(parts, second!, { state: "refused", request: second!.request });
  await writeOutcome(parts, third!, { state: "published", request: third!.request, dueAtMs: 5 });
  const at = { ...first!.request.at };
  const { problem: _, ...healed } = { ...first!.request, attempts: 0 };
  expect(await readPlaced(parts, idOf(1))).toEqual({
    state: "delivered",
    dueAtMs: clock.now(),
    request: { ...healed, at: { ...at, delivered: clock.now() } },
  });
  expect(await readPlaced(parts, idOf(2))).toEqual({
    state: "refused",
    dueAtMs: null,
    request: { ...healed, problem: "No answer.", at: { ...at, refused: clock.now() } },
  });
  expect(await readPlaced(parts, idOf(3))).toEqual({
    state: "published",
    dueAtMs: 5,
    request: third!.request,
  });
});

test("a process that read an older version does not overwrite a newer one", async () => {
  await placeRequest(parts, { id: idOf(1), state: "published" });
  const [held] = await takeDue(parts, published);
  const { request } = held!;
  expect(await writeOutcome(parts, held!, { state: "delivered", request })).toBe("written");
  expect(await writeOutcome(parts, held!, { state: "lost", request })).toBe("stale");
  expect((await readPlaced(parts, idOf(1))).state).toBe("delivered");
});
