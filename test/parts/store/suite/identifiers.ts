import { describe, expect, test } from "vitest";
import type { PaymentClaim } from "../../../../parts/store/payments.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { aName, noonMs, type Open } from "../builders.ts";
import { aClaim, another, left, minuteMs, paidAt, receipt, settledPayment } from "../payment-builders.ts";

const claimed = { outcome: "claimed" };
const underWay = { outcome: "under way" };
const conflict = { outcome: "conflict" };

/** A payment under an identifier of its own. */
const named = (with_: Partial<PaymentClaim> = {}): PaymentClaim =>
  aClaim({ identifier: aName(), sent: `sent ${aName()}`, ...with_ });

/** Another payment of the same payer under the same identifier. */
const renamed = ({ payer, request, identifier }: PaymentClaim, with_: Partial<PaymentClaim> = {}) =>
  named({ payer, request, identifier, ...with_ });

const later = { atMs: noonMs + 60 * minuteMs };

/** A named purchase happens once, whatever is signed for it. */
export function testIdentifiers(open: Open): void {
  describe("another payment under the same identifier", () => {
    test("is answered from the settled one for as long as that is kept", async () => {
      await using store = await open();
      const first = await settledPayment(store, named(), null);
      const second = renamed(first, later);
      for (const mayBegin of [true, false])
        expect(await store.claimPayment({ ...second, mayBegin })).toMatchObject({
          outcome: "settled",
          record: { signature: first.signature, answer: "answer", receipt },
        });
      expect(await store.findPayment(second.id)).toBeUndefined();
    });

    test("is a conflict for another request, and unrelated for another payer or identifier", async () => {
      await using store = await open();
      const first = await settledPayment(store, named(), null);
      expect(await store.claimPayment(renamed(first, { request: aName() }))).toEqual(conflict);
      expect(await store.claimPayment(renamed(first, { payer: aName() }))).toEqual(claimed);
      expect(await store.claimPayment(renamed(first, { identifier: aName(), request: aName() }))).toEqual(
        claimed,
      );
      expect(await store.claimPayment(renamed(first, { identifier: null }))).toEqual(claimed);
    });

    test("waits while the first is held, for another request too", async () => {
      await using store = await open();
      const first = named();
      await store.claimPayment(first);
      expect(await store.claimPayment(renamed(first))).toEqual(underWay);
      expect(await store.claimPayment(renamed(first, { request: aName() }))).toEqual(conflict);
      await store.letGoPayment(first.id, first.hold, left());
      expect(await store.claimPayment(renamed(first, { request: aName() }))).toEqual(claimed);
    });

    test("gets the one that may be settled, until the chain shows that it never will be", async () => {
      await using store = await open();
      const first = named();
      await store.claimPayment(first);
      await store.keepWork(first.id, first.hold, { answer: "answer" });
      await store.releasePaymentsOf(first.owner);
      const second = renamed(first);
      for (const dead of [[], [aName()]])
        expect(await store.claimPayment({ ...second, dead })).toEqual({
          outcome: "unresolved",
          sent: first.sent,
        });
      expect(await store.findPayment(second.id)).toBeUndefined();
      expect(await store.claimPayment({ ...second, dead: [aName(), first.id] })).toEqual(claimed);
      await store.keepWork(second.id, second.hold, { answer: "answer" });
      await store.settlePayment(second.id, paidAt(noonMs));
      // The first may be sent again, with or without its identifier: it is not settled beside the second.
      for (const identifier of [first.identifier, null])
        expect(await store.claimPayment(another(first, { identifier }))).toMatchObject({
          outcome: "settled",
          record: { signature: second.signature },
        });
    });

    test("takes over when the first certainly stayed unpaid", async () => {
      await using store = await open();
      const first = named();
      await store.claimPayment(first);
      await store.keepWork(first.id, first.hold, { answer: "answer" });
      await store.letGoPayment(first.id, first.hold, left(false));
      expect(await store.claimPayment(renamed(first))).toEqual(claimed);
      expect(await store.claimPayment(another(first))).toEqual(underWay);
    });

    test("takes over a claim whose hold expired, and its holder can no longer work for it", async () => {
      const clock = manualClock(noonMs);
      await using store = await open(undefined, clock);
      const first = named();
      await store.claimPayment(first);
      await clock.advance(first.holdMs);
      expect(await store.claimPayment(renamed(first))).toEqual(claimed);
      expect(await store.keepWork(first.id, first.hold, { answer: "late" })).toBe("gone");
    });

    test("is claimed once by a hundred at once", async () => {
      await using one = await open();
      await using other = await open();
      const first = named();
      const claims = Array.from({ length: 100 }, () => renamed(first));
      const outcomes = await Promise.all(claims.map((each, n) => (n % 2 ? one : other).claimPayment(each)));
      expect(outcomes.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === "under way")).toHaveLength(99);
    });
  });

  test("a payment that stayed unpaid without an identifier is found by the identifier of a later one", async () => {
    await using store = await open();
    const first = aClaim();
    await store.claimPayment(first);
    await store.keepWork(first.id, first.hold, { answer: "answer" });
    await store.letGoPayment(first.id, first.hold, left());
    const again = another(first, { identifier: aName(), sent: "sent" });
    expect(await store.claimPayment(again)).toMatchObject({ outcome: "worked" });
    await store.settlePayment(again.id, { ...paidAt(noonMs), repeatUntilMs: null });
    expect(await store.claimPayment(renamed(again, later))).toMatchObject({ outcome: "settled" });
  });

  test("two payments that may be settled are each checked by themselves", async () => {
    await using store = await open();
    const first = named();
    const second = renamed(first, { dead: [first.id] });
    for (const claim of [first, second]) {
      expect(await store.claimPayment(claim)).toEqual(claimed);
      await store.keepWork(claim.id, claim.hold, { answer: "answer" });
      await store.letGoPayment(claim.id, claim.hold, left(true));
    }
    const taking = another(first, { dead: [] });
    expect(await store.claimPayment(taking)).toMatchObject({ outcome: "worked", isUncertain: true });
  });

  test("an unknown payment is not started when only known ones are requested", async () => {
    await using store = await open();
    const claim = named({ mayBegin: false });
    expect(await store.claimPayment(claim)).toEqual({ outcome: "unknown" });
    expect(await store.findPayment(claim.id)).toBeUndefined();
  });
}
