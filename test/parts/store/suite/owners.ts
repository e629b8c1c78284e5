import { expect, test } from "vitest";
import { manualClock } from "../../../support/manual-clock.ts";
import { aCall, aGrant, anAccount, anAnswer, aName, noonMs, today, type Open } from "../builders.ts";

const hourMs = 3_600_000;

export function testOwners(open: Open): void {
  test("an owner counts as silent after the lifetime of its last heartbeat", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const owner = aName();
    const read = async () => (await store.readOwners()).filter((found) => found.owner === owner);
    await store.heartbeat(owner, 20_000);
    for (const _ of [1, 2]) await store.heartbeat(owner, 5_000);
    await clock.advance(4_999);
    expect(await read()).toEqual([{ owner, isSilent: false }]);
    await clock.advance(1);
    expect(await read()).toEqual([{ owner, isSilent: true }]);
    await store.heartbeat(owner, 1);
    expect(await read()).toEqual([{ owner, isSilent: false }]);
  });

  test("by the store's own time an owner is alive after a heartbeat, and silent when its lifetime has passed", async () => {
    await using store = await open();
    const [alive, silent] = [aName(), aName()];
    await store.heartbeat(alive, 60_000);
    await store.heartbeat(silent, 0);
    const owners = await store.readOwners();
    expect(owners).toContainEqual({ owner: alive, isSilent: false });
    expect(owners).toContainEqual({ owner: silent, isSilent: true });
  });

  test("an owner that came back since it was read is left alone, whatever the caller's time", async () => {
    const clock = manualClock(noonMs);
    await using store = await open(undefined, clock);
    const account = await anAccount(store, 5);
    const owner = aName();
    await store.beginCall(aCall({ account, owner, credits: 2 }));
    await store.heartbeat(owner, 15_000);
    await clock.advance(14_999);
    expect(await store.giveBackCallsOf(owner, noonMs + 24 * hourMs, "if silent")).toBe(0);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 3 });
    expect((await store.readOwners()).map((found) => found.owner)).toContain(owner);
    await clock.advance(1);
    expect(await store.giveBackCallsOf(owner, noonMs - 24 * hourMs, "if silent")).toBe(1);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 5 });
  });

  test("the open calls of a silent owner are given back, kept ones and those of others are not", async () => {
    await using store = await open();
    const account = await anAccount(store, 20);
    const [owner, other] = [aName(), aName()];
    const kept = aCall({ account, owner, credits: 1 });
    const calls = [
      kept,
      aCall({ account, owner, credits: 2 }),
      aCall({ account, owner, allowance: 1 }),
      aCall({ account, owner: other, credits: 4 }),
    ];
    for (const call of calls) await store.beginCall(call);
    await store.keepCall(kept.id, anAnswer());
    await store.heartbeat(owner, 15_000);
    await store.heartbeat(other, 15_000);
    expect(await store.giveBackCallsOf(owner, noonMs)).toBe(2);
    expect(await store.giveBackCallsOf(owner, noonMs)).toBe(0);
    expect(await store.readAccount(account, today)).toEqual({ credits: 20 - 1 - 4, usedToday: 0 });
    const owners = (await store.readOwners()).map((found) => found.owner);
    expect(owners).toContain(other);
    expect(owners).not.toContain(owner);
  });

  test("a call given back with its owner is gone for the owner that comes back", async () => {
    await using store = await open();
    const call = aCall({ account: await anAccount(store, 5) });
    await store.beginCall(call);
    await store.giveBackCallsOf(call.owner, noonMs);
    expect(await store.keepCall(call.id, anAnswer())).toBe("gone");
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });

  test("an owner that was wrongly taken for dead is listed again when it begins a call, and settled when it dies", async () => {
    await using store = await open();
    const account = await anAccount(store, 5);
    const owner = aName();
    await store.heartbeat(owner, 15_000);
    await store.giveBackCallsOf(owner, noonMs);
    await store.beginCall(aCall({ account, owner, credits: 2 }));
    const listed = (await store.readOwners()).find((found) => found.owner === owner);
    expect(listed?.isSilent).toBe(false);
    expect(await store.giveBackCallsOf(owner, noonMs)).toBe(1);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 5 });
  });

  test("pruning leaves calls, keys and counts that are still needed", async () => {
    await using store = await open();
    const account = await anAccount(store, 50);
    const [kept, left] = [aCall({ account, credits: 2 }), aCall({ account, credits: 3 })];
    const free = aCall({ account, allowance: 1 });
    const key = { fingerprint: aName(), createdAtMs: noonMs, origin: null };
    await store.addKey(key, { address: aName(), day: today, limit: 1 });
    for (const call of [kept, left, free]) await store.beginCall(call);
    await store.keepCall(kept.id, { body: "kept", expiresAtMs: noonMs + 2 * hourMs });
    await store.prune(noonMs + hourMs - 1);
    await store.prune(noonMs + hourMs - 1);
    expect(await store.readAccount(account, today)).toEqual({ credits: 45, usedToday: 1 });
    expect(await store.keepCall(kept.id, undefined)).toBe("kept");
    expect(await store.beginCall({ ...kept, id: aName() })).toMatchObject({ outcome: "answered" });
    expect(await store.findKey(key.fingerprint)).toEqual(key);
    expect(await store.beginCall({ ...left, id: aName() })).toEqual({ outcome: "under way" });
  });

  test("open calls, grants and balances survive any pruning", async () => {
    await using store = await open();
    const grant = aGrant(aName(), 50);
    await store.grant(grant);
    const call = aCall({ account: grant.account, credits: 3 });
    await store.beginCall(call);
    await store.prune(noonMs + 400 * 24 * hourMs);
    expect(await store.grant(grant)).toBe("settled");
    expect(await store.keepCall(call.id, undefined)).toBe("kept");
    expect(await store.readAccount(grant.account, today)).toMatchObject({ credits: 47 });
  });
}
