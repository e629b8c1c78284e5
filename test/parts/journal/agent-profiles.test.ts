import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readProfiles } from "../../../parts/journal/agent-profiles.ts";
import { openSqliteStore } from "../../../parts/store/sqlite/sqlite.ts";
import { writeMechs } from "../../support/marketplace-entries.ts";

async function openNotes() {
  const folder = await mkdtempDisposable(join(tmpdir(), "assay-test-"));
  const store = await openSqliteStore(join(folder.path, "assay.sqlite"));
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

test("agents that write at the same time are all found afterwards, each with its last profile", async () => {
  await using opened = await openNotes();
  const books = Array.from({ length: 8 }, (_, n) => `${n}:0x0${n}`);
  const writing = books.flatMap((book) =>
    [1, 1, 1].map(async (atMs) => writeMechs(opened.store, { book, atMs })),
  );
  await Promise.all(writing);
  for (const [atMs, book] of books.entries()) await writeMechs(opened.store, { book, atMs });
  const found = await readProfiles(opened.store, []);
  expect(found.map(({ book }) => book).toSorted()).toEqual(books);
  expect(found.map(({ book, profile }) => `${profile?.atMs}:${book}`).toSorted()).toEqual(
    books.map((book, atMs) => `${atMs}:${book}`),
  );
});

test("a journal that has only entries is listed once, without a profile", async () => {
  await using opened = await openNotes();
  await writeMechs(opened.store, { book: "1:0x01" });
  const found = await readProfiles(opened.store, ["1:0x01", "2:0x02"]);
  expect(found.map(({ book, profile }) => [book, profile?.chainId])).toEqual([
    ["1:0x01", 1],
    ["2:0x02", undefined],
  ]);
});
