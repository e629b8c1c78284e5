import { expect, test } from "vitest";
import { aName, noonMs, today, type Open } from "../builders.ts";

const aKey = (fingerprint = aName()) => ({ fingerprint, createdAtMs: noonMs, origin: "docs" });
const aCreator = (limit = 3) => ({ address: aName(), day: today, limit });

export function testKeys(open: Open): void {
  test("a key is found as it was added", async () => {
    await using store = await open();
    const key = aKey();
    expect(await store.addKey(key, aCreator())).toBe("added");
    expect(await store.findKey(key.fingerprint)).toEqual(key);
  });

  test("a key without an origin has none when it is found", async () => {
    await using store = await open();
    const key = { ...aKey(), origin: null };
    await store.addKey(key, aCreator());
    expect(await store.findKey(key.fingerprint)).toEqual(key);
  });

  test("an unknown key is not found", async () => {
    await using store = await open();
    expect(await store.findKey(aName())).toBeUndefined();
  });

  test("a creator is refused beyond the limit of the day and not on the next one", async () => {
    await using store = await open();
    const creator = aCreator(2);
    const refused = aKey();
    expect(await store.addKey(aKey(), creator)).toBe("added");
    expect(await store.addKey(aKey(), creator)).toBe("added");
    expect(await store.addKey(refused, creator)).toBe("refused");
    expect(await store.findKey(refused.fingerprint)).toBeUndefined();
    expect(await store.addKey(refused, { ...creator, day: "2026-11-16" })).toBe("added");
  });

  test("a key that is sent twice is added and counted once", async () => {
    await using store = await open();
    const creator = aCreator(2);
    const key = aKey();
    expect(await Promise.all([store.addKey(key, creator), store.addKey(key, creator)])).toEqual([
      "added",
      "added",
    ]);
    expect(await store.addKey(aKey(), creator)).toBe("added");
    expect(await store.addKey(aKey(), creator)).toBe("refused");
    expect(await store.addKey(key, creator)).toBe("added");
  });

  test("exactly the allowed number is created when one address creates a hundred keys at once", async () => {
    await using store = await open();
    const creator = aCreator(3);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => store.addKey(aKey(), creator)));
    expect(outcomes.filter((outcome) => outcome === "added")).toHaveLength(3);
  });

  test("a new key has its welcome credits, once however often it is sent, and a refused one has none", async () => {
    await using store = await open();
    const creator = { ...aCreator(1), welcome: 50 };
    const [key, refused] = [aKey(), aKey()];
    expect(await Promise.all([store.addKey(key, creator), store.addKey(key, creator)])).toEqual([
      "added",
      "added",
    ]);
    expect(await store.addKey(key, { ...creator, welcome: 90 })).toBe("added");
    expect(await store.readAccount(key.fingerprint, today)).toEqual({ credits: 50, usedToday: 0 });
    const reference = `welcome ${key.fingerprint}`;
    expect(await store.readEntries(key.fingerprint)).toEqual([
      { account: key.fingerprint, delta: 50, reason: "grant", reference, atMs: noonMs },
    ]);
    expect(await store.addKey(refused, creator)).toBe("refused");
    expect(await store.readEntries(refused.fingerprint)).toEqual([]);
  });

  test("a revoked key is not found, and adding it again does not bring it back", async () => {
    await using store = await open();
    const key = aKey();
    const creator = aCreator();
    await store.addKey(key, creator);
    await store.revokeKey(key.fingerprint, noonMs);
    await store.revokeKey(key.fingerprint, noonMs + 1);
    expect(await store.addKey(key, creator)).toBe("added");
    expect(await store.findKey(key.fingerprint)).toBeUndefined();
  });

  test("revoking an unknown key changes nothing", async () => {
    await using store = await open();
    const key = aKey();
    await store.revokeKey(key.fingerprint, noonMs);
    await store.addKey(key, aCreator());
    expect(await store.findKey(key.fingerprint)).toEqual(key);
  });

  test("a secret is the same for every opening, and differs for another name", async () => {
    const name = aName();
    await using one = await open();
    await using other = await open();
    const [first, second] = await Promise.all([one.secret(name), other.secret(name)]);
    expect(first).toBe(second);
    expect(await one.secret(name)).toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(32);
    expect(await one.secret(aName())).not.toBe(first);
  });

  test("one opening of the store reads the writes of another", async () => {
    const key = aKey();
    {
      await using first = await open();
      await first.addKey(key, aCreator());
    }
    await using second = await open();
    expect(await second.findKey(key.fingerprint)).toEqual(key);
  });

  test("an open store answers a ping and a closed one is unavailable", async () => {
    const store = await open("closed");
    await store.ping();
    const written = store.secret(aName());
    await store[Symbol.asyncDispose]();
    expect(await written).toEqual(expect.any(String));
    await expect(store.ping()).rejects.toMatchObject({ code: "store_unavailable" });
    await store[Symbol.asyncDispose]();
  });
}
