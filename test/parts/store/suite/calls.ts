import { expect, test } from "vitest";
import { aCall, anAccount, anAnswer, aName, noonMs, today, type Open } from "../builders.ts";

export function testCalls(open: Open): void {
  test("the allowance is used before credits", async () => {
    await using store = await open();
    const account = await anAccount(store, 10);
    const begin = () => store.beginCall(aCall({ account, allowance: 1, credits: 3 }));
    expect(await begin()).toEqual({
      outcome: "taken",
      from: "allowance",
      account: { credits: 10, usedToday: 1 },
    });
    expect(await begin()).toEqual({
      outcome: "taken",
      from: "credits",
      account: { credits: 7, usedToday: 1 },
    });
  });

  test("a call that costs nothing takes nothing", async () => {
    await using store = await open();
    const call = aCall({ credits: 0 });
    expect(await store.beginCall(call)).toEqual({
      outcome: "taken",
      from: "nothing",
      account: { credits: 0, usedToday: 0 },
    });
    expect(await store.readEntries(call.account)).toEqual([]);
  });

  test("a call that credits cannot pay for is refused once the allowance is used, however many credits there are", async () => {
    await using store = await open();
    const account = await anAccount(store, 100);
    const begin = () => store.beginCall(aCall({ account, allowance: 1, credits: null }));
    expect(await begin()).toMatchObject({ outcome: "taken", from: "allowance" });
    expect(await begin()).toEqual({ outcome: "short", account: { credits: 100, usedToday: 1 } });
  });

  test("a price that leaves exactly zero is paid, one credit more is refused and takes nothing", async () => {
    await using store = await open();
    const account = await anAccount(store, 5);
    expect(await store.beginCall(aCall({ account, credits: 6 }))).toEqual({
      outcome: "short",
      account: { credits: 5, usedToday: 0 },
    });
    expect(await store.beginCall(aCall({ account, credits: 5 }))).toMatchObject({ account: { credits: 0 } });
    expect(await store.readEntries(account)).toHaveLength(2);
  });

  test("an allowance is renewed the next day, and the day before keeps its count", async () => {
    await using store = await open();
    const account = aName();
    const begin = (day: string) => store.beginCall(aCall({ account, allowance: 1, credits: null, day }));
    expect(await begin(today)).toMatchObject({ outcome: "taken" });
    expect(await begin(today)).toMatchObject({ outcome: "short" });
    expect(await begin("2026-11-16")).toMatchObject({ outcome: "taken", account: { usedToday: 1 } });
    expect(await store.readAccount(account, today)).toMatchObject({ usedToday: 1 });
  });

  test("a second beginCall with one id takes nothing and answers the same", async () => {
    await using store = await open();
    const account = await anAccount(store, 10);
    for (const purse of [{ allowance: 1 }, { allowance: 1, credits: 3 }, { credits: 0 }, { credits: 99 }]) {
      const call = aCall({ account, ...purse });
      const first = await store.beginCall(call);
      await store.beginCall(aCall({ account }));
      expect(await store.beginCall(call)).toEqual(first);
    }
    expect(await store.readAccount(account, today)).toEqual({ credits: 10 - 3 - 4, usedToday: 1 });
  });

  test("a refused id stays refused after credits arrive, so a late repeat takes nothing", async () => {
    await using store = await open();
    const call = aCall({ credits: 2 });
    expect(await store.beginCall(call)).toMatchObject({ outcome: "short" });
    await store.grant({ account: call.account, delta: 9, reason: "grant", reference: aName(), atMs: noonMs });
    expect(await store.beginCall(call)).toMatchObject({ outcome: "short" });
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });

  test("the same call is in progress until it is kept, for its own account only", async () => {
    await using store = await open();
    const call = aCall({ allowance: 9 });
    const same = { ...call, id: aName() };
    await store.beginCall(call);
    expect(await store.beginCall(same)).toEqual({ outcome: "under way" });
    expect(await store.beginCall(aCall({ digest: call.digest, allowance: 9 }))).toMatchObject({
      outcome: "taken",
    });
    expect(await store.keepCall(call.id, undefined)).toBe("kept");
    expect(await store.beginCall(same)).toEqual({ outcome: "under way" });
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
    expect(await store.readAccount(call.account, today)).toMatchObject({ usedToday: 2 });
  });

  test('keeping twice answers "kept" twice', async () => {
    await using store = await open();
    const account = await anAccount(store, 3);
    const call = aCall({ account });
    await store.beginCall(call);
    expect(await store.keepCall(call.id, anAnswer())).toBe("kept");
    expect(await store.keepCall(call.id, anAnswer())).toBe("kept");
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 2 });
  });

  test("a call that never began, or was not taken, is gone when it is kept", async () => {
    await using store = await open();
    const short = aCall();
    await store.beginCall(short);
    expect(await store.keepCall(short.id, anAnswer())).toBe("gone");
    expect(await store.keepCall(aName(), anAnswer())).toBe("gone");
    expect(await store.beginCall({ ...short, id: aName() })).toMatchObject({ outcome: "short" });
  });

  test("an open call is given back once, to the source of its charge", async () => {
    await using store = await open();
    const account = await anAccount(store, 10);
    const free = aCall({ account, allowance: 1 });
    const paid = aCall({ account, credits: 4 });
    await store.beginCall(free);
    await store.beginCall(paid);
    for (const { id } of [free, paid, paid, free]) await store.giveBackCall(id, noonMs);
    expect(await store.readAccount(account, today)).toEqual({ credits: 10, usedToday: 0 });
    expect(await store.readEntries(account)).toHaveLength(3);
    expect(await store.keepCall(paid.id, anAnswer())).toBe("gone");
    expect(await store.beginCall({ ...paid, id: aName() })).toMatchObject({ outcome: "taken" });
  });

  test("a charge of yesterday's allowance is given back to that day", async () => {
    await using store = await open();
    const account = aName();
    const call = aCall({ account, allowance: 5, day: "2026-11-14" });
    await store.beginCall(call);
    await store.beginCall(aCall({ account, allowance: 5 }));
    await store.giveBackCall(call.id, noonMs);
    expect(await store.readAccount(account, "2026-11-14")).toMatchObject({ usedToday: 0 });
    expect(await store.readAccount(account, today)).toMatchObject({ usedToday: 1 });
  });

  test("a kept call is given back too, and its answer is deleted", async () => {
    await using store = await open();
    const account = await anAccount(store, 10);
    const call = aCall({ account, credits: 4 });
    await store.beginCall(call);
    await store.keepCall(call.id, anAnswer());
    await store.giveBackCall(call.id, noonMs);
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 10 });
    expect(await store.keepCall(call.id, anAnswer())).toBe("gone");
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });

  test("a call given back before it began cannot begin, and others can", async () => {
    await using store = await open();
    const account = await anAccount(store, 10);
    const call = aCall({ account, allowance: 5, credits: 0 });
    await store.giveBackCall(call.id, noonMs);
    await store.giveBackCall(call.id, noonMs);
    expect(await store.beginCall(call)).toEqual({ outcome: "short", account: { credits: 10, usedToday: 0 } });
    expect(await store.keepCall(call.id, undefined)).toBe("gone");
    expect(await store.beginCall({ ...call, id: aName() })).toMatchObject({ outcome: "taken" });
  });
}
