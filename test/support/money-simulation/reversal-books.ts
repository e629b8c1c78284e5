import type { Happened } from "./faulty-store.ts";
import { must } from "./must.ts";

type Taken = { session: string; account: string; cents: number; credits: number; isReturned: boolean };
type Needs = Readonly<{
  isAtOnce(): boolean;
  balance(account: string): number;
  add(account: string, delta: number): void;
}>;

/** Refunds and disputes, kept without a store: amount by amount, with each account's debt. */
export function createReversalBooks({ isAtOnce, balance, add }: Needs) {
  const all = new Map<string, Taken>();
  const owed = new Map<string, number>();
  const entries = new Map<string, string[]>();

  function write(account: string, delta: number, name: string): void {
    if (delta === 0) return;
    add(account, delta);
    entries.set(account, [...(entries.get(account) ?? []), name]);
  }

  function reverse({ args: [asked], answer }: Extract<Happened, { name: "reverse" }>): void {
    const { reference, session, account, cents, sold } = asked;
    must(
      isAtOnce() || answer === (all.has(reference) ? "settled" : "reversed"),
      `${reference} was ${answer}`,
    );
    if (all.has(reference)) return;
    const others = [...all.values()].filter((one) => one.session === session && !one.isReturned);
    const back = Math.min(
      others.reduce((sum, one) => sum + one.cents, cents),
      sold.amountCents,
    );
    const before = others.reduce((sum, one) => sum + one.credits, 0);
    const credits = Math.max(0, Math.floor((back / sold.amountCents) * sold.credits + 1e-9) - before);
    all.set(reference, { session, account, cents, credits, isReturned: false });
    const paid = Math.min(balance(account), credits);
    write(account, -paid, `reversal ${reference}`);
    owed.set(account, (owed.get(account) ?? 0) + credits - paid);
  }

  function giveBack({ args: [asked] }: Extract<Happened, { name: "returnReversal" }>): void {
    const { reference, session, account } = asked;
    const known = all.get(reference);
    if (!known) all.set(reference, { session, account, cents: 0, credits: 0, isReturned: true });
    if (!known || known.isReturned) return;
    known.isReturned = true;
    const forgiven = Math.min(known.credits, owed.get(account) ?? 0);
    owed.set(account, (owed.get(account) ?? 0) - forgiven);
    write(account, known.credits - forgiven, `reversal_undone ${reference}`);
  }

  const collections = new Map<string, number>();
  function collect({ args: [account] }: Extract<Happened, { name: "collectOwed" }>): void {
    const paid = Math.min(owed.get(account) ?? 0, balance(account));
    if (paid === 0) return;
    const n = (collections.get(account) ?? 0) + 1;
    collections.set(account, n);
    owed.set(account, (owed.get(account) ?? 0) - paid);
    write(account, -paid, `reversal owed:${account}:${n}`);
  }

  return {
    apply(event: Happened): boolean {
      if (event.name === "reverse") reverse(event);
      else if (event.name === "returnReversal") giveBack(event);
      else if (event.name === "collectOwed") collect(event);
      else return false;
      return true;
    },
    owedBy: (account: string) => owed.get(account) ?? 0,
    entriesOf: (account: string) => entries.get(account) ?? [],
  };
}
