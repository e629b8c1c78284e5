import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openStore, storeFile } from "../../../parts/store/open-store.ts";
import { startProxy } from "../../support/part-proxy.ts";
import { startPostgres } from "../../support/postgres-server.ts";
import { startRedis } from "../../support/redis-server.ts";
import { until } from "../../support/until.ts";
import { aName, silentLog } from "./builders.ts";
import { unavailable } from "./outages.ts";

const folder = await mkdtemp(join(tmpdir(), "assay-open-"));
const redis = await startRedis();
const postgres = await startPostgres();
afterAll(async () => {
  await rm(folder, { recursive: true });
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
});

test("the store without a database is a file in the data folder", async () => {
  const dataDir = join(folder, "data");
  await using store = await openStore({ dataDir }, silentLog);
  await store.ping();
  expect(existsSync(join(dataDir, "assay.sqlite"))).toBe(true);
});

describe("a Redis", () => {
  const money = /Copy them into PostgreSQL with version 1\.51\.0 \(npm run store -- copy/;
  const client = new Redis(redis.url);
  afterAll(() => client.disconnect());
  beforeEach(() => client.flushall());
  const place = () => ({ dataDir: join(folder, aName()), redisUrl: redis.url });

  test("does not replace a store when it contains limits", async () => {
    await client.set("assay-limits:guesses:address", "5");
    const { dataDir } = place();
    await using _store = await openStore({ dataDir, redisUrl: redis.url }, silentLog);
    expect(existsSync(storeFile(dataDir))).toBe(true);
  });

  test.for(["key:fingerprint", "entries:account", "deposit:31337:0x01:0"])(
    "is refused without another store when it contains money of an earlier version (%s), and no store is created",
    async (name) => {
      await client.set(`assay:${name}`, "1");
      const here = place();
      await expect(openStore(here, silentLog)).rejects.toThrow(money);
      expect(existsSync(here.dataDir)).toBe(false);
    },
  );

  test("is ignored when there is another store, even if it still contains copied data", async () => {
    const here = place();
    await (await openStore(here, silentLog))[Symbol.asyncDispose]();
    await client.set("assay:entries:account", "1");
    await using inFile = await openStore(here, silentLog);
    await using inDatabase = await openStore({ ...place(), databaseUrl: postgres.url }, silentLog);
    await expect(Promise.all([inFile.ping(), inDatabase.ping()])).resolves.toHaveLength(2);
  });

  test("prevents a first start without it when it cannot be checked for money", async () => {
    const here = { ...place(), redisUrl: "redis://127.0.0.1:1" };
    await expect(openStore(here, silentLog)).rejects.toThrow(
      /Start that Redis, or, if it never held any, start once/,
    );
    expect(existsSync(here.dataDir)).toBe(false);
  });
});

describe("a PostgreSQL", () => {
  const { port } = postgres;
  const placeAt = (at: number) => ({ databaseUrl: `postgres://assay@127.0.0.1:${at}/postgres` });

  test("is waited for when it is silent at first", async () => {
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

  test("is not waited for when it refuses the connection, and no file replaces it", async () => {
    const told: string[] = [];
    const log = { ...silentLog, warn: (words: string) => void told.push(words) };
    const dataDir = join(folder, "unused");
    await expect(openStore({ dataDir, ...placeAt(1) }, log)).rejects.toMatchObject(unavailable);
    expect(told).not.toContain("the store does not answer yet");
    expect(existsSync(dataDir)).toBe(false);
  });
});
