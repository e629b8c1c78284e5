import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitTable } from "../../parts/limits/table.ts";
import { createDataFolder } from "../support/data-folder.ts";
import { startPostgres } from "../support/postgres-server.ts";
import { startRedis, type RedisServer } from "../support/redis-server.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";

const { max } = limitTable.unknownKeys;
const resources = new AsyncDisposableStack();
let redis: RedisServer;
let replicas: readonly ServiceProcess[];

beforeAll(async () => {
  const DATA_DIR = resources.adopt(await createDataFolder("limits-shared"), async (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const postgres = resources.use(await startPostgres());
  redis = resources.use(await startRedis());
  const env = { DATA_DIR, DATABASE_URL: postgres.url, REDIS_URL: redis.url, TRUST_PROXY: "1" };
  const started: ServiceProcess[] = [];
  for (let n = 0; n < 3; n += 1) started.push(resources.use(await startServiceProcess(env)));
  replicas = started;
});
afterAll(async () => resources.disposeAsync());

let addresses = 0;
const newAddress = (): string => `198.51.100.${(addresses += 1)}`;

/** Tries so many unknown keys at each replica, four at once, and counts those that were looked at. */
async function guess(from: string, triesOfEach: number) {
  const statuses: number[] = [];
  const tryKeys = async ({ url }: ServiceProcess): Promise<void> => {
    for (let n = 0; n < triesOfEach / 4; n += 1) {
      const headers = { "x-api-key": `asy_${n}`, "x-forwarded-for": from };
      const response = await fetch(`${url}/v1/keys/self`, { headers });
      await response.text();
      statuses.push(response.status);
    }
  };
  await Promise.all(replicas.flatMap((replica) => Array.from({ length: 4 }, async () => tryKeys(replica))));
  return { lookedAt: statuses.filter((status) => status === 401).length, statuses: new Set(statuses) };
}

async function areShared(): Promise<readonly boolean[]> {
  return Promise.all(
    replicas.map(async ({ url }) =>
      (await (await fetch(`${url}/metrics`)).text()).includes("\nassay_limits_shared 1\n"),
    ),
  );
}

const refusalsOnly = new Set([401, 429]);

test("three replicas with one Redis allow as many unknown keys of an address as one replica does", async () => {
  expect(await areShared()).toEqual([true, true, true]);
  const { lookedAt, statuses } = await guess(newAddress(), 400);
  expect(statuses).toEqual(refusalsOnly);
  expect(Math.abs(lookedAt - max)).toBeLessThanOrEqual(max / 10);
});

test.for<[how: string, begin: () => Promise<void> | void, end: () => Promise<void> | void]>([
  ["killed", async () => redis.stop(), async () => redis.start()],
  ["frozen", () => redis.pause(), () => redis.resume()],
])(
  "each replica counts by itself while the Redis is %s; then all count together again",
  async ([, begin, end]) => {
    await begin();
    try {
      const alone = await guess(newAddress(), 800);
      expect(alone.statuses).toEqual(refusalsOnly);
      expect(Math.abs(alone.lookedAt - 3 * max)).toBeLessThanOrEqual(max / 10);
      expect(await areShared()).toEqual([false, false, false]);
    } finally {
      await end();
    }
    await until(async () => {
      await guess(newAddress(), 4);
      return (await areShared()).every(Boolean);
    });
    const together = await guess(newAddress(), 400);
    expect(Math.abs(together.lookedAt - max)).toBeLessThanOrEqual(max / 10);
  },
);
