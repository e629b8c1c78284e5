import { Redis } from "ioredis";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { openRedisStore } from "../../../../../service/parts/store/redis/redis.ts";
import { startRedis } from "../../../../support/redis-server.ts";
import { aCall, aGrant, anAccount, anAnswer, aName, noonMs, silentLog, today } from "../builders.ts";
import { patience, testOutages, unavailable } from "../outages.ts";
import { startCuttingProxy } from "../cutting-proxy.ts";
import { testLostAnswers } from "../lost-answers.ts";
import { callScene } from "../scenes/calls.ts";

const redis = await startRedis();
const proxy = await startCuttingProxy(redis.port);
const admin = new Redis(redis.url);
const open = (url = redis.url) => openRedisStore(url, { log: silentLog });

afterAll(async () => {
  admin.disconnect();
  await proxy[Symbol.asyncDispose]();
  await redis[Symbol.asyncDispose]();
});

const { prepare } = callScene;

testLostAnswers({ open, proxy }, callScene);

describe("a Redis that is down", () => {
  testOutages({ server: () => redis, open, nowhere: "redis://127.0.0.1:1" });

  test("for writing only, by memory or as a replica, is unavailable and heals", async () => {
    await using store = await open();
    const account = await anAccount(store, 7);
    for (const [breaking, fixing] of [
      ["config set maxmemory 1", "config set maxmemory 0"],
      ["replicaof 127.0.0.1 1", "replicaof no one"],
    ]) {
      await command(breaking);
      await expect(store.grant(aGrant(account, 1))).rejects.toMatchObject(unavailable);
      await expect(store.beginCall(aCall({ account }))).rejects.toMatchObject(unavailable);
      await command(fixing);
      await vi.waitFor(() => store.ping(), patience);
      expect(await store.readAccount(account, today)).toMatchObject({ credits: 7 });
    }
    expect(await store.grant(aGrant(account, 1))).toBe("granted");
  });
});

describe("settings", () => {
  afterEach(async () => {
    await command("config set appendonly yes");
    await command("config set appendfsync always");
    await command("config set maxmemory-policy noeviction");
  });

  async function warningsAtOpening(url = redis.url): Promise<unknown[]> {
    const warnings: unknown[] = [];
    const log = { ...silentLog, warn: (_words: string, fields?: object) => warnings.push(fields) };
    await using _store = await openRedisStore(url, { log });
    return warnings;
  }

  test("that keep every write bring no warning", async () => {
    expect(await warningsAtOpening()).toEqual([]);
  });

  test("that can lose writes are warned of one by one, with advice", async () => {
    await command("config set appendonly no");
    await command("config set appendfsync everysec");
    await command("config set maxmemory-policy allkeys-lru");
    expect(await warningsAtOpening()).toMatchObject([
      { setting: "appendonly", found: "no", advice: expect.stringContaining("CONFIG SET appendonly yes") },
      { setting: "appendfsync", found: "everysec", advice: expect.stringContaining("always") },
      { setting: "maxmemory-policy", found: "allkeys-lru", advice: expect.stringContaining("noeviction") },
    ]);
  });

  test("that may not be read are not an error", async () => {
    await command("acl setuser limited on >password ~* +@all -config");
    const url = redis.url.replace("//", "//limited:password@");
    expect(await warningsAtOpening(url)).toEqual([]);
  });
});

test("whatever may be dropped expires, and credits, keys and open calls never do", async () => {
  await admin.flushall();
  await using store = await open();
  const names = await prepare(store);
  await store.addKey(names.key, names.minter);
  const kept = aCall({ account: names.account, allowance: 1 });
  await store.beginCall(kept);
  await store.keepCall(kept.id, anAnswer());
  await store.beginCall(aCall({ credits: 99 }));
  await store.giveBackCall(aName(), noonMs);
  const lives = new Map<string, number>();
  for (const key of await admin.keys("assay:*")) lives.set(key, await admin.ttl(key));
  const expiring = [...lives.values()].filter((lifeS) => lifeS !== -1);
  expect(expiring).toHaveLength(6);
  expect(Math.min(...expiring)).toBeGreaterThan(3_600);
  const forEver = new Set([...lives].filter(([, lifeS]) => lifeS === -1).map(([key]) => key.split(":")[1]));
  expect(forEver).toEqual(
    new Set(["accounts", "call", "calls-of", "credits", "entries", "key", "open", "owners", "references"]),
  );
});

async function command(line = ""): Promise<void> {
  const [name = "", ...args] = line.split(" ");
  await admin.call(name, ...args);
}
