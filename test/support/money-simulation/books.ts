import type { Store } from "../../../parts/store/store.ts";
import type { DepositRecord } from "../../../parts/store/treasury.ts";
import { createPlainTreasury } from "../../parts/store/plain-treasury.ts";
import { createCallBooks } from "./call-books.ts";
import type { Happened } from "./faulty-store.ts";
import { must } from "./must.ts";
import { createReversalBooks } from "./reversal-books.ts";

type Bought = Readonly<{ account: string; credits: number }>;

function isSame(told: DepositRecord | undefined, expected: DepositRecord | undefined): boolean {
  return (["state", "account", "credits", "reservation"] as const).every(
    (field) => told?.[field] === expected?.[field],
  );
}

export type Books = ReturnType<typeof createBooks>;

/**
 * What must be true, kept without a store. It is told of every command that happened, and refuses those that nobody
 * had a right to: money comes only from what was promised in advance.
 */
export function createBooks() {
  const plain = createPlainTreasury();
  const credits = new Map<string, number>();
  const promised = new Map<string, Bought>();
  const claims = new Set<string>();
  const paid = new Set<string>();
  const toldNew = new Set<string>();
  const minted = new Map<string, number>();
  const keys = new Set<string>();
  const reservations = new Map<string, unknown>();
  let isAtOnce = false;
  const calls = createCallBooks({
    isAtOnce: () => isAtOnce,
    balance: (account) => credits.get(account) ?? 0,
    add,
  });

  const reversals = createReversalBooks({
    isAtOnce: () => isAtOnce,
    balance: (account) => credits.get(account) ?? 0,
    add,
  });

  function add(account: string, delta: number): void {
    const sum = (credits.get(account) ?? 0) + delta;
    must(sum >= 0, `account ${account} falls to ${sum}`);
    credits.set(account, sum);
  }

  /** Of several concurrent callers at most one learns that it was new. */
  function tellNew(name: string, isNew: boolean): void {
    must(!isNew || !toldNew.has(name), `${name} was new twice`);
    if (isNew) toldNew.add(name);
  }

  function grant({ args: [entry], answer }: Extract<Happened, { name: "grant" }>): void {
    const name = `${entry.reason} ${entry.reference}`;
    const { account, credits: bought } = promised.get(name) ?? {};
    must(account === entry.account && bought === entry.delta, `${name} was not promised`);
    tellNew(name, answer === "granted");
    if (paid.has(name)) return;
    paid.add(name);
    add(entry.account, entry.delta);
  }

  function addKey({ args: [key, creator], answer }: Extract<Happened, { name: "addKey" }>): void {
    const purse = `${creator.address} ${creator.day}`;
    const had = minted.get(purse) ?? 0;
    const expected = keys.has(key.fingerprint) || had < creator.limit ? "added" : "refused";
    must(answer === expected, `a key was ${answer}, not ${expected}`);
    if (answer === "refused" || keys.has(key.fingerprint)) return;
    minted.set(purse, had + 1);
    keys.add(key.fingerprint);
    plain.addKey(key.fingerprint);
    const { welcome = 0 } = creator;
    if (welcome === 0) return;
    promised.set(`grant welcome ${key.fingerprint}`, { account: key.fingerprint, credits: welcome });
    paid.add(`grant welcome ${key.fingerprint}`);
    add(key.fingerprint, welcome);
  }

  function decide(told: (DepositRecord & { isNew: boolean }) | undefined, expected: typeof told): void {
    if (told) tellNew(`${told.state} ${told.reference}`, told.isNew);
    // Of two concurrent ones either may be first; the result is read afterwards.
    if (!isAtOnce) must(isSame(told, expected), `deposit ${expected?.reference} was decided otherwise`);
    if (!expected) return;
    if (expected.isNew && expected.account !== null) add(expected.account, expected.credits);
  }

  function reserve({ args: [asked], answer }: Extract<Happened, { name: "reserve" }>): void {
    const expected = reservations.get(asked.id) ?? plain.reserve(asked);
    reservations.set(asked.id, expected);
    const { outcome } = expected as Awaited<ReturnType<Store["reserve"]>>;
    must(answer.outcome === outcome, `a reservation was ${answer.outcome}, not ${outcome}`);
  }

  function claim({ args: [reference, terms], answer }: Extract<Happened, { name: "claimDeposit" }>): void {
    must(claims.has(`${reference} ${terms.account}`), `${reference} was claimed without its sender`);
    decide(answer, plain.claimDeposit(reference, terms));
  }

  function apply(event: Happened): void {
    if (event.name === "addKey") addKey(event);
    else if (event.name === "revokeKey") plain.revokeKey(event.args[0]);
    else if (event.name === "grant") grant(event);
    else if (event.name === "reserve") reserve(event);
    else if (event.name === "creditDeposit") decide(event.answer, plain.creditDeposit(...event.args));
    else if (event.name === "claimDeposit") claim(event);
    else if (!reversals.apply(event)) calls.apply(event);
  }

  return {
    plain,
    calls,
    reversals,
    apply,
    /** From now on two processes act at once, or one after the other again. */
    setAtOnce: (is: boolean) => void (isAtOnce = is),
    accounts: () => [...credits.keys()],
    balance: (account: string) => credits.get(account) ?? 0,
    isPaid: (name: string) => paid.has(name),
    isPromised: (name: string) => promised.has(name),
    /** These payments alone may become credits, to this account and no other. */
    promise: (name: string, bought: Bought) => void promised.set(name, bought),
    allowClaim: (reference: string, account: string) => void claims.add(`${reference} ${account}`),
    /** The names of all payments of an account that are credited. */
    paymentsOf: (account: string): string[] => [
      ...[...paid].filter((name) => promised.get(name)?.account === account),
      ...plain.entriesOf(account).map(({ reference }) => `deposit ${reference}`),
      ...reversals.entriesOf(account),
    ],
  };
}
