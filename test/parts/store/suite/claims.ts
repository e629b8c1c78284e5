import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs, today, type Open } from "../builders.ts";
import { aDeposit, aKey, aReservation, reserved, terms } from "../treasury-builders.ts";

const claimFor = (account: string) => ({ account, priceWei: "1000", atMs: noonMs + 90_000 });

async function anUnclaimed(store: Store, amountWei = "2500") {
  const deposit = aDeposit({ amountWei });
  await store.creditDeposit(deposit, terms);
  return deposit;
}

export function testClaims(open: Open): void {
  test("an unclaimed deposit is given to a key, with an entry and the remainder", async () => {
    await using store = await open();
    const account = await aKey(store);
    await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "500" }), terms);
    const deposit = await anUnclaimed(store);
    const { reference } = deposit;
    const credited = {
      ...deposit,
      state: "credited",
      account,
      priceWei: "1000",
      credits: 3,
      reservedCredits: 0,
      reservation: null,
    };
    expect(await store.claimDeposit(reference, claimFor(account))).toEqual({ ...credited, isNew: true });
    expect(await store.readDeposit(reference)).toEqual(credited);
    expect((await store.readEntries(account)).at(-1)).toEqual({
      account,
      delta: 3,
      reason: "deposit",
      reference,
      atMs: noonMs + 90_000,
    });
    expect(await store.readAccount(account, today)).toMatchObject({ credits: 3 });
    expect(await store.readRemainder(account)).toBe("0");
  });

  test("a credited deposit stays where it is when anyone claims it", async () => {
    await using store = await open();
    const [account, other] = [await aKey(store), await aKey(store)];
    const { reference } = await anUnclaimed(store);
    await store.claimDeposit(reference, claimFor(account));
    for (const claimant of [account, other]) {
      expect(await store.claimDeposit(reference, claimFor(claimant))).toMatchObject({
        account,
        isNew: false,
      });
    }
    expect(await store.creditDeposit(aDeposit({ reference, fingerprint: other }), terms)).toMatchObject({
      account,
      isNew: false,
    });
    expect(await store.readEntries(account)).toHaveLength(1);
    expect(await store.readEntries(other)).toEqual([]);
  });

  test("a deposit that is only seen cannot be claimed, nor one that is unknown", async () => {
    await using store = await open();
    const account = await aKey(store);
    const deposit = aDeposit();
    await store.seeDeposit(deposit);
    expect(await store.claimDeposit(deposit.reference, claimFor(account))).toMatchObject({
      state: "seen",
      isNew: false,
    });
    expect(await store.claimDeposit(aDeposit().reference, claimFor(account))).toBeUndefined();
    expect(await store.readEntries(account)).toEqual([]);
  });

  test("nothing is given to a revoked or unknown key", async () => {
    await using store = await open();
    const revoked = await aKey(store);
    await store.revokeKey(revoked, noonMs);
    const { reference } = await anUnclaimed(store);
    for (const account of [revoked, aName()]) {
      expect(await store.claimDeposit(reference, claimFor(account))).toMatchObject({ state: "unclaimed" });
      expect(await store.readEntries(account)).toEqual([]);
    }
    const account = await aKey(store);
    expect(await store.claimDeposit(reference, claimFor(account))).toMatchObject({ account, isNew: true });
  });

  test("a claim settles no reservation", async () => {
    await using store = await open();
    const { reference, amountWei } = await anUnclaimed(store, aReservation().amountsWei[0]);
    const { id, account } = await reserved(store, { amountsWei: [amountWei] });
    await store.claimDeposit(reference, claimFor(account));
    expect(await store.readReservation(id)).toMatchObject({ deposit: null });
  });

  test("one of twenty concurrent claims of a deposit succeeds", async () => {
    await using one = await open();
    await using other = await open();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => aKey(one)));
    const { reference } = await anUnclaimed(one);
    const answers = await Promise.all(
      accounts.map((account, n) => (n % 2 ? one : other).claimDeposit(reference, claimFor(account))),
    );
    expect(answers.filter((answer) => answer?.isNew)).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer?.account)).size).toBe(1);
    const entries = await Promise.all(accounts.map((account) => one.readEntries(account)));
    expect(entries.flat()).toHaveLength(1);
  });
}
