import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { proveLedger } from "../../../../scripts/ledger/prove.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aGrant, aName, noonMs, sumOfEntries, today, type Open } from "../builders.ts";
import {
  aDeposit,
  aKey,
  anAmount,
  aReservation,
  dayMs,
  nobody,
  reserved,
  terms,
} from "../treasury-builders.ts";

export function testDeposits(open: Open): void {
  test("a deposit that names a key is credited to it, with an entry", async () => {
    await using store = await open();
    const account = await aKey(store);
    const deposit = aDeposit({ fingerprint: account, amountWei: "7000" });
    const credited = {
      ...deposit,
      state: "credited",
      account,
      priceWei: "1000",
      credits: 7,
      reservedCredits: 0,
      reservation: null,
    };
    expect(await store.creditDeposit(deposit, terms)).toEqual({ ...credited, isNew: true });
    expect(await store.readDeposit(deposit.reference)).toEqual(credited);
    expect(await store.readEntries(account)).toEqual([
      { account, delta: 7, reason: "deposit", reference: deposit.reference, atMs: terms.atMs },
    ]);
    expect(await creditsOf(store, account)).toBe(7);
    expect(await store.readRemainder(account)).toBe("0");
  });

  test("a deposit is decided once, whatever is reported of it later", async () => {
    await using store = await open();
    const [account, other] = [await aKey(store), await aKey(store)];
    const deposit = aDeposit({ fingerprint: account, amountWei: "7000" });
    const { isNew: _, ...first } = await store.creditDeposit(deposit, terms);
    for (const again of [deposit, { ...deposit, fingerprint: other, amountWei: "9000", block: 7 }]) {
      const later = { priceWei: "1", atMs: noonMs + dayMs };
      expect(await store.creditDeposit(again, later)).toEqual({ ...first, isNew: false });
    }
    expect([await creditsOf(store, account), await creditsOf(store, other)]).toEqual([7, 0]);
  });

  test("wei below a credit remain and count toward the next, which they may not fill", async () => {
    await using store = await open();
    const account = await aKey(store);
    const credit = (amountWei: string, priceWei = "1000") =>
      store.creditDeposit(aDeposit({ fingerprint: account, amountWei }), { ...terms, priceWei });
    expect(await credit("1999")).toMatchObject({ credits: 1 });
    expect(await store.readRemainder(account)).toBe("999");
    expect(await credit("1")).toMatchObject({ credits: 1 });
    expect(await store.readRemainder(account)).toBe("0");
    expect(await credit("999")).toMatchObject({ state: "credited", credits: 0 });
    expect(await credit("0")).toMatchObject({ state: "credited", credits: 0 });
    expect(await credit("1", "100")).toMatchObject({ credits: 10, priceWei: "100" });
    expect((await store.readEntries(account)).map(({ delta }) => delta)).toEqual([1, 1, 0, 0, 10]);
    expect(await creditsOf(store, account)).toBe(12);
  });

  test("amounts beyond the range of a double are exact", async () => {
    await using store = await open();
    const account = await aKey(store);
    const price = 2n ** 100n + 1n;
    const credit = (amountWei: bigint) =>
      store.creditDeposit(aDeposit({ fingerprint: account, amountWei: String(amountWei) }), {
        ...terms,
        priceWei: String(price),
      });
    expect(await credit(2n ** 128n)).toMatchObject({ credits: 268_435_455 });
    const remainder = 2n ** 128n % price;
    expect(await store.readRemainder(account)).toBe(String(remainder));
    expect(await credit(price - remainder - 1n)).toMatchObject({ credits: 0 });
    expect(await store.readRemainder(account)).toBe(String(price - 1n));
    expect(await credit(1n)).toMatchObject({ credits: 1, amountWei: "1" });
    expect(await store.readRemainder(account)).toBe("0");
  });

  test("a deposit beyond the largest balance fills the balance, and the rest stays as wei", async () => {
    await using store = await open("uncountable credits");
    const account = await aKey(store);
    const deposit = aDeposit({ fingerprint: account, amountWei: String(2n ** 128n) });
    expect(await store.creditDeposit(deposit, { ...terms, priceWei: "3" })).toMatchObject({
      credits: 1_000_000_000_000,
    });
    expect(await store.readRemainder(account)).toBe(String(2n ** 128n - 3_000_000_000_000n));
    expect(await creditsOf(store, account)).toBe(1_000_000_000_000);
    expect((await proveLedger(store)).contradictions).toEqual([]);
  });

  test.for([
    ["of an amount nobody reserved", async () => aDeposit()],
    [
      "one wei off a reserved amount",
      async (store: Store) => aDeposit({ amountWei: String(BigInt((await reserved(store)).amountWei) + 1n) }),
    ],
    ["that names an unknown key", async () => aDeposit({ fingerprint: aName() })],
    [
      "that names an unknown key, of a reserved amount",
      async (store: Store) =>
        aDeposit({ fingerprint: aName(), amountWei: (await reserved(store)).amountWei }),
    ],
    [
      "of an amount that is reserved for a key that does not exist",
      async (store: Store) => {
        const asked = aReservation();
        await store.reserve(asked);
        return aDeposit({ amountWei: asked.amountsWei[0]! });
      },
    ],
  ] as const)("a deposit %s is unclaimed", async ([, prepare]) => {
    await using store = await open();
    const deposit = await prepare(store);
    const unclaimed = { ...deposit, ...nobody, state: "unclaimed" };
    expect(await store.creditDeposit(deposit, terms)).toEqual({ ...unclaimed, isNew: true });
    expect(await store.creditDeposit(deposit, terms)).toEqual({ ...unclaimed, isNew: false });
    expect(await store.readDeposit(deposit.reference)).toEqual(unclaimed);
  });

  test("unclaimed deposits are listed by chain and time, the newest first, until they are claimed", async () => {
    await using store = await open();
    const chain = randomInt(2 ** 31);
    const at = async (seconds: number, on = chain) => {
      const deposit = aDeposit({ chain: on, blockTimeMs: noonMs + seconds * 1000 });
      return store.creditDeposit(deposit, terms);
    };
    const [, first, second, third] = [await at(9), await at(10), await at(11), await at(12)];
    await at(12, chain + 1);
    await store.creditDeposit(aDeposit({ chain, fingerprint: await aKey(store) }), terms);
    const list = async (limit = 9) => {
      const found = await store.listUnclaimed({ chainId: chain, sinceMs: noonMs + 10_000, limit });
      return found.map(({ reference }) => reference);
    };
    expect(await list()).toEqual([third, second, first].map(({ reference }) => reference));
    expect(await list(2)).toEqual([third.reference, second.reference]);
    await store.claimDeposit(second.reference, { account: await aKey(store), ...terms });
    expect(await list()).toEqual([third.reference, first.reference]);
  });

  test("several deposits of one transaction stay separate, and are found in its order", async () => {
    await using store = await open();
    const account = await aKey(store);
    const { tx } = aDeposit();
    for (const position of [10, 2, 0]) {
      await store.creditDeposit(aDeposit({ tx, position, fingerprint: account, amountWei: "1000" }), terms);
    }
    await store.seeDeposit(aDeposit({ tx, position: 3 }));
    const found = await store.findDeposits(tx);
    expect(found.map(({ reference }) => reference.split(":")[2])).toEqual(["0", "2", "3", "10"]);
    expect(await creditsOf(store, account)).toBe(3);
    expect(await store.findDeposits(aDeposit().tx)).toEqual([]);
    expect(await store.readDeposit(aDeposit().reference)).toBeUndefined();
  });

  test("a deposit and a grant with one reference are two payments", async () => {
    await using store = await open();
    const account = await aKey(store);
    const deposit = aDeposit({ fingerprint: account, amountWei: "1000" });
    await store.grant({ ...aGrant(account, 5), reference: deposit.reference });
    expect(await store.creditDeposit(deposit, terms)).toMatchObject({ credits: 1 });
    expect(await creditsOf(store, account)).toBe(6);
  });

  test.for(["0", "-5", "1.5", ""])("a price of %o decides nothing", async (priceWei) => {
    await using store = await open();
    for (const fingerprint of [await aKey(store), null]) {
      const deposit = aDeposit({ fingerprint, amountWei: anAmount() });
      await expect(store.creditDeposit(deposit, { ...terms, priceWei })).rejects.toBeInstanceOf(RangeError);
      expect(await store.readDeposit(deposit.reference)).toBeUndefined();
    }
  });
}

/** The balance of an account, which is the sum of its entries. */
export async function creditsOf(store: Store, account: string): Promise<number> {
  const { credits } = await store.readAccount(account, today);
  expect(credits).toBe(await sumOfEntries(store, account));
  return credits;
}
