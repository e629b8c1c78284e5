import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aCall, aGrant, anAnswer, aName, noonMs, sumOfEntries, today, type Open } from "../builders.ts";
import { aKey } from "../treasury-builders.ts";

/** A key with this many credits. */
async function aKeyWith(store: Store, credits: number): Promise<string> {
  const account = await aKey(store);
  if (credits > 0) await store.grant(aGrant(account, credits));
  return account;
}

const taken = (credits: number, usedToday = 0) => ({
  outcome: "taken",
  from: "credits",
  account: { credits, usedToday },
});

/** A single statement on one store must do the same as the command on another. */
export function testKeyCalls(open: Open): void {
  test("a key is charged as any account is: its allowance first, then its credits, then nothing", async () => {
    await using store = await open();
    const account = await aKeyWith(store, 5);
    const begin = () => store.beginCallOfKey(aCall({ account, allowance: 2, credits: 3 }));
    const free = { outcome: "taken", from: "allowance" };
    expect(await begin()).toEqual({ ...free, account: { credits: 5, usedToday: 1 } });
    expect(await begin()).toEqual({ ...free, account: { credits: 5, usedToday: 2 } });
    expect(await begin()).toEqual(taken(2, 2));
    expect(await begin()).toEqual({ outcome: "short", account: { credits: 2, usedToday: 2 } });
    expect(await store.readAccount(account, today)).toEqual({ credits: 2, usedToday: 2 });
    expect(await sumOfEntries(store, account)).toBe(2);
  });

  test("a free call takes nothing, and a call that credits cannot pay for is refused", async () => {
    await using store = await open();
    const account = await aKeyWith(store, 5);
    expect(await store.beginCallOfKey(aCall({ account, credits: 0 }))).toMatchObject({ from: "nothing" });
    expect(await store.beginCallOfKey(aCall({ account, credits: null }))).toMatchObject({ outcome: "short" });
    expect(await store.readAccount(account, today)).toEqual({ credits: 5, usedToday: 0 });
  });

  test("a call in progress, and an answered one, are not charged again", async () => {
    await using store = await open();
    const first = aCall({ account: await aKeyWith(store, 5) });
    expect(await store.beginCallOfKey(first)).toEqual(taken(4));
    const again = () => store.beginCallOfKey({ ...first, id: aName() });
    expect(await again()).toEqual({ outcome: "under way" });
    await store.keepCall(first.id, anAnswer("the answer"));
    expect(await again()).toMatchObject({ outcome: "answered", answer: "the answer" });
    expect(await store.beginCallOfKey(aCall({ account: first.account }))).toEqual(taken(3));
  });

  test("a key's call is kept and given back as any other", async () => {
    await using store = await open();
    const account = await aKeyWith(store, 5);
    const [kept, undone, free] = [aCall({ account }), aCall({ account }), aCall({ account, allowance: 1 })];
    for (const call of [kept, undone, free]) await store.beginCallOfKey(call);
    await store.keepCall(kept.id, undefined);
    for (const { id } of [undone, free]) await store.giveBackCall(id, noonMs);
    expect(await store.readAccount(account, today)).toEqual({ credits: 4, usedToday: 0 });
    const left = aCall({ account });
    await store.beginCallOfKey(left);
    expect(await store.giveBackCallsOf(left.owner, noonMs)).toBe(1);
    expect(await store.readAccount(account, today)).toEqual({ credits: 4, usedToday: 0 });
  });

  test("an id that was sent before gets the earlier answer, even after the key was revoked", async () => {
    await using store = await open();
    const call = aCall({ account: await aKeyWith(store, 5), credits: 2 });
    expect(await store.beginCallOfKey(call)).toEqual(taken(3));
    await store.revokeKey(call.account, noonMs);
    expect(await store.beginCallOfKey(call)).toEqual(taken(3));
    expect(await store.readAccount(call.account, today)).toEqual({ credits: 3, usedToday: 0 });
  });

  test("an id that was given back before it began takes nothing", async () => {
    await using store = await open();
    const call = aCall({ account: await aKeyWith(store, 5) });
    await store.giveBackCall(call.id, noonMs);
    expect(await store.beginCallOfKey(call)).toMatchObject({ outcome: "short" });
    expect(await store.readAccount(call.account, today)).toEqual({ credits: 5, usedToday: 0 });
  });

  test.for<[string, (store: Store) => Promise<string>]>([
    ["was never created", async (store) => anAccountWithoutKey(store)],
    [
      "was revoked",
      async (store) => {
        const account = await aKeyWith(store, 5);
        await store.revokeKey(account, noonMs);
        return account;
      },
    ],
    [
      "owes",
      async (store) => {
        const account = await aKeyWith(store, 5);
        const sold = { credits: 9, amountCents: 90 };
        const refund = { reference: aName(), session: aName(), account, cents: 90, sold, atMs: noonMs };
        await store.reverse(refund);
        await store.grant(aGrant(account, 3));
        return account;
      },
    ],
  ])("a key that %s is invalid, and nothing is taken", async ([, make]) => {
    await using store = await open();
    const account = await make(store);
    const before = await store.readAccount(account, today);
    for (const allowance of [0, 5]) {
      expect(await store.beginCallOfKey(aCall({ account, allowance }))).toEqual({ outcome: "no key" });
    }
    expect(await store.readAccount(account, today)).toEqual(before);
  });

  testRaces(open);
}

async function anAccountWithoutKey(store: Store): Promise<string> {
  const account = aName();
  await store.grant(aGrant(account, 5));
  return account;
}

const times = (count: number) => Array.from({ length: count });

function testRaces(open: Open): void {
  test("eight sendings of one id get the same answer, and one charge is taken", async () => {
    await using store = await open();
    for (const _ of times(10)) {
      const call = aCall({ account: await aKeyWith(store, 9), credits: 2 });
      const told = await Promise.all(times(8).map(async () => store.beginCallOfKey(call)));
      expect(told).toEqual(times(8).map(() => taken(7)));
      expect(await sumOfEntries(store, call.account)).toBe(7);
    }
  });

  test("one of eight concurrent equal calls is taken, and the others learn that it is in progress", async () => {
    await using store = await open();
    for (const _ of times(10)) {
      const call = aCall({ account: await aKeyWith(store, 9), credits: 2 });
      const sent = times(8).map(async () => store.beginCallOfKey({ ...call, id: aName() }));
      const outcomes = (await Promise.all(sent)).map(({ outcome }) => outcome).toSorted();
      expect(outcomes).toEqual(["taken", ...times(7).map(() => "under way")]);
      expect(await sumOfEntries(store, call.account)).toBe(7);
    }
  });

  test("five of forty calls on five credits are taken, and as many of forty on an allowance of five", async () => {
    await using store = await open();
    for (const [credits, allowance] of [
      [5, 0],
      [0, 5],
    ] as const) {
      const account = await aKeyWith(store, credits);
      const sent = times(40).map(async () => store.beginCallOfKey(aCall({ account, allowance })));
      const outcomes = (await Promise.all(sent)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(5);
      expect(outcomes.filter((outcome) => outcome === "short")).toHaveLength(35);
      expect(await store.readAccount(account, today)).toEqual({ credits: 0, usedToday: allowance });
    }
  });

  test("concurrent charges, give-backs and reversals of one key leave the sum of its entries", async () => {
    await using store = await open();
    const account = await aKeyWith(store, 50);
    const [session, sold] = [aName(), { credits: 30, amountCents: 30 }];
    let charged = 0;
    await Promise.all([
      ...times(40).map(async (_, n) => {
        const call = aCall({ account });
        const { outcome } = await store.beginCallOfKey(call);
        if (outcome !== "taken") return;
        if (n % 2 === 0) await store.giveBackCall(call.id, noonMs);
        else charged += 1;
      }),
      ...times(10).map(async () =>
        store.reverse({ reference: aName(), session, account, cents: 3, sold, atMs: noonMs }),
      ),
    ]);
    const { credits, owed, reversed } = await store.readStatement(account);
    expect(reversed).toBe(30);
    expect(credits).toBe(50 - charged - (30 - owed));
    expect(await sumOfEntries(store, account)).toBe(credits);
  });
}
