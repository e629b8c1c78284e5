import { afterAll, describe, expect, test } from "vitest";
import { openStore, type StorePlace } from "../../../../service/parts/store/open.ts";
import { startProxy } from "../../../support/part-proxy.ts";
import { startPostgres } from "../../../support/postgres-server.ts";
import { startRedis } from "../../../support/redis-server.ts";
import { until } from "../../../support/until.ts";
import { silentLog } from "./builders.ts";
import { unavailable } from "./outages.ts";

const redis = await startRedis();
const postgres = await startPostgres();
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
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

  test("that refuses is not", async () => {
    const told: string[] = [];
    const log = { ...silentLog, warn: (words: string) => void told.push(words) };
    await expect(openStore({ dataDir: "", ...placeAt(1) }, log)).rejects.toMatchObject(unavailable);
    expect(told).not.toContain("the store does not answer yet");
  });
});
