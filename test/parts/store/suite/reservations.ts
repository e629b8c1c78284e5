import { expect, test } from "vitest";
import { aName, noonMs, type Open } from "../builders.ts";
import { aDeposit, aKey, anAmount, aReservation, dayMs, reserved, terms } from "../treasury-builders.ts";

export function testReservations(open: Open): void {
  test("a reservation has the first amount and is read as it was made", async () => {
    await using store = await open();
    const asked = aReservation({ amountsWei: [anAmount(), anAmount()] });
    const { id, account, credits, amountsWei, nowMs, expiresAtMs } = asked;
    const reservation = { id, account, credits, amountWei: amountsWei[0], createdAtMs: nowMs, expiresAtMs };
    const expected = { ...reservation, deposit: null };
    expect(await store.reserve(asked)).toEqual({ outcome: "reserved", reservation: expected });
    expect(await store.readReservation(id)).toEqual(expected);
  });

  test("an unknown reservation is not found", async () => {
    await using store = await open();
    expect(await store.readReservation(aName())).toBeUndefined();
  });

  test("a reservation that is sent twice is made once, and keeps its amount", async () => {
    await using store = await open();
    const asked = aReservation({ maxOpen: 1, amountsWei: [anAmount(), anAmount()] });
    const first = await store.reserve(asked);
    expect(await store.reserve(asked)).toEqual(first);
    expect(await store.reserve({ ...asked, amountsWei: asked.amountsWei.toReversed() })).toEqual(first);
    expect(await store.listOpenReservations(asked.account, noonMs)).toHaveLength(1);
  });

  test("a used amount is skipped, and when all are used nothing is reserved", async () => {
    await using store = await open();
    const [taken, free] = [anAmount(), anAmount()];
    await reserved(store, { amountsWei: [taken] });
    expect(await reserved(store, { amountsWei: [taken, free] })).toMatchObject({ amountWei: free });
    const asked = aReservation({ amountsWei: [taken, free] });
    expect(await store.reserve(asked)).toEqual({ outcome: "amounts taken" });
    expect(await store.readReservation(asked.id)).toBeUndefined();
    expect(await store.reserve({ ...asked, amountsWei: [] })).toEqual({ outcome: "amounts taken" });
  });

  test("an amount written with leading zeros is the same amount", async () => {
    await using store = await open();
    const { amountWei } = await reserved(store);
    expect(await store.reserve(aReservation({ amountsWei: [`00${amountWei}`] }))).toEqual({
      outcome: "amounts taken",
    });
  });

  test("an expired amount is blocked for a while before it is free", async () => {
    await using store = await open();
    const { amountWei, expiresAtMs } = await reserved(store);
    const asked = aReservation({ amountsWei: [amountWei], restMs: 5_000, expiresAtMs: noonMs + 9 * dayMs });
    for (const nowMs of [expiresAtMs - 1, expiresAtMs, expiresAtMs + 4_999]) {
      expect(await store.reserve({ ...asked, nowMs })).toEqual({ outcome: "amounts taken" });
    }
    expect(await store.reserve({ ...asked, nowMs: expiresAtMs + 5_000 })).toMatchObject({
      outcome: "reserved",
    });
  });

  test("an amount that was paid is not free any sooner", async () => {
    await using store = await open();
    const { amountWei, expiresAtMs } = await reserved(store);
    await store.creditDeposit(aDeposit({ amountWei }), terms);
    const asked = aReservation({ amountsWei: [amountWei], restMs: 5_000, expiresAtMs: noonMs + 9 * dayMs });
    expect(await store.reserve(asked)).toEqual({ outcome: "amounts taken" });
    expect(await store.reserve({ ...asked, nowMs: expiresAtMs + 5_000 })).toMatchObject({
      outcome: "reserved",
    });
  });

  test("an account cannot exceed its open reservations; expired and settled ones are not open", async () => {
    await using store = await open();
    const account = await aKey(store);
    const first = await reserved(store, { account, maxOpen: 2 });
    await reserved(store, { account, maxOpen: 2, expiresAtMs: noonMs + 1_000 });
    const asked = aReservation({ account, maxOpen: 2 });
    expect(await store.reserve(asked)).toEqual({ outcome: "too many" });
    expect(await store.reserve({ ...asked, nowMs: noonMs + 999 })).toEqual({ outcome: "too many" });
    expect(await store.reserve({ ...asked, account: aName() })).toMatchObject({ outcome: "reserved" });
    const third = await reserved(store, { account, maxOpen: 2, nowMs: noonMs + 1_000 });
    expect(await store.reserve(aReservation({ account, maxOpen: 2, nowMs: noonMs + 1_000 }))).toEqual({
      outcome: "too many",
    });
    await store.creditDeposit(aDeposit({ amountWei: first.amountWei }), terms);
    const fourth = await reserved(store, { account, maxOpen: 2, nowMs: noonMs + 1_000 });
    const open_ = await store.listOpenReservations(account, noonMs + 1_000);
    expect(new Set(open_.map(({ id }) => id))).toEqual(new Set([third.id, fourth.id]));
  });

  test("open reservations are listed by expiry", async () => {
    await using store = await open();
    const account = await aKey(store);
    const made = [];
    for (const lifeMs of [3_000, 1_000, 2_000]) {
      made.push(await reserved(store, { account, expiresAtMs: noonMs + lifeMs }));
    }
    const [last, first, second] = made;
    expect(await store.listOpenReservations(account, noonMs)).toEqual([first, second, last]);
    expect(await store.listOpenReservations(account, noonMs + 1_999)).toEqual([second, last]);
    expect(await store.listOpenReservations(account, noonMs + 2_000)).toEqual([last]);
    expect(await store.listOpenReservations(aName(), noonMs)).toEqual([]);
  });

  test("amounts beyond the range of a double stay separate", async () => {
    await using store = await open();
    const amounts = [2n ** 128n, 2n ** 128n + 1n, 2n ** 53n, 2n ** 53n + 1n].map(String);
    for (const amountWei of amounts) {
      expect(await reserved(store, { amountsWei: [amountWei] })).toMatchObject({ amountWei });
    }
  });

  test("a reservation that expired unused is pruned after 90 days, and its amount is free; a paid one stays", async () => {
    await using store = await open("pruned reservations");
    const account = await aKey(store);
    const [unused, paid] = [await reserved(store, { account }), await reserved(store, { account })];
    await store.creditDeposit(aDeposit({ amountWei: paid.amountWei }), terms);
    await store.prune(unused.expiresAtMs + 90 * dayMs);
    expect(await store.readReservation(unused.id)).toEqual(unused);
    await store.prune(unused.expiresAtMs + 90 * dayMs + 1);
    expect(await store.readReservation(unused.id)).toBeUndefined();
    expect(await store.listOpenReservations(account, noonMs)).toEqual([]);
    expect(await store.readReservation(paid.id)).toMatchObject({ deposit: { state: "credited" } });
    expect(await reserved(store, { amountsWei: [unused.amountWei] })).toMatchObject({
      account: expect.any(String),
    });
    expect(await store.reserve(aReservation({ amountsWei: [paid.amountWei] }))).toEqual({
      outcome: "amounts taken",
    });
  });

  test.for(["-1", "1.5", "0x10", "", "1e3"])("%o is not an amount", async (amountWei) => {
    await using store = await open();
    const asked = aReservation({ amountsWei: [amountWei] });
    await expect(store.reserve(asked)).rejects.toBeInstanceOf(RangeError);
    expect(await store.readReservation(asked.id)).toBeUndefined();
  });
}
