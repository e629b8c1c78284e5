export type StoreRow = Readonly<Record<string, string | number | null>>;

/** A table as it is copied: its columns, and those by which its rows are in order. */
export type CopiedTable = Readonly<{ name: string; columns: readonly string[]; order: string }>;

/** Reads the rows of a store, some at a time. */
export type RowSource = Readonly<{ read(table: CopiedTable): AsyncIterable<readonly StoreRow[]> }> &
  AsyncDisposable;

/** Writes rows into a store that has none, all or nothing. */
export type RowTarget = RowSource &
  Readonly<{ write(rows: AsyncIterable<readonly [CopiedTable, readonly StoreRow[]]>): Promise<void> }>;

const table = (name: string, columns: string, order: string): CopiedTable => ({
  name,
  columns: columns.split(" "),
  order,
});

/**
 * All that outlives a process. What only running processes have is not copied: calls under way, owners, holds and leases.
 * Balances, counts and totals are made from the rows by the store that takes them.
 */
export const copiedTables: readonly CopiedTable[] = [
  table("secrets", "name value", "name"),
  table("keys", "fingerprint created_at_ms origin revoked_at_ms", "fingerprint"),
  table("minted", "day address keys", "day, address"),
  table("entries", "account delta reason reference at_ms", "n"),
  table("used", "day account calls", "day, account"),
  table("answers", "account digest call expires_at_ms body", "account, digest"),
  table("journal", "book id state version seen_at_ms changed_at_ms due_at_ms body", "book, id"),
  table("notes", "name version text", "name"),
  table("reservations", "id account credits amount_wei created_at_ms expires_at_ms deposit", "id"),
  table(
    "deposits",
    "reference chain tx sender amount_wei fingerprint block block_time_ms state account price_wei credits reservation reserved_credits",
    "reference",
  ),
  table("remainders", "account wei", "account"),
  table("checkouts", "session account credits amount_cents created_at_ms state", "session"),
  table("reversals", "reference session account cents credits state", "reference"),
  table("debts", "account owed payments", "account"),
  table("visits", "kind origin visits first_at_ms", "kind, origin"),
  table("grants", "id account token_hash former_hash expires_at_ms is_ended", "id"),
  table(
    "payments",
    "id state signature payer request terms claimed_at_ms keep_until_ms unpaid_at_ms is_uncertain settled_at_ms repeat_until_ms receipt answer identifier sent",
    "id",
  ),
  table("transfers", "chain tx payment log", "chain, tx, payment"),
  table("served", "address", "address"),
  table("tasks", "shelf id owner is_finished expires_at_ms bytes body", "n"),
  table("verdicts", "id owner delete_hash created_at_ms expires_at_ms bytes body", "id"),
  table("recordings", "cursor digest mode at_ms bytes rules code", "cursor"),
];
