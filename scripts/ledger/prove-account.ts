import type { LedgerEntry, AccountStatement, Store } from "../../parts/store/store.ts";
import { maxCredits, reservedPrice } from "../../parts/store/wei.ts";
import { nameOf, type Proof } from "./proof.ts";

/** Adds to the proof what an account's own entries say. */
export async function proveAccount(store: Store, account: string, proof: Proof): Promise<void> {
  const statement = await store.readStatement(account);
  const { credits, remainderWei, owed, entries } = statement;
  proof.accounts += 1;
  proof.entries += entries.length;
  proof.credits += credits;
  proof.remainderWei += BigInt(remainderWei);
  proof.owed += owed;
  for (const entry of entries) {
    if (proof.isRepeated(entry))
      say(`${nameOf(entry)} is written more than once, also for account ${account}.`);
    if (entry.reason === "deposit" || entry.reason === "card") proof.payments.set(nameOf(entry), entry);
  }
  for (const contradiction of findInEntries(statement, account)) say(contradiction);
  for (const contradiction of findInReversals(statement, account)) say(contradiction);
  for await (const contradiction of findInDeposits(store, statement, account)) say(contradiction);

  function say(contradiction: string): void {
    proof.contradictions.push(contradiction);
  }
}

/** What went back to a payer was taken, or is owed. */
function* findInReversals({ owed, reversed, entries }: AccountStatement, account: string): Generator<string> {
  const taken = entries
    .filter(({ reason }) => reason === "reversal" || reason === "reversal_undone")
    .reduce((sum, { delta }) => sum - delta, 0);
  if (taken + owed !== reversed)
    yield `Account ${account} has ${reversed} credits reversed, but ${taken} were taken and ${owed} are owed.`;
}

function* findInEntries({ credits, entries }: AccountStatement, account: string): Generator<string> {
  const charges = new Map<string, number>();
  let balance = 0;
  for (const entry of entries) {
    const { delta, reason, reference } = entry;
    balance += delta;
    if (balance < 0) yield `Account ${account} falls to ${balance} credits with ${nameOf(entry)}.`;
    if (!Number.isSafeInteger(balance))
      yield `Account ${account} comes to ${balance} credits, which cannot be exact.`;
    if (!isSigned(entry)) yield `Entry ${nameOf(entry)} of account ${account} has a delta of ${delta}.`;
    if (reason === "charge") charges.set(reference, delta);
    if (reason === "give_back" && charges.get(reference) !== -delta) {
      yield `Account ${account} was given back ${delta} for ${reference}, but was charged ${-(charges.get(reference) ?? 0)} before.`;
    }
  }
  if (balance !== credits) {
    yield `Account ${account} holds ${credits} credits, but its entries add up to ${balance}.`;
  }
}

function isSigned({ reason, delta }: LedgerEntry): boolean {
  switch (reason) {
    case "grant":
      return true;
    case "charge":
    case "reversal":
      return delta < 0;
    case "give_back":
    case "card":
    case "reversal_undone":
      return delta > 0;
    case "deposit":
      return delta >= 0;
  }
}

/** Follows the wei of an account's deposits: each became credits at its price, or is still there. */
async function* findInDeposits(
  store: Store,
  statement: AccountStatement,
  account: string,
): AsyncGenerator<string> {
  let leftWei = 0n;
  for (const { reason, reference, delta } of statement.entries) {
    if (reason !== "deposit") continue;
    const record = await store.readDeposit(reference);
    if (record?.state !== "credited" || record.priceWei === null) {
      yield `Account ${account} has an entry of deposit ${reference}, which is ${record?.state ?? "not recorded"}.`;
      continue;
    }
    if (record.account !== account || record.credits !== delta) {
      yield `Deposit ${reference} is recorded as ${record.credits} credits to account ${record.account}, but its entry says ${delta} to account ${account}.`;
    }
    const price = BigInt(record.priceWei);
    const { amountWei, reservedCredits: reserved } = record;
    const reservedWei = BigInt(reserved) * reservedPrice({ amountWei, reserved });
    leftWei += BigInt(amountWei) - reservedWei - BigInt(delta - reserved) * price;
    const isLeft = leftWei >= 0n && (leftWei < price || delta === maxCredits);
    if (!isLeft)
      yield `Deposit ${reference} leaves ${leftWei} wei on account ${account} at ${price} wei a credit.`;
  }
  if (leftWei !== BigInt(statement.remainderWei)) {
    yield `Account ${account} has ${statement.remainderWei} wei left over, but its deposits leave ${leftWei}.`;
  }
}
