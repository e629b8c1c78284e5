import { describe, expect, test } from "vitest";
import { returningOwnerTtlMs } from "../../../../parts/store/store.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { aName, noonMs, type Open } from "../builders.ts";
import { testIdentifiers } from "./identifiers.ts";
import { testTransfers } from "./transfers.ts";
import { aClaim, another, left, minuteMs, paidAt, receipt, settledPayment } from "../payment-builders.ts";

const claimed = { outcome: "claimed" };
const underWay = { outcome: "under way" };
const dayMs = 86_400_000;
const conflict = { outcome: "conflict" };

export function testPayments(open: Open): void {
  test("a payment goes from claimed through worked to settled, and each step can be sent twice", async () => {
    await using store = await open();
    const claim = aClaim({ terms: '{"amount":"1"}' });
    const { id, hold, signature, request, terms } = claim;
    const record = { signature, request, terms, claimedAtMs: noonMs };
    expect(await store.findPayment(id)).toBeUndefined();
    for (const _ of [1, 2]) {
      expect(await store.claimPayment(claim)).toEqual(claimed);
      expect(await store.findPayment(id)).toEqual({
        ...record,
        state: "claimed",
        answer: null,
        receipt: null,
      });
    }
    for (const _ of [1, 2]) {
      expect(await store.keepWork(id, hold, { answer: "ä" })).toBe("kept");
      expect(await store.findPayment(id)).toEqual({ ...record, state: "worked", answer: "ä", receipt: null });
    }
    for (const text of [receipt, "another"]) {
      expect(await store.settlePayment(id, { ...paidAt(noonMs), receipt: text })).toBe("settled");
      expect(await store.findPayment(id)).toEqual({ ...record, state: "settled", answer: "ä", receipt });
    }
    expect(await store.claimPayment(claim)).toMatchObject({
      outcome: "settled",
      record: { answer: "ä", receipt },
    });
    expect(await store.keepWork(id, hold, { answer: "other" })).toBe("gone");
  });

  describe("a claim", () => {
    test("waits for a held payment, and is a permanent conflict for another request or signature", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      expect(await store.claimPayment(another(claim))).toEqual(underWay);
      for (const other of [{ request: aName() }, { signature: aName() }])
        expect(await store.claimPayment(another(claim, other))).toEqual(conflict);
      await store.keepWork(claim.id, claim.hold, { answer: "answer" });
      expect(await store.claimPayment(another(claim))).toEqual(underWay);
      await store.settlePayment(claim.id, paidAt(noonMs));
      expect(await store.claimPayment(another(claim, { request: aName() }))).toEqual(conflict);
      expect(await store.claimPayment(another(claim))).toMatchObject({ outcome: "settled" });
    });

    test("is deleted when it is released, so that the payment is valid for another request", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      await store.letGoPayment(claim.id, aName(), left());
      expect(await store.claimPayment(another(claim))).toEqual(underWay);
      for (const _ of [1, 2]) await store.letGoPayment(claim.id, claim.hold, left());
      expect(await store.findPayment(claim.id)).toBeUndefined();
      expect(await store.claimPayment(another(claim, { request: aName() }))).toEqual(claimed);
      expect(await store.keepWork(claim.id, claim.hold, { answer: "late" })).toBe("gone");
    });

    test("no longer counts when its hold expired, and a payment worked for under it may be settled", async () => {
      const clock = manualClock(noonMs);
      await using store = await open(undefined, clock);
      const [bare, worked] = [aClaim(), aClaim()];
      await store.claimPayment(bare);
      await store.claimPayment(worked);
      await store.keepWork(worked.id, worked.hold, { answer: "answer" });
      await clock.advance(bare.holdMs - 1);
      // However late it is by the caller's clock.
      const late = { atMs: bare.atMs + dayMs };
      expect(await store.claimPayment(another(bare, late))).toEqual(underWay);
      expect(await store.claimPayment(another(worked, late))).toEqual(underWay);
      await clock.advance(1);
      // However early it is by the caller's clock.
      const early = { atMs: bare.atMs - dayMs };
      expect(await store.claimPayment(another(bare, early))).toEqual(claimed);
      expect(await store.keepWork(bare.id, bare.hold, { answer: "late" })).toBe("gone");
      const taking = another(worked, early);
      for (const _ of [1, 2])
        expect(await store.claimPayment(taking)).toMatchObject({ outcome: "worked", isUncertain: true });
    });

    test("succeeds for one of a hundred at once", async () => {
      await using one = await open();
      await using other = await open();
      const claim = aClaim();
      const claims = Array.from({ length: 100 }, () => another(claim));
      const outcomes = await Promise.all(claims.map((each, n) => (n % 2 ? one : other).claimPayment(each)));
      expect(outcomes.filter(({ outcome }) => outcome === "claimed")).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === "under way")).toHaveLength(99);
    });
  });

  describe("a payment that was worked for and released", () => {
    test("is given to the next who claims it, with the known state of its settlement", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      await store.keepWork(claim.id, claim.hold, { answer: "answer" });
      await store.letGoPayment(claim.id, claim.hold, left(false));
      const second = another(claim);
      for (const _ of [1, 2])
        expect(await store.claimPayment(second)).toMatchObject({
          outcome: "worked",
          isUncertain: false,
          record: { state: "worked", answer: "answer", claimedAtMs: noonMs },
        });
      expect(await store.claimPayment(another(claim))).toEqual(underWay);
      await store.letGoPayment(claim.id, second.hold, left(true));
      const third = another(claim);
      expect(await store.claimPayment(third)).toMatchObject({ outcome: "worked", isUncertain: true });
      await store.letGoPayment(claim.id, third.hold, left(false));
      expect(await store.claimPayment(another(claim))).toMatchObject({ isUncertain: true });
    });

    test("may have an answer too long to be kept", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      expect(await store.keepWork(claim.id, claim.hold, { answer: null })).toBe("kept");
      await store.letGoPayment(claim.id, claim.hold, left());
      expect(await store.claimPayment(another(claim))).toMatchObject({
        record: { state: "worked", answer: null },
      });
    });

    test("blocks new claims of a payer who leaves too many unpaid, until some are paid or time has passed", async () => {
      await using store = await open();
      const payer = aName();
      const unpaid = [aClaim({ payer }), aClaim({ payer }), aClaim({ payer })];
      for (const claim of unpaid) {
        expect(await store.claimPayment(claim)).toEqual(claimed);
        await store.keepWork(claim.id, claim.hold, { answer: "answer" });
        await store.letGoPayment(claim.id, claim.hold, left());
      }
      expect(await store.claimPayment(aClaim({ payer }))).toEqual({ outcome: "too many unpaid" });
      expect(await store.claimPayment(aClaim())).toEqual(claimed);
      expect(await store.claimPayment(aClaim({ payer, unpaidSinceMs: noonMs }))).toEqual(claimed);
      const paying = another(unpaid[0]!);
      expect(await store.claimPayment(paying)).toMatchObject({ outcome: "worked" });
      await store.settlePayment(paying.id, paidAt(noonMs));
      expect(await store.claimPayment(aClaim({ payer }))).toEqual(claimed);
    });

    test("does not count as bad for its payer while its settlement is unknown", async () => {
      await using store = await open();
      const payer = aName();
      const leave = async (isUncertain: boolean): Promise<void> => {
        const claim = aClaim({ payer, maxUnpaid: 100 });
        await store.claimPayment(claim);
        await store.keepWork(claim.id, claim.hold, { answer: "answer" });
        await store.letGoPayment(claim.id, claim.hold, left(isUncertain));
      };
      const next = async () => (await store.claimPayment(aClaim({ payer, maxUnpaid: 3 }))).outcome;
      await leave(true);
      await leave(false);
      await leave(false);
      expect(await next()).toBe("too many uncertain");
      await leave(false);
      expect(await next()).toBe("too many unpaid");
    });
  });

  describe("another payment of the same payer for the same request", () => {
    const sameQuestion = ({ payer, request }: { payer: string; request: string }) => ({ payer, request });

    test("is answered from a settled one for as long as that may be repeated, and is not claimed", async () => {
      await using store = await open();
      const first = await settledPayment(store);
      const second = aClaim({ ...sameQuestion(first), atMs: noonMs + 10 * minuteMs - 1 });
      expect(await store.claimPayment(second)).toMatchObject({
        outcome: "settled",
        record: { signature: first.signature, answer: "answer", receipt },
      });
      expect(await store.findPayment(second.id)).toBeUndefined();
      const atMs = noonMs + 10 * minuteMs;
      expect(await store.claimPayment({ ...second, atMs })).toEqual(claimed);
    });

    test("is not answered from one for a single signature, nor from another payer's or request's", async () => {
      await using store = await open();
      const alone = await settledPayment(store, aClaim(), null);
      expect(await store.claimPayment(aClaim(sameQuestion(alone)))).toEqual(claimed);
      const first = await settledPayment(store);
      expect(await store.claimPayment(aClaim({ payer: first.payer }))).toEqual(claimed);
      expect(await store.claimPayment(aClaim({ request: first.request }))).toEqual(claimed);
    });

    test("waits while another is held, and continues when that is released", async () => {
      await using store = await open();
      const first = aClaim();
      const second = aClaim(sameQuestion(first));
      await store.claimPayment(first);
      expect(await store.claimPayment(second)).toEqual(underWay);
      expect(await store.findPayment(second.id)).toBeUndefined();
      await store.keepWork(first.id, first.hold, { answer: "answer" });
      expect(await store.claimPayment(second)).toEqual(underWay);
      await store.letGoPayment(first.id, first.hold, left());
      expect(await store.claimPayment(second)).toEqual(claimed);
    });
  });

  describe("a dead owner", () => {
    test("loses its holds: a payment only claimed is deleted, one worked for may be settled", async () => {
      await using store = await open();
      const owner = aName();
      const [bare, worked, foreign] = [aClaim({ owner }), aClaim({ owner }), aClaim()];
      for (const claim of [bare, worked, foreign]) await store.claimPayment(claim);
      await store.keepWork(worked.id, worked.hold, { answer: "answer" });
      const settled = await settledPayment(store, aClaim({ owner }));
      expect(await store.releasePaymentsOf(owner)).toBe(2);
      expect(await store.releasePaymentsOf(owner)).toBe(0);
      expect(await store.findPayment(bare.id)).toBeUndefined();
      expect(await store.findPayment(settled.id)).toMatchObject({ state: "settled" });
      expect(await store.claimPayment(another(foreign))).toEqual(underWay);
      expect(await store.claimPayment(another(worked))).toMatchObject({
        outcome: "worked",
        isUncertain: true,
        record: { answer: "answer" },
      });
    });

    test("counts as dead only when it is silent, if nothing else is known", async () => {
      const clock = manualClock(noonMs);
      await using store = await open(undefined, clock);
      const claim = aClaim();
      await store.claimPayment(claim);
      await store.heartbeat(claim.owner, 5_000);
      await clock.advance(4_999);
      expect(await store.releasePaymentsOf(claim.owner, "if silent")).toBe(0);
      expect(await store.claimPayment(another(claim))).toEqual(underWay);
      await clock.advance(1);
      expect(await store.releasePaymentsOf(claim.owner, "if silent")).toBe(1);
      expect(await store.findPayment(claim.id)).toBeUndefined();
    });

    test("can still record that a payment was made, and then nobody has to settle it", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      await store.keepWork(claim.id, claim.hold, { answer: "answer" });
      await store.releasePaymentsOf(claim.owner);
      expect(await store.settlePayment(claim.id, paidAt(noonMs))).toBe("settled");
      expect(await store.claimPayment(another(claim))).toMatchObject({
        outcome: "settled",
        record: { receipt },
      });
    });

    test("is listed by its claim, so that someone detects its death", async () => {
      await using store = await open();
      const claim = aClaim();
      await store.claimPayment(claim);
      const listed = (await store.readOwners()).find(({ owner }) => owner === claim.owner);
      expect(listed?.isSilent).toBe(false);
    });

    test("before its first heartbeat loses what it had resumed, because that listed it", async () => {
      const clock = manualClock(noonMs);
      await using store = await open(undefined, clock);
      const claim = aClaim();
      await store.claimPayment(claim);
      await store.keepWork(claim.id, claim.hold, { answer: "answer" });
      await store.letGoPayment(claim.id, claim.hold, left());
      const again = another(claim);
      expect(await store.claimPayment(again)).toMatchObject({ outcome: "worked" });
      const read = async () => (await store.readOwners()).find(({ owner }) => owner === again.owner);
      expect(await read()).toEqual({ owner: again.owner, isSilent: false });
      await clock.advance(returningOwnerTtlMs);
      expect(await read()).toEqual({ owner: again.owner, isSilent: true });
      expect(await store.releasePaymentsOf(again.owner, "if silent")).toBe(1);
      expect(await store.claimPayment(another(claim))).toMatchObject({
        outcome: "worked",
        isUncertain: true,
      });
    });
  });

  test("the paid work of a payer is found by the request, the newest of several", async () => {
    await using store = await open();
    const first = await settledPayment(store, aClaim(), null);
    const { payer, request } = first;
    expect(await store.findPaid(payer, request)).toMatchObject({
      state: "settled",
      receipt,
      answer: "answer",
    });
    expect(await store.findPaid(payer, aName())).toBeUndefined();
    expect(await store.findPaid(aName(), request)).toBeUndefined();
    const second = aClaim({ payer, request });
    await store.claimPayment(second);
    await store.keepWork(second.id, second.hold, { answer: "newer" });
    expect(await store.findPaid(payer, request)).toMatchObject({ answer: "answer" });
    await store.settlePayment(second.id, paidAt(noonMs + minuteMs));
    expect(await store.findPaid(payer, request)).toMatchObject({ answer: "newer" });
  });

  test("a payer counts as served permanently, and so does anyone recorded as served", async () => {
    await using store = await open();
    const [noted, stranger] = [aName(), aName()];
    const { payer } = await settledPayment(store);
    const unpaid = aClaim();
    await store.claimPayment(unpaid);
    for (const _ of [1, 2]) await store.addServed(noted);
    const found = await store.findServed([payer, noted, stranger, unpaid.payer]);
    expect(found.toSorted()).toEqual([payer, noted].toSorted());
    expect(await store.findServed([])).toEqual([]);
    await store.prune(noonMs + 100 * dayMs);
    expect(await store.findServed([payer])).toEqual([payer]);
  });

  test("a payment without work cannot be settled", async () => {
    await using store = await open();
    const claim = aClaim();
    expect(await store.settlePayment(claim.id, paidAt(noonMs))).toBe("gone");
    await store.claimPayment(claim);
    expect(await store.settlePayment(claim.id, paidAt(noonMs))).toBe("gone");
    expect(await store.findPayment(claim.id)).toMatchObject({ state: "claimed", receipt: null });
  });

  test("pruning leaves a payment for as long as it matters", async () => {
    await using store = await open();
    const claim = await settledPayment(store);
    await store.prune(claim.keepUntilMs - 1);
    expect(await store.findPayment(claim.id)).toMatchObject({ state: "settled", receipt });
  });

  testTransfers(open);
  testIdentifiers(open);
}
