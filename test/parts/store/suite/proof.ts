import { expect, test } from "vitest";
import type { Store } from "../../../../parts/store/store.ts";
import { aCall, aGrant, aName, noonMs, type Open } from "../builders.ts";
import { aCheckout, aDeposit, aKey, terms } from "../treasury-builders.ts";

export function testProof(open: Open): void {
  test("accounts with entries are listed in order, page by page, with their balances", async () => {
    await using store = await open("listed accounts");
    const accounts = Array.from({ length: 5 }, aName).toSorted();
    for (const [n, account] of accounts.toReversed().entries()) await store.grant(aGrant(account, n + 1));
    await store.beginCall(aCall({ account: accounts[0]!, credits: 2 }));
    await store.beginCall(aCall({ account: accounts[0]!, credits: 2 }));
    const listed = accounts.map((account, n) => ({ account, credits: n === 0 ? 1 : 5 - n }));
    expect(await store.listAccounts({ after: accounts[1]!, limit: 9 })).toEqual(listed.slice(2));
    for (const limit of [1, 2, 5, 9]) expect(await walk(store, limit)).toEqual(listed);
  });

  test("an account whose first entry is a deposit that fills no credit is listed", async () => {
    await using store = await open("deposited accounts");
    const account = await aKey(store);
    expect(await store.listAccounts({ limit: 9 })).toEqual([]);
    await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "1" }), terms);
    for (const page of [{ after: "", limit: 9 }, { limit: 9 }]) {
      expect(await store.listAccounts(page)).toEqual([{ account, credits: 0 }]);
    }
    expect(await store.listAccounts({ after: account, limit: 9 })).toEqual([]);
  });

  test("a statement has the balance, the remainder, and every entry", async () => {
    await using store = await open();
    const account = await aKey(store);
    expect(await store.readStatement(account)).toEqual({
      credits: 0,
      remainderWei: "0",
      owed: 0,
      reversed: 0,
      entries: [],
    });
    await store.grant(aGrant(account, 5));
    await store.creditDeposit(aDeposit({ fingerprint: account, amountWei: "2999" }), terms);
    await store.beginCall(aCall({ account, credits: 3 }));
    const entries = await store.readEntries(account);
    expect(entries).toHaveLength(3);
    expect(await store.readStatement(account)).toMatchObject({ credits: 4, remainderWei: "999", entries });
  });

  test("a statement is of one moment, whatever is written meanwhile", async () => {
    await using one = await open();
    await using other = await open();
    const account = await aKey(one);
    await one.grant(aGrant(account, 1_000));
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; n < 200; n += 1) await one.beginCall(aCall({ account, credits: 3 }));
      isWriting = false;
    })();
    let read = 0;
    for (; isWriting || read === 0; read += 1) {
      const { credits, entries } = await other.readStatement(account);
      expect(entries.reduce((sum, { delta }) => sum + delta, 0)).toBe(credits);
    }
    await writing;
    expect(read).toBeGreaterThan(1);
  });

  test("deposits of every state are listed by reference, page by page", async () => {
    await using store = await open("listed deposits");
    const account = await aKey(store);
    const [seen, unclaimed, credited] = [aDeposit(), aDeposit(), aDeposit({ fingerprint: account })];
    await store.seeDeposit(seen);
    await store.creditDeposit(unclaimed, terms);
    await store.creditDeposit(credited, terms);
    const references = [seen, unclaimed, credited].map(({ reference }) => reference).toSorted();
    for (const limit of [1, 2, 3, 9]) {
      const listed: string[] = [];
      for (;;) {
        const after = listed.at(-1);
        const page = await store.listDeposits({ ...(after !== undefined && { after }), limit });
        if (page.length === 0) break;
        for (const deposit of page) {
          expect(deposit).toEqual(await store.readDeposit(deposit.reference));
          listed.push(deposit.reference);
        }
      }
      expect(listed).toEqual(references);
    }
    await store.forgetSeen(31337, seen.block);
    expect(await store.listDeposits({ limit: 9 })).toHaveLength(2);
  });

  test("checkouts are listed by session, page by page", async () => {
    await using store = await open("listed checkouts");
    const checkouts = [aCheckout(), aCheckout(), aCheckout()];
    for (const [n, checkout] of checkouts.entries()) {
      await store.addCheckout({ ...checkout, createdAtMs: noonMs - n });
    }
    const sessions = checkouts.map(({ session }) => session).toSorted();
    const [first, ...rest] = await store.listCheckouts({ limit: 9 });
    expect([first, ...rest].map((checkout) => checkout?.session)).toEqual(sessions);
    expect(await store.listCheckouts({ after: sessions[0]!, limit: 1 })).toEqual(rest.slice(0, 1));
    expect(await store.listCheckouts({ after: sessions[2]!, limit: 1 })).toEqual([]);
  });
}

async function walk(store: Store, limit: number) {
  const found: { account: string; credits: number }[] = [];
  for (;;) {
    const after = found.at(-1)?.account;
    const page = await store.listAccounts({ ...(after !== undefined && { after }), limit });
    if (page.length === 0) return found;
    found.push(...page);
  }
}
