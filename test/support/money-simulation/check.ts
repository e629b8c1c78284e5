import { proveLedger } from "../../../scripts/ledger/prove.ts";
import { walk } from "../../../scripts/ledger/walk.ts";
import { utcDay } from "../../../platform/clock.ts";
import type { LedgerEntry, Store } from "../../../parts/store/store.ts";
import { must } from "./must.ts";
import type { World } from "./world.ts";

/** An account's balance is the sum of its entries and matches the books, and every entry has its cause. */
export async function checkAccount({ books, clock }: World, store: Store, account: string): Promise<void> {
  const { credits, remainderWei, owed, entries } = await store.readStatement(account);
  let sum = 0;
  for (const { delta } of entries) {
    sum += delta;
    must(sum >= 0, `account ${account} once fell to ${sum}`);
  }
  must(sum === credits, `account ${account} holds ${credits}, but its entries add up to ${sum}`);
  must(
    credits === books.balance(account),
    `account ${account} holds ${credits}, not ${books.balance(account)}`,
  );
  const expectedOwed = books.reversals.owedBy(account);
  must(owed === expectedOwed, `account ${account} owes ${owed}, not ${expectedOwed}`);
  must(remainderWei === books.plain.remainderOf(account), `account ${account} has other wei left`);
  const expected = [...books.paymentsOf(account), ...chargesOf(books, account)].toSorted();
  must(
    JSON.stringify(entries.map(nameOf).toSorted()) === JSON.stringify(expected),
    `account ${account} has entries that it should not, or lacks some`,
  );
  const day = utcDay(clock.now());
  const { usedToday } = await store.readAccount(account, day);
  const used = books.calls.usedBy(account, day);
  must(usedToday === used, `account ${account} has used ${usedToday} of its allowance, not ${used}`);
}

const nameOf = ({ reason, reference }: LedgerEntry): string => `${reason} ${reference}`;

function chargesOf(books: World["books"], account: string): string[] {
  return books.calls
    .chargesOf(account)
    .flatMap(({ id, state }) => [`charge ${id}`, ...(state === "given back" ? [`give_back ${id}`] : [])]);
}

/** The whole store: every account, deposit and checkout, and their sum. */
export async function checkEverything(world: World, store: Store): Promise<void> {
  const { books, minted } = world;
  const accounts = [...new Set([...books.accounts(), ...minted])];
  await Promise.all(accounts.map(async (account) => checkAccount(world, store, account)));
  const proof = await proveLedger(store);
  must(proof.contradictions.length === 0, proof.contradictions.join(" "));
  const total = books.accounts().reduce((sum, account) => sum + books.balance(account), 0);
  must(proof.credits === total, `there are ${proof.credits} credits in all, not ${total}`);
  await checkDeposits(world, store);
}

async function checkDeposits({ books }: World, store: Store): Promise<void> {
  const expected = new Map(books.plain.deposits().map((deposit) => [deposit.reference, deposit]));
  const stored = walk(
    (page) => store.listDeposits(page),
    ({ reference }) => reference,
  );
  let decided = 0;
  for await (const { reference, state, account, credits } of stored) {
    if (state === "seen") {
      must(!expected.has(reference), `deposit ${reference} is decided, but only seen`);
      continue;
    }
    decided += 1;
    const known = expected.get(reference);
    const isSame = known?.state === state && known.account === account && known.credits === credits;
    must(isSame, `deposit ${reference} is ${state}, which it should not be`);
  }
  must(decided === expected.size, `${decided} deposits are decided, not ${expected.size}`);
}
