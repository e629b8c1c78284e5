import type { LedgerEntry, Store } from "../../parts/store/store.ts";
import type { DepositRecord } from "../../parts/store/treasury.ts";
import { nameOf, type Proof } from "./proof.ts";
import { walk } from "./walk.ts";

/** Adds to the proof what the deposits say, once the accounts have been walked. */
export async function proveDeposits(store: Store, proof: Proof): Promise<void> {
  const settled = new Map<string, string>();
  const deposits = walk(
    (page) => store.listDeposits(page),
    ({ reference }) => reference,
  );
  for await (const deposit of deposits) {
    proof.deposits[deposit.state] += 1;
    if (deposit.state === "unclaimed") proof.unclaimedWei += BigInt(deposit.amountWei);
    for await (const contradiction of findInDeposit(store, deposit, proof))
      proof.contradictions.push(contradiction);
    const { reference, reservation } = deposit;
    if (reservation === null) continue;
    const other = settled.get(reservation);
    if (other !== undefined) {
      proof.contradictions.push(
        `Reservation ${reservation} was settled twice: by ${other} and by ${reference}.`,
      );
    }
    settled.set(reservation, reference);
  }
  proof.reservationsSettled = settled.size;
}

async function* findInDeposit(store: Store, deposit: DepositRecord, proof: Proof): AsyncGenerator<string> {
  const { reference, state, account, credits, reservation } = deposit;
  if (state === "credited") {
    const entry =
      account === null ? undefined : await findEntry(store, { account, reason: "deposit", reference }, proof);
    if (!entry) yield `Deposit ${reference} is credited to account ${account}, which has no entry of it.`;
    if (reservation !== null) yield* findInReservation(store, reservation, deposit);
  } else if (account !== null || credits !== 0 || reservation !== null) {
    yield `Deposit ${reference} is ${state}, but recorded as ${credits} credits to account ${account}.`;
  }
}

async function* findInReservation(store: Store, id: string, deposit: DepositRecord): AsyncGenerator<string> {
  const reservation = await store.readReservation(id);
  if (!reservation)
    return yield `Deposit ${deposit.reference} settled reservation ${id}, which is not recorded.`;
  const { account, amountWei, createdAtMs, expiresAtMs } = reservation;
  if (reservation.deposit?.reference !== deposit.reference) {
    yield `Deposit ${deposit.reference} settled reservation ${id}, which names ${reservation.deposit?.reference ?? "none"}.`;
  }
  if (account !== deposit.account || amountWei !== deposit.amountWei) {
    yield `Deposit ${deposit.reference} of ${deposit.amountWei} wei for account ${deposit.account} settled reservation ${id}, which was of ${amountWei} wei for account ${account}.`;
  }
  const isInTime = deposit.blockTimeMs > createdAtMs - 1_000 && deposit.blockTimeMs <= expiresAtMs;
  if (!isInTime)
    yield `Deposit ${deposit.reference} settled reservation ${id}, though its block was not in time.`;
}

/** Adds to the proof what the card checkouts say, once the accounts have been walked. */
export async function proveCheckouts(store: Store, proof: Proof): Promise<void> {
  const checkouts = walk(
    (page) => store.listCheckouts(page),
    ({ session }) => session,
  );
  for await (const { session, account, credits, state } of checkouts) {
    proof.checkouts[state] += 1;
    const entry = await findEntry(
      store,
      { account, reason: "card", reference: session },
      proof,
      state === "credited",
    );
    const say = (contradiction: string) => proof.contradictions.push(`Checkout ${session} ${contradiction}.`);
    if (!entry && state === "credited") say(`is credited, but account ${account} has no entry of it`);
    if (entry && state !== "credited") say(`is ${state}, but account ${entry.account} has an entry of it`);
    if (entry && (entry.account !== account || entry.delta !== credits)) {
      say(
        `was of ${credits} credits for account ${account}, but its entry is of ${entry.delta} for account ${entry.account}`,
      );
    }
  }
}

/** An entry that was walked, or, where it must be there, one that was written since. */
async function findEntry(
  store: Store,
  { account, reason, reference }: Pick<LedgerEntry, "account" | "reason" | "reference">,
  { payments }: Proof,
  mustBeThere = true,
): Promise<LedgerEntry | undefined> {
  const name = nameOf({ reason, reference });
  if (payments.has(name) || !mustBeThere) return payments.get(name);
  // Not remembered: a checkout that was listed as open may have been credited since.
  const entries = await store.readEntries(account);
  return entries.find((entry) => nameOf(entry) === name);
}
