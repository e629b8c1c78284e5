import { describe, expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import {
  aCall,
  aGrant,
  anAccount,
  aName,
  anAnswer,
  noonMs,
  sumOfEntries,
  today,
  type Open,
} from "../builders.ts";
import { randomFrom } from "../random.ts";

export function testConcurrency(open: Open, seeds: readonly number[]): void {
  describe.for([1, 3, 10])("at a price of %i", (price) => {
    test("exactly the affordable number of 200 parallel calls is taken from a balance of 10", async () => {
      await using one = await open();
      await using other = await open();
      const account = await anAccount(one, 10);
      const beginnings = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          (n % 2 ? one : other).beginCall(aCall({ account, credits: price })),
        ),
      );
      const taken = beginnings.filter(({ outcome }) => outcome === "taken");
      const short = beginnings.filter(({ outcome }) => outcome === "short");
      expect([taken.length, short.length]).toEqual([Math.floor(10 / price), 200 - Math.floor(10 / price)]);
      expect(await one.readAccount(account, today)).toMatchObject({ credits: 10 % price });
      expect(await sumOfEntries(one, account)).toBe(10 % price);
    });
  });

  test("exactly 25 of 100 parallel calls are taken from an allowance of 25", async () => {
    await using one = await open();
    await using other = await open();
    const account = aName();
    const beginnings = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 ? one : other).beginCall(aCall({ account, allowance: 25, credits: null })),
      ),
    );
    expect(beginnings.filter(({ outcome }) => outcome === "taken")).toHaveLength(25);
    expect(await other.readAccount(account, today)).toEqual({ credits: 0, usedToday: 25 });
  });

  test("one of 50 parallel equal calls is taken and the others are in progress", async () => {
    await using one = await open();
    await using other = await open();
    const call = aCall({ allowance: 99 });
    const beginnings = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? one : other).beginCall({ ...call, id: aName() })),
    );
    expect(beginnings.filter(({ outcome }) => outcome === "taken")).toHaveLength(1);
    expect(beginnings.filter(({ outcome }) => outcome === "under way")).toHaveLength(49);
  });

  test("a call kept and given back at once by two processes ends without a charge", async () => {
    await using one = await open();
    await using other = await open();
    const account = await anAccount(one, 30);
    for (let round = 0; round < 20; round += 1) {
      const call = aCall({ account });
      await one.beginCall(call);
      await Promise.all([one.keepCall(call.id, anAnswer()), other.giveBackCall(call.id, noonMs)]);
    }
    expect(await one.readAccount(account, today)).toMatchObject({ credits: 30 });
  });

  test.for(seeds)("balances equal the sums of the entries after a random history (seed %i)", async (seed) => {
    await using one = await open();
    await using other = await open();
    const accounts = Array.from({ length: 5 }, aName);
    const history = randomHistory([one, other], accounts, seed);
    const workers = Array.from({ length: 16 }, async () => {
      for (const step of history) await step();
    });
    await Promise.all(workers);
    for (const account of accounts) {
      const { credits } = await one.readAccount(account, today);
      expect(credits).toBeGreaterThanOrEqual(0);
      expect(credits).toBe(await sumOfEntries(other, account));
      await expectEveryChargeOnce(one, account);
    }
  });
}

/** Steps by a seed, so that a history which fails can be run again; shared by workers that take the next in turn. */
function* randomHistory(
  stores: readonly Store[],
  accounts: readonly string[],
  seed: number,
): Generator<() => Promise<unknown>> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const ids = Array.from({ length: 400 }, aName);
  const owners = Array.from({ length: 3 }, aName);
  for (let n = 0; n < 1_500; n += 1) {
    const [store, account, id, owner, dice] = [
      pick(stores),
      pick(accounts),
      pick(ids),
      pick(owners),
      random(),
    ];
    const digest = `digest-${Math.floor(random() * 60)}`;
    const credits = Math.floor(random() * 4);
    if (dice < 0.1) yield () => store.grant({ ...aGrant(account, 5), reference: `${seed}-${id}` });
    else if (dice < 0.6)
      yield () => store.beginCall(aCall({ id, account, owner, digest, allowance: 3, credits }));
    else if (dice < 0.8) yield () => store.keepCall(id, credits > 1 ? anAnswer() : undefined);
    else if (dice < 0.98) yield () => store.giveBackCall(id, noonMs);
    else yield () => store.giveBackCallsOf(owner, noonMs);
  }
}

async function expectEveryChargeOnce(store: Store, account: string): Promise<void> {
  const entries = await store.readEntries(account);
  const named = entries.map(({ reason, reference }) => `${reason} ${reference}`);
  expect(new Set(named).size).toBe(named.length);
  const charged = new Map(
    entries.filter(({ reason }) => reason === "charge").map((e) => [e.reference, e.delta]),
  );
  for (const { reference, delta } of entries.filter(({ reason }) => reason === "give_back")) {
    expect(charged.get(reference)).toBe(-delta);
  }
}
