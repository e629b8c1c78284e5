import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../../../service/parts/store/open.ts";
import { silentLog } from "./builders.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-open-"));
afterAll(() => rm(folder, { recursive: true }));

test("without a Redis the store is a file in the data folder", async () => {
  const dataDir = join(folder, "data");
  await using store = await openStore({ dataDir, redisUrl: undefined }, silentLog);
  await store.ping();
  expect(existsSync(join(dataDir, "assay.sqlite"))).toBe(true);
});

test("a PostgreSQL that is named is used, and no file takes its place when it is away", async () => {
  const dataDir = join(folder, "unused");
  const opening = openStore({ dataDir, databaseUrl: "postgres://assay@127.0.0.1:1/assay" }, silentLog);
  await expect(opening).rejects.toMatchObject({ code: "store_unavailable" });
  expect(existsSync(dataDir)).toBe(false);
});

test("a Redis that is named is used, and no file takes its place when it is away", async () => {
  const dataDir = join(folder, "unused");
  const opening = openStore({ dataDir, redisUrl: "redis://127.0.0.1:1" }, silentLog);
  await expect(opening).rejects.toMatchObject({ code: "store_unavailable" });
  expect(existsSync(dataDir)).toBe(false);
});
