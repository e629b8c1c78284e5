import { toIso } from "../../platform/clock.ts";
import type { LedgerEntry, Store } from "../../parts/store/store.ts";
import type { Reservation } from "../../parts/store/treasury.ts";

/** What a key holds and how it came to hold it; undefined where the store knows neither the key nor an entry of it. */
export async function showAccount(store: Store, account: string, nowMs: number): Promise<string | undefined> {
  const key = await store.findKey(account);
  const { credits, remainderWei, owed, entries } = await store.readStatement(account);
  if (!key && entries.length === 0) return undefined;
  const lines: string[] = [];
  let balance = 0;
  for (const entry of entries) {
    balance += entry.delta;
    lines.push(`  ${toLine(entry, balance)}  ${await whatItWas(store, entry)}`);
  }
  const reservations = await store.listOpenReservations(account, nowMs);
  return [
    key ? `Key ${account}, since ${toIso(key.createdAtMs)}` : `Key ${account}, revoked or unknown`,
    ...(lines.length === 0 ? ["  no entries yet"] : lines),
    `Holds ${credits} credits, and ${remainderWei} wei toward the next.`,
    ...(owed === 0
      ? []
      : [`Owes ${owed} credits of payments that were reversed, and is frozen until they are paid.`]),
    ...(balance === credits ? [] : [`Its entries add up to ${balance}: see npm run ledger -- verify.`]),
    ...reservations.map(toReservationLine),
  ].join("\n");
}

function toLine({ atMs, delta }: LedgerEntry, balance: number): string {
  const signed = delta < 0 ? String(delta) : `+${delta}`;
  return `${toIso(atMs)} ${signed.padStart(8)} ${String(balance).padStart(10)}`;
}

async function whatItWas(store: Store, { reason, reference }: LedgerEntry): Promise<string> {
  switch (reason) {
    case "grant":
      return `granted (${reference})`;
    case "charge":
      return `charged for call ${reference}`;
    case "give_back":
      return `given back for call ${reference}`;
    case "card":
      return `paid by card, checkout ${reference}`;
    case "reversal":
      return `taken back, refund or dispute ${reference}`;
    case "reversal_undone":
      return `given back, refund or dispute ${reference} was undone`;
    case "deposit":
      return describeDeposit(store, reference);
  }
}

async function describeDeposit(store: Store, reference: string): Promise<string> {
  const record = await store.readDeposit(reference);
  if (!record) return `deposit ${reference}, which is not recorded: see npm run ledger -- verify`;
  const { amountWei, priceWei, reservedCredits, tx, sender, reservation } = record;
  const why = reservation === null ? "" : `, reservation ${reservation}`;
  const price =
    reservedCredits === 0 ? priceWei : `the reserved price for ${reservedCredits} and at ${priceWei}`;
  return `deposited ${amountWei} wei at ${price} a credit, transaction ${tx}, sent by ${sender}${why}`;
}

function toReservationLine({ id, amountWei, credits, expiresAtMs, deposit }: Reservation): string {
  const seen = deposit ? `; transaction ${deposit.tx} is seen` : "";
  return `Open reservation ${id}: ${amountWei} wei for ${credits} credits until ${toIso(expiresAtMs)}${seen}.`;
}
