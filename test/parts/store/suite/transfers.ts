import { describe, expect, test } from "vitest";
import type { Transfer } from "../../../../parts/store/payments.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { noonMs, type Open } from "../builders.ts";
import { aClaim, aTransfer, another, paidAt } from "../payment-builders.ts";

/** A payment that was worked for, and is to be settled. */
async function workedPayment(store: Store, claim = aClaim()) {
  await store.claimPayment(claim);
  await store.keepWork(claim.id, claim.hold, { answer: "answer" });
  return claim;
}

const paidBy = (transfer: Transfer) => ({ ...paidAt(noonMs), transfer });

export function testTransfers(open: Open): void {
  const settle = async (store: Store, transfer: Transfer) =>
    store.settlePayment((await workedPayment(store)).id, paidBy(transfer));

  describe("a transfer on chain", () => {
    test("settles one payment, which can be repeated, and no other", async () => {
      await using store = await open();
      const transfer = aTransfer();
      const [first, second] = [await workedPayment(store), await workedPayment(store)];
      for (const _ of [1, 2]) expect(await store.settlePayment(first.id, paidBy(transfer))).toBe("settled");
      for (const _ of [1, 2]) expect(await store.settlePayment(second.id, paidBy(transfer))).toBe("taken");
      expect(await store.findPayment(second.id)).toMatchObject({ state: "worked", receipt: null });
      expect(await store.claimPayment(another(second))).toEqual({ outcome: "under way" });
      expect(await store.settlePayment(second.id, paidBy(aTransfer()))).toBe("settled");
    });

    test("is one log of one transaction of one chain: its other logs settle other payments", async () => {
      await using store = await open();
      const transfer = aTransfer({ log: 1 });
      for (const other of [{}, { log: 0 }, { log: 11 }, { chain: "eip155:1" }]) {
        expect(await settle(store, { ...transfer, ...other })).toBe("settled");
        expect(await settle(store, { ...transfer, ...other })).toBe("taken");
      }
    });

    test("with an unknown log takes its transaction, unless that has settled something", async () => {
      await using store = await open();
      const unknown = aTransfer({ log: null });
      expect(await settle(store, unknown)).toBe("settled");
      expect(await settle(store, unknown)).toBe("taken");
      expect(await settle(store, { ...unknown, log: 2 })).toBe("settled");
      const known = aTransfer({ log: 0 });
      expect(await settle(store, known)).toBe("settled");
      expect(await settle(store, { ...known, log: null })).toBe("taken");
    });

    test("settles no unknown or unworked payment, and is then free", async () => {
      await using store = await open();
      const transfer = aTransfer();
      const bare = aClaim();
      expect(await store.settlePayment(bare.id, paidBy(transfer))).toBe("gone");
      await store.claimPayment(bare);
      expect(await store.settlePayment(bare.id, paidBy(transfer))).toBe("gone");
      expect(await settle(store, transfer)).toBe("settled");
    });

    test("settles one of many payments at once", async () => {
      await using one = await open();
      await using other = await open();
      const transfer = aTransfer();
      const claims = await Promise.all(Array.from({ length: 40 }, async () => workedPayment(one)));
      const outcomes = await Promise.all(
        claims.map(({ id }, n) => (n % 2 ? one : other).settlePayment(id, paidBy(transfer))),
      );
      expect(outcomes.filter((outcome) => outcome === "settled")).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(39);
    });
  });
}
