import { expect, test } from "vitest";
import { proveLedger } from "../../../../scripts/ledger/prove.ts";
import { noonMs, type Open } from "../builders.ts";
import { creditsOf } from "./deposits.ts";
import { aDeposit, dayMs, nobody, reserved, terms } from "../treasury-builders.ts";

export function testSettling(open: Open): void {
  test("a deposit of exactly a reserved amount is credited to its key and settles it", async () => {
    await using store = await open();
    const { id, account, amountWei } = await reserved(store);
    const deposit = aDeposit({ amountWei });
    const record = await store.creditDeposit(deposit, terms);
    const credits = Number(BigInt(amountWei) / 1_000n);
    expect(record).toMatchObject({ state: "credited", account, credits, reservation: id, fingerprint: null });
    const { isNew: _, ...kept } = record;
    expect(await store.readReservation(id)).toMatchObject({ id, account, deposit: kept });
    expect(await creditsOf(store, account)).toBe(credits);
    expect(await store.readRemainder(account)).toBe("500");
  });

  test.for([
    ["has risen", "1001", { credits: 3, reservedCredits: 3, left: "2" }],
    ["has risen far", "9999999999", { credits: 3, reservedCredits: 3, left: "2" }],
    ["has risen within what was reserved", "1000", { credits: 3, reservedCredits: 0, left: "2" }],
    ["is unchanged", "900", { credits: 3, reservedCredits: 0, left: "302" }],
    ["has fallen", "500", { credits: 6, reservedCredits: 0, left: "2" }],
  ] as const)(
    "a reserved amount buys its credits when the price %s",
    async ([how, priceWei, { left, ...expected }]) => {
      for (const named of [false, true]) {
        await using store = await open(`the price ${how}${named ? ", named" : ""}`);
        const { id, account } = await reserved(store, { credits: 3, amountsWei: ["3002"] });
        const deposit = aDeposit({ amountWei: "3002", fingerprint: named ? account : null });
        expect(await store.creditDeposit(deposit, { ...terms, priceWei })).toMatchObject({
          account,
          reservation: id,
          priceWei,
          ...expected,
        });
        expect(await creditsOf(store, account)).toBe(expected.credits);
        expect(await store.readRemainder(account)).toBe(left);
      }
    },
  );

  test("earlier wei are valued at the current price of a credit, not at the reserved one", async () => {
    await using store = await open("a dearer time");
    const { account, amountWei } = await reserved(store, { credits: 3, amountsWei: ["3001"] });
    const dear = { ...terms, priceWei: "4000" };
    await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "3998" }), dear);
    const paid = await store.creditDeposit(aDeposit({ amountWei }), dear);
    expect(paid).toMatchObject({ credits: 3, reservedCredits: 3, priceWei: "4000" });
    expect(await store.readRemainder(account)).toBe("3999");
    const last = await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1" }), dear);
    expect(last).toMatchObject({ credits: 1, reservedCredits: 0 });
    expect(await store.readRemainder(account)).toBe("0");
    expect((await proveLedger(store)).contradictions).toEqual([]);
  });

  test("a reserved amount that fills another credit with earlier wei does so at the current price", async () => {
    await using store = await open("a credit more");
    const { account, amountWei } = await reserved(store, { credits: 2, amountsWei: ["2001"] });
    const dear = { ...terms, priceWei: "4000" };
    await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "3999" }), dear);
    const paid = await store.creditDeposit(aDeposit({ amountWei }), dear);
    expect(paid).toMatchObject({ credits: 3, reservedCredits: 2 });
    expect(await store.readRemainder(account)).toBe("0");
    expect((await proveLedger(store)).contradictions).toEqual([]);
  });

  test("a reservation is settled once; the same amount again is unclaimed", async () => {
    await using store = await open();
    const { id, account, amountWei } = await reserved(store);
    const [first, second] = [aDeposit({ amountWei }), aDeposit({ amountWei })];
    await store.creditDeposit(first, terms);
    const balance = await creditsOf(store, account);
    expect(await store.creditDeposit(second, terms)).toEqual({
      ...second,
      ...nobody,
      state: "unclaimed",
      isNew: true,
    });
    expect(await creditsOf(store, account)).toBe(balance);
    expect(await store.readReservation(id)).toMatchObject({ deposit: { reference: first.reference } });
  });

  test.for([
    ["in the second it was made in", -500, true],
    ["in the second before", -501, false],
    ["at the moment it expires", dayMs, true],
    ["a millisecond after", dayMs + 1, false],
  ] as const)("a block %s decides by its own time", async ([, afterMs, isInTime]) => {
    await using store = await open();
    const { amountWei } = await reserved(store, { nowMs: noonMs + 500, expiresAtMs: noonMs + 500 + dayMs });
    const deposit = aDeposit({ amountWei, blockTimeMs: noonMs + 500 + afterMs });
    const late = { ...terms, atMs: noonMs + 9 * dayMs };
    const state = isInTime ? "credited" : "unclaimed";
    expect(await store.creditDeposit(deposit, late)).toMatchObject({ state });
  });

  test("an amount that was reserved twice in succession belongs to the reservation whose period includes the block", async () => {
    await using store = await open();
    const first = await reserved(store);
    const amountsWei = [first.amountWei];
    const later = { amountsWei, nowMs: noonMs + 2 * dayMs, expiresAtMs: noonMs + 3 * dayMs };
    const second = await reserved(store, later);
    const credit = (blockTimeMs: number) =>
      store.creditDeposit(aDeposit({ amountWei: first.amountWei, blockTimeMs }), terms);
    expect(await credit(noonMs + dayMs + 1)).toMatchObject({ state: "unclaimed" });
    expect(await credit(noonMs + dayMs)).toMatchObject({ account: first.account });
    expect(await credit(noonMs + dayMs - 1)).toMatchObject({ state: "unclaimed" });
    expect(await credit(noonMs + 2 * dayMs)).toMatchObject({ account: second.account });
  });

  test("a deposit for a revoked key is unclaimed, named or reserved", async () => {
    await using store = await open();
    const { account, amountWei } = await reserved(store);
    await store.revokeKey(account, noonMs);
    for (const deposit of [aDeposit({ fingerprint: account }), aDeposit({ amountWei })]) {
      expect(await store.creditDeposit(deposit, terms)).toMatchObject({ state: "unclaimed" });
    }
    expect(await store.readEntries(account)).toEqual([]);
  });

  test("a deposit that names its key settles that key's reservation of the amount, and no other", async () => {
    await using store = await open();
    const [own, others] = [await reserved(store), await reserved(store)];
    const { account, amountWei } = own;
    expect(
      await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: others.amountWei }), terms),
    ).toMatchObject({ account, reservation: null });
    expect(await store.creditDeposit(aDeposit({ fingerprint: account, amountWei }), terms)).toMatchObject({
      account,
      reservation: own.id,
    });
    expect(await store.readReservation(others.id)).toEqual(others);
    expect(await store.creditDeposit(aDeposit({ amountWei }), terms)).toMatchObject({ state: "unclaimed" });
  });
}
