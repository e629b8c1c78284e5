import { expect, test } from "vitest";
import { noonMs, type Open } from "../builders.ts";
import { aDeposit, aKey, dayMs, reserved, terms } from "../treasury-builders.ts";

const undecided = {
  state: "seen",
  account: null,
  priceWei: null,
  credits: 0,
  reservedCredits: 0,
  reservation: null,
};

/** A chain no other test has, so that forgetting stays within one test. */
const aChain = (): number => 1 + Math.floor(Math.random() * 1e12);

export function testSeeing(open: Open): void {
  test("a deposit that is seen is read as such and changes no balance", async () => {
    await using store = await open();
    const account = await aKey(store);
    const deposit = aDeposit({ fingerprint: account });
    await store.seeDeposit(deposit);
    expect(await store.readDeposit(deposit.reference)).toEqual({ ...deposit, ...undecided });
    expect(await store.findDeposits(deposit.tx)).toEqual([{ ...deposit, ...undecided }]);
    expect(await store.readEntries(account)).toEqual([]);
  });

  test("a deposit that is seen again has its latest position", async () => {
    await using store = await open();
    const chain = aChain();
    const deposit = aDeposit({ chain });
    const moved = { ...deposit, block: 102, blockTimeMs: deposit.blockTimeMs + 10_000, amountWei: "1234567" };
    await store.seeDeposit(deposit);
    await store.seeDeposit(moved);
    expect(await store.readDeposit(deposit.reference)).toEqual({ ...moved, ...undecided });
    await store.forgetSeen(chain, 101);
    expect(await store.readDeposit(deposit.reference)).toMatchObject({ block: 102 });
  });

  test("a deposit that was seen in another block is credited with its final position", async () => {
    await using store = await open();
    const chain = aChain();
    const { account, amountWei, expiresAtMs } = await reserved(store);
    const seen = aDeposit({ chain, amountWei, blockTimeMs: expiresAtMs + 1_000 });
    await store.seeDeposit(seen);
    const told = { ...seen, block: 99, blockTimeMs: expiresAtMs };
    expect(await store.creditDeposit(told, terms)).toMatchObject({ ...told, account, state: "credited" });
    await store.forgetSeen(chain, 1_000);
    expect(await store.readDeposit(seen.reference)).toMatchObject({ ...told, state: "credited" });
  });

  test("a decided deposit stays unchanged when it is seen again", async () => {
    await using store = await open();
    const [credited, unclaimed] = [aDeposit({ fingerprint: await aKey(store) }), aDeposit()];
    for (const deposit of [credited, unclaimed]) {
      const { isNew: _, ...record } = await store.creditDeposit(deposit, terms);
      await store.seeDeposit({ ...deposit, block: 101 });
      expect(await store.readDeposit(deposit.reference)).toEqual(record);
      expect(await store.creditDeposit(deposit, terms)).toEqual({ ...record, isNew: false });
    }
  });

  test("forgetting drops only seen deposits of this chain, up to this block", async () => {
    await using store = await open();
    const chain = aChain();
    const deep = aDeposit({ chain, block: 10 });
    const young = aDeposit({ chain, block: 11 });
    const elsewhere = aDeposit({ chain: aChain(), block: 10 });
    const decided = aDeposit({ chain, block: 10 });
    for (const deposit of [deep, young, elsewhere]) await store.seeDeposit(deposit);
    await store.creditDeposit(decided, terms);
    await store.forgetSeen(chain, 10);
    expect(await store.readDeposit(deep.reference)).toBeUndefined();
    expect(await store.findDeposits(deep.tx)).toEqual([]);
    for (const { reference } of [young, elsewhere, decided]) {
      expect(await store.readDeposit(reference)).toMatchObject({ reference });
    }
    await store.forgetSeen(chain, 10);
    await store.creditDeposit(deep, terms);
    expect(await store.readDeposit(deep.reference)).toMatchObject({ state: "unclaimed" });
  });

  test("deposits seen in blocks that are gone are deleted, and those below or above are not", async () => {
    await using store = await open();
    const chain = aChain();
    const seen = [10, 11, 12, 13].map((block) => aDeposit({ chain, block }));
    for (const deposit of seen) await store.seeDeposit(deposit);
    await store.forgetSeen(chain, 12, 11);
    const left = await Promise.all(seen.map(async ({ reference }) => store.readDeposit(reference)));
    expect(left.map((deposit) => deposit?.block)).toEqual([10, undefined, undefined, 13]);
  });

  test("a reservation shows the earliest deposit seen that would settle it", async () => {
    await using store = await open();
    const chain = aChain();
    const { id, account, amountWei, expiresAtMs } = await reserved(store);
    const shown = async () => (await store.readReservation(id))!.deposit;
    const at = (blockTimeMs: number, block: number) => aDeposit({ chain, amountWei, blockTimeMs, block });
    const [late, early] = [at(noonMs + 9_000, 3), at(noonMs + 5_000, 2)];
    await store.seeDeposit({ ...at(noonMs - 1_000, 1) });
    await store.seeDeposit({ ...at(expiresAtMs + 1, 1) });
    await store.seeDeposit({ ...at(noonMs, 1), fingerprint: await aKey(store) });
    expect(await shown()).toBeNull();
    await store.seeDeposit(late);
    expect(await shown()).toEqual({ ...late, ...undecided });
    await store.seeDeposit(early);
    expect(await shown()).toEqual({ ...early, ...undecided });
    expect(await store.listOpenReservations(account, noonMs)).toMatchObject([{ id, deposit: early }]);
    await store.forgetSeen(chain, 2);
    expect(await shown()).toMatchObject({ reference: late.reference });
    const named = { ...at(noonMs + 1_000, 4), fingerprint: account };
    await store.seeDeposit(named);
    expect(await shown()).toMatchObject({ reference: named.reference });
    await store.creditDeposit(late, terms);
    expect(await shown()).toMatchObject({ reference: late.reference, state: "credited" });
  });

  test("a deposit is shown by that of two successive reservations of its amount whose period includes the block", async () => {
    await using store = await open();
    const first = await reserved(store);
    const { amountWei } = first;
    const nowMs = noonMs + 2 * dayMs;
    const second = await reserved(store, { amountsWei: [amountWei], nowMs, expiresAtMs: nowMs + dayMs });
    await store.seeDeposit(aDeposit({ amountWei, blockTimeMs: nowMs + 1_000 }));
    expect(await store.readReservation(first.id)).toMatchObject({ deposit: null });
    expect(await store.readReservation(second.id)).toMatchObject({ deposit: { state: "seen" } });
  });

  test("a reservation whose deposit is seen and then credited is never shown without it", async () => {
    await using one = await open();
    await using other = await open();
    for (let round = 0; round < 40; round += 1) {
      const { id, amountWei } = await reserved(one);
      const deposit = aDeposit({ amountWei });
      await one.seeDeposit(deposit);
      const crediting = one.creditDeposit(deposit, terms);
      for (let state; state !== "credited";) {
        state = (await other.readReservation(id))!.deposit?.state;
        expect(state).toBeOneOf(["seen", "credited"]);
      }
      await crediting;
    }
  });
}
