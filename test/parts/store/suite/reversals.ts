import { expect, test } from "vitest";
import { proveLedger } from "../../../../scripts/ledger/prove.ts";
import type { Store } from "../../../../parts/store/store.ts";
import { aName, noonMs, sumOfEntries, today, type Open } from "../builders.ts";
import { aKey } from "../treasury-builders.ts";

const sold = { credits: 100, amountCents: 200 };

/** A key that has bought a hundred credits by card and spent some of them. */
async function aBuyer(store: Store, { spent = 0 } = {}) {
  const account = await aKey(store);
  const session = `cs_${aName()}`;
  await store.grant({ account, delta: 100, reason: "card", reference: session, atMs: noonMs });
  if (spent > 0) {
    const call = { id: aName(), owner: aName(), account, digest: aName(), atMs: noonMs, day: today };
    await store.beginCall({ ...call, allowance: 0, credits: spent });
    await store.keepCall(call.id, undefined);
  }
  const about = (reference: string) => ({ reference, account, session, atMs: noonMs });
  return {
    account,
    takeBack: async (reference: string, cents: number) => store.reverse({ ...about(reference), cents, sold }),
    undo: async (reference: string) => store.returnReversal(about(reference)),
    holds: async () => {
      const { credits, owed, reversed } = await store.readStatement(account);
      expect(await sumOfEntries(store, account)).toBe(credits);
      return { credits, owed, reversed };
    },
  };
}

export function testReversals(open: Open): void {
  test("a refund takes back its share of the credits, once", async () => {
    await using store = await open();
    const { account, takeBack, holds } = await aBuyer(store);
    const refund = `re_${aName()}`;
    expect(await takeBack(refund, 50)).toBe("reversed");
    for (let n = 0; n < 3; n += 1) expect(await takeBack(refund, 50)).toBe("settled");
    expect(await holds()).toEqual({ credits: 75, owed: 0, reversed: 25 });
    expect((await store.readEntries(account)).at(-1)).toEqual({
      account,
      delta: -25,
      reason: "reversal",
      reference: refund,
      atMs: noonMs,
    });
    expect(await store.findKey(account)).not.toHaveProperty("owed");
  });

  test("several refunds of a checkout add up to all it sold, cent by cent, and to no more", async () => {
    await using store = await open();
    const { takeBack, holds } = await aBuyer(store);
    for (let n = 0; n < 3; n += 1) await takeBack(`re_${aName()}`, 1);
    expect(await holds()).toEqual({ credits: 99, owed: 0, reversed: 1 });
    await takeBack(`re_${aName()}`, 197);
    expect(await holds()).toEqual({ credits: 0, owed: 0, reversed: 100 });
    await takeBack(`re_${aName()}`, 200);
    expect(await holds()).toEqual({ credits: 0, owed: 0, reversed: 100 });
  });

  test("refunds of one checkout do not affect the credits of another", async () => {
    await using store = await open();
    const { account, takeBack, holds } = await aBuyer(store);
    const other = `cs_${aName()}`;
    await store.grant({ account, delta: 100, reason: "card", reference: other, atMs: noonMs });
    await takeBack(`re_${aName()}`, 200);
    await takeBack(`re_${aName()}`, 200);
    expect(await holds()).toEqual({ credits: 100, owed: 0, reversed: 100 });
    const reversal = { reference: `re_${aName()}`, account, session: other, atMs: noonMs };
    expect(await store.reverse({ ...reversal, cents: 100, sold })).toBe("reversed");
    expect(await holds()).toEqual({ credits: 50, owed: 0, reversed: 150 });
  });

  test("used credits cannot be taken: the balance ends at zero, and the rest is owed", async () => {
    await using store = await open();
    const { account, takeBack, holds } = await aBuyer(store, { spent: 70 });
    await takeBack(`re_${aName()}`, 200);
    expect(await holds()).toEqual({ credits: 0, owed: 70, reversed: 100 });
    expect(await store.findKey(account)).toMatchObject({ fingerprint: account, owed: 70 });
  });

  test("an account's debt is paid from its later balance, and then it owes nothing", async () => {
    await using store = await open();
    const { account, takeBack, holds } = await aBuyer(store, { spent: 70 });
    await takeBack(`re_${aName()}`, 200);
    expect(await store.collectOwed(account, noonMs)).toBe(70);
    const grant = { account, reason: "grant", atMs: noonMs } as const;
    await store.grant({ ...grant, delta: 30, reference: aName() });
    expect(await store.collectOwed(account, noonMs)).toBe(40);
    expect(await store.collectOwed(account, noonMs)).toBe(40);
    await store.grant({ ...grant, delta: 50, reference: aName() });
    expect(await store.collectOwed(account, noonMs)).toBe(0);
    expect(await holds()).toEqual({ credits: 10, owed: 0, reversed: 100 });
    expect(await store.findKey(account)).not.toHaveProperty("owed");
    expect(await store.collectOwed(aName(), noonMs)).toBe(0);
  });

  test("a dispute that was won gives back what it took, once, first from the debt", async () => {
    await using store = await open();
    const { takeBack, undo, holds } = await aBuyer(store, { spent: 70 });
    const dispute = `du_${aName()}`;
    await takeBack(dispute, 200);
    expect(await undo(dispute)).toBe("returned");
    expect(await undo(dispute)).toBe("settled");
    expect(await takeBack(dispute, 200)).toBe("settled");
    expect(await holds()).toEqual({ credits: 30, owed: 0, reversed: 0 });
  });

  test("a reversal that is undone before it is reported is never taken", async () => {
    await using store = await open();
    const { takeBack, undo, holds } = await aBuyer(store);
    const dispute = `du_${aName()}`;
    expect(await undo(dispute)).toBe("settled");
    expect(await takeBack(dispute, 200)).toBe("settled");
    expect(await holds()).toEqual({ credits: 100, owed: 0, reversed: 0 });
  });

  test("a refund beside a dispute takes no more than was sold, and stands when the dispute is won", async () => {
    await using store = await open();
    const { takeBack, undo, holds } = await aBuyer(store);
    const dispute = `du_${aName()}`;
    await takeBack(`re_${aName()}`, 100);
    await takeBack(dispute, 200);
    expect(await holds()).toEqual({ credits: 0, owed: 0, reversed: 100 });
    await undo(dispute);
    expect(await holds()).toEqual({ credits: 50, owed: 0, reversed: 50 });
  });

  test("concurrent reversals, each sent twice, take the same as one at a time", async () => {
    await using store = await open();
    const { takeBack, undo, holds } = await aBuyer(store, { spent: 40 });
    const refunds = Array.from({ length: 10 }, () => `re_${aName()}`);
    const sent = [...refunds, ...refunds].map(async (refund) => takeBack(refund, 20));
    const outcomes = await Promise.all(sent);
    expect(outcomes.filter((outcome) => outcome === "reversed")).toHaveLength(10);
    expect(await holds()).toEqual({ credits: 0, owed: 40, reversed: 100 });
    await Promise.all([...refunds, ...refunds].slice(0, 15).map(async (refund) => undo(refund)));
    expect(await holds()).toEqual({ credits: 60, owed: 0, reversed: 0 });
  });

  test("the ledger is proven with reversals, and contradicts itself when one is missing", async () => {
    await using store = await open("reversals to prove");
    const { account, takeBack, undo } = await aBuyer(store, { spent: 70 });
    const dispute = `du_${aName()}`;
    await takeBack(`re_${aName()}`, 60);
    await takeBack(dispute, 140);
    await store.collectOwed(account, noonMs);
    await undo(dispute);
    const proof = await proveLedger(store);
    expect(proof.contradictions).toEqual([]);
    const { owed } = await store.readStatement(account);
    expect(proof.owed).toBe(owed);
    const forgetful: Store = {
      ...store,
      readStatement: async (name) => ({ ...(await store.readStatement(name)), reversed: 1 }),
    };
    expect((await proveLedger(forgetful)).contradictions).toEqual([
      expect.stringMatching(/credits reversed, but/),
    ]);
  });
}
