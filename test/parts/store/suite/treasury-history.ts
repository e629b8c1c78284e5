import { expect, test } from "vitest";
import { proveLedger } from "../../../../scripts/ledger/prove.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs, type Open } from "../builders.ts";
import { createPlainTreasury } from "../plain-treasury.ts";
import { randomFrom } from "../random.ts";
import { aDeposit, aKey, aTx } from "../treasury-builders.ts";

type Both = readonly [answer: unknown, expected: unknown];
type Plain = ReturnType<typeof createPlainTreasury>;

/** Few, so that they meet often, and longer than a double can hold. */
const amounts = [0n, 1n, 2n, 1_100_000_000_000_000_000n, 2n ** 64n].map((more) => String(10n ** 18n + more));
const prices = ["1000000000000000001", "999999999999999999", "1700000000000000003"];
const restMs = 3_000;

/** Steps by a seed, so that a failing history can be repeated; each returns the answers of the two treasuries. */
async function* randomHistory(store: Store, plain: Plain, seed: number): AsyncGenerator<Both> {
  const random = randomFrom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const accounts = [aName(), ...(await Promise.all(Array.from({ length: 4 }, () => aKey(store))))];
  for (const account of accounts.slice(1)) plain.addKey(account);
  const txs = Array.from({ length: 100 }, aTx);
  for (let nowMs = noonMs, block = 1; nowMs < noonMs + 90_000; nowMs += below(400), block += below(2)) {
    const blockTimeMs = Math.floor((nowMs - 2_000 + below(4_000)) / 1_000) * 1_000;
    const fingerprint = below(4) ? null : pick(accounts);
    const drawn = aDeposit({ tx: pick(txs), amountWei: pick(amounts), fingerprint, block, blockTimeMs });
    const terms = { priceWei: pick(prices), atMs: nowMs };
    const dice = random();
    if (dice < 0.4) {
      const asked = {
        id: aName(),
        account: pick(accounts),
        credits: 1,
        amountsWei: [pick(amounts), pick(amounts)],
        nowMs,
        expiresAtMs: nowMs + 500 + below(6_000),
        restMs,
        maxOpen: 3,
      };
      yield [await store.reserve(asked), plain.reserve(asked)];
    } else if (dice < 0.55) {
      yield [await store.seeDeposit(drawn), plain.seeDeposit(drawn)];
    } else if (dice < 0.6) {
      yield [await store.forgetSeen(31337, block - 8), plain.forgetSeen(block - 8)];
    } else if (dice < 0.85) {
      yield [await store.creditDeposit(drawn, terms), plain.creditDeposit(drawn, terms)];
    } else if (dice < 0.99) {
      const claim = { ...terms, account: pick(accounts) };
      const { reference } = drawn;
      yield [await store.claimDeposit(reference, claim), plain.claimDeposit(reference, claim)];
    } else {
      const revoked = accounts[1]!;
      yield [await store.revokeKey(revoked, nowMs), plain.revokeKey(revoked)];
    }
    yield await compareOne(store, plain, { accounts, pick });
  }
}

async function compareOne(
  store: Store,
  plain: Plain,
  { accounts, pick }: { accounts: readonly string[]; pick: <Item>(items: readonly Item[]) => Item },
): Promise<Both> {
  const account = pick(accounts);
  const reservations = plain.reservations();
  const reservation = reservations.length === 0 ? undefined : pick(reservations);
  return [
    {
      ...(await store.readStatement(account)),
      reservation: reservation && (await store.readReservation(reservation.id)),
    },
    {
      credits: plain.entriesOf(account).reduce((sum, { delta }) => sum + delta, 0),
      remainderWei: plain.remainderOf(account),
      owed: 0,
      reversed: 0,
      entries: plain.entriesOf(account),
      reservation,
    },
  ];
}

export function testTreasuryHistory(open: Open, seeds: readonly number[]): void {
  test.for(seeds)(
    "a random history has the answers of a treasury without a store (seed %i)",
    async (seed) => {
      await using store = await open(`history ${seed}`);
      const plain = createPlainTreasury();
      for await (const [answer, expected] of randomHistory(store, plain, seed)) {
        expect(answer).toEqual(expected);
      }
      const deposits = plain.deposits().toSorted((a, b) => (a.reference < b.reference ? -1 : 1));
      expect(await store.listDeposits({ limit: 1_000 })).toEqual(deposits);
      // The history must be able to fail: of each kind of decision there are several.
      const settling = deposits.filter(({ reservation }) => reservation !== null);
      const named = deposits.filter(
        ({ account, fingerprint }) => account !== null && account === fingerprint,
      );
      const claimed = deposits.filter(
        (one) => one.account !== null && !named.includes(one) && !settling.includes(one),
      );
      const unclaimed = deposits.filter(({ state }) => state === "unclaimed");
      for (const several of [settling, named, claimed, unclaimed]) expect(several.length).toBeGreaterThan(3);
      for (const reservation of plain.reservations()) {
        expect(await store.readReservation(reservation.id)).toEqual(reservation);
      }
      expect((await proveLedger(store)).contradictions).toEqual([]);
    },
  );
}
