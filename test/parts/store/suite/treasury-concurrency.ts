import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aGrant, aName, noonMs, sumOfEntries, today, type Open } from "../builders.ts";
import { aDeposit, aKey, anAmount, aReservation, dayMs, reserved, terms } from "../treasury-builders.ts";

/** Eight openings, as eight processes would have. */
async function openEight(open: Open, closing: AsyncDisposableStack, apart?: string): Promise<Store[]> {
  return Promise.all(Array.from({ length: 8 }, async () => closing.use(await open(apart))));
}

export function testTreasuryConcurrency(open: Open): void {
  test("a thousand reservations that are made at once never share an amount", async () => {
    await using closing = new AsyncDisposableStack();
    const stores = await openEight(open, closing, "parallel reservations");
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => {
        // Every amount is wanted by about ten, most of them as their first.
        const amountsWei = [n % 100, (n * 7) % 1_000, n].map((amount) => String(1_000_000 + amount));
        return stores[n % 8]!.reserve(aReservation({ account: `account ${n % 250}`, amountsWei }));
      }),
    );
    const made = answers.flatMap((answer) => (answer.outcome === "reserved" ? [answer.reservation] : []));
    expect(new Set(made.map(({ amountWei }) => amountWei)).size).toBe(made.length);
    expect(made.length).toBeGreaterThan(600);
    expect(answers.filter(({ outcome }) => outcome === "amounts taken")).toHaveLength(1_000 - made.length);
    for (const reservation of made.slice(0, 50)) {
      expect(await stores[0]!.readReservation(reservation.id)).toEqual(reservation);
    }
  });

  test("an account that requests a hundred at once gets as many as it may have", async () => {
    await using one = await open();
    await using other = await open();
    const account = aName();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? one : other).reserve(aReservation({ account }))),
    );
    expect(answers.filter(({ outcome }) => outcome === "reserved")).toHaveLength(5);
    expect(answers.filter(({ outcome }) => outcome === "too many")).toHaveLength(95);
    expect(await one.listOpenReservations(account, noonMs)).toHaveLength(5);
  });

  test("eight concurrent credits of the same deposits credit each once, and one of them reports it", async () => {
    await using closing = new AsyncDisposableStack();
    const stores = await openEight(open, closing);
    const account = await aKey(stores[0]!);
    const deposits = Array.from({ length: 20 }, () => aDeposit({ fingerprint: account, amountWei: "1700" }));
    const crediting = stores.map(async (store) => {
      const records = [];
      for (const deposit of deposits) records.push(await store.creditDeposit(deposit, terms));
      return records;
    });
    const records = (await Promise.all(crediting)).flat();
    expect(records.filter(({ isNew }) => isNew)).toHaveLength(20);
    expect(await stores[0]!.readAccount(account, today)).toMatchObject({ credits: 34 });
    expect(await sumOfEntries(stores[1]!, account)).toBe(34);
    expect(await stores[2]!.readEntries(account)).toHaveLength(20);
    expect(await stores[3]!.readRemainder(account)).toBe("0");
  });

  test("deposits of one account that are credited at once lose no wei", async () => {
    await using closing = new AsyncDisposableStack();
    const stores = await openEight(open, closing);
    const account = await aKey(stores[0]!);
    const amounts = Array.from({ length: 80 }, (_, n) => 2n ** 90n + BigInt(n * n));
    const price = 2n ** 64n - 59n;
    await Promise.all(
      amounts.map((amount, n) =>
        stores[n % 8]!.creditDeposit(aDeposit({ fingerprint: account, amountWei: String(amount) }), {
          ...terms,
          priceWei: String(price),
        }),
      ),
    );
    const total = amounts.reduce((sum, amount) => sum + amount, 0n);
    expect(await stores[0]!.readAccount(account, today)).toMatchObject({ credits: Number(total / price) });
    expect(await stores[0]!.readRemainder(account)).toBe(String(total % price));
  });

  test("one of many deposits of a reserved amount at once settles the reservation", async () => {
    await using closing = new AsyncDisposableStack();
    const stores = await openEight(open, closing);
    const { id, account, amountWei } = await reserved(stores[0]!);
    const records = await Promise.all(
      Array.from({ length: 40 }, (_, n) => stores[n % 8]!.creditDeposit(aDeposit({ amountWei }), terms)),
    );
    expect(records.filter(({ reservation }) => reservation === id)).toHaveLength(1);
    expect(records.filter(({ state }) => state === "unclaimed")).toHaveLength(39);
    expect(await stores[0]!.readEntries(account)).toHaveLength(1);
  });

  test("a deposit and an operator's grant at the same time both count", async () => {
    await using one = await open();
    await using other = await open();
    const account = await aKey(one);
    await Promise.all(
      Array.from({ length: 30 }, () => [
        one.grant(aGrant(account, 1)),
        other.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1000" }), terms),
      ]).flat(),
    );
    expect(await one.readAccount(account, today)).toMatchObject({ credits: 60 });
  });

  test("a payment to a key that is revoked meanwhile is either credited or unclaimed, never both", async () => {
    await using one = await open();
    await using other = await open();
    for (let round = 0; round < 10; round += 1) {
      const { account, amountWei } = await reserved(one, { amountsWei: [anAmount()] });
      const deposit = aDeposit({ amountWei, blockTimeMs: noonMs + dayMs });
      const [record] = await Promise.all([
        one.creditDeposit(deposit, terms),
        other.revokeKey(account, noonMs),
      ]);
      const entries = await one.readEntries(account);
      expect(entries).toHaveLength(record.state === "credited" ? 1 : 0);
    }
  });
}
