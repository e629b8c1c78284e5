import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openSqliteStore } from "../../../../parts/store/sqlite/sqlite.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { aBook, aName, noonMs } from "../builders.ts";
import { countsOf } from "../suite/journal.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-journal-"));
afterAll(() => rm(folder, { recursive: true }));

const aFile = (): string => join(folder, aName(), "assay.sqlite");
const script = fileURLToPath(new URL("../journalling-process.ts", import.meta.url));

test("acknowledged journal entries before a SIGKILL exist afterwards, and are counted", async () => {
  const [file, book] = [aFile(), aBook()];
  const child = spawn(process.execPath, [script, file, book], { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const acknowledged: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    acknowledged.push(id);
    if (acknowledged.length === 25) child.kill("SIGKILL");
  }
  await exited;
  expect(acknowledged.length).toBeGreaterThanOrEqual(25);
  await using store = await openSqliteStore(file);
  for (const id of acknowledged) {
    expect(await store.readEntry(book, id)).toMatchObject({ state: "delivered", version: 2 });
  }
  const { version } = (await store.readNote(book))!;
  const { seen = 0, delivered = 0 } = await countsOf(store, book);
  expect(delivered).toBeGreaterThanOrEqual(acknowledged.length);
  expect(version - delivered).toBeOneOf([0, 1]);
  expect(await store.listEntries({ limit: 1_000_000 })).toHaveLength(seen + delivered);
});

test("pruning drops expired leases", async () => {
  const file = aFile();
  const clock = manualClock(noonMs);
  await using store = await openSqliteStore(file, { clock });
  for (const lifeMs of [10, 11]) await store.takeLease({ name: `for ${lifeMs} ms`, owner: "owner", lifeMs });
  await clock.advance(10);
  await store.prune(noonMs);
  using db = new DatabaseSync(file);
  expect(db.prepare("SELECT name FROM leases").all()).toMatchObject([{ name: "for 11 ms" }]);
});
