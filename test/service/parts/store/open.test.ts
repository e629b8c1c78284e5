import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openStore, type StorePlace } from "../../../../service/parts/store/open.ts";
import { startProxy } from "../../../support/part-proxy.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import { startRedis } from "../../../support/redis-server.ts";
import { until } from "../../../support/until.ts";
import { silentLog } from "./builders.ts";
import { unavailable } from "./outages.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-open-"));
const redis = await startRedis();
const postgres = await startPostgres();
afterAll(async () => {
  await rm(folder, { recursive: true });
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

test("without a Redis the store is a file in the data folder", async () => {
  const dataDir = join(folder, "data");
  await using store = await openStore({ dataDir, redisUrl: undefined }, silentLog);
  await store.ping();
  expect(existsSync(join(dataDir, "assay.sqlite"))).toBe(true);
});

describe.for<[string, number, (port: number) => Omit<StorePlace, "dataDir">]>([
  ["Redis", redis.port, (port) => ({ redisUrl: `redis://127.0.0.1:${port}` })],
  ["PostgreSQL", postgres.port, (port) => ({ databaseUrl: `postgres://assay@127.0.0.1:${port}/postgres` })],
])("a %s", ([, port, placeAt]) => {
  test("that is silent at first is waited for", async () => {
    await using proxy = await startProxy(() => [{ port, host: "127.0.0.1" }]);
    proxy.freeze();
    const told: string[] = [];
    const log = { ...silentLog, warn: (words: string) => void told.push(words) };
    const opening = openStore({ dataDir: "", ...placeAt(proxy.port) }, log);
    await until(() => told.includes("the store does not answer yet"));
    proxy.heal();
    await using store = await opening;
    await expect(store.ping()).resolves.toBeUndefined();
  });

  test("that is named and refuses is not, and no file takes its place", async () => {
    const told: string[] = [];
    const log = { ...silentLog, warn: (words: string) => void told.push(words) };
    const dataDir = join(folder, "unused");
    await expect(openStore({ dataDir, ...placeAt(1) }, log)).rejects.toMatchObject(unavailable);
    expect(told).not.toContain("the store does not answer yet");
    expect(existsSync(dataDir)).toBe(false);
  });
});
