import type { Generated } from "kysely";
import type { JournalEntry, Note } from "../journal.ts";
import type { PaymentRecord } from "../payments.ts";
import type { ReversalState } from "../reversals.ts";
import type { BeginCallResult, LedgerEntry } from "../store.ts";
import type { Checkout, CheckoutState, DepositRecord, Reservation } from "../treasury.ts";
import type { SharedVerdict } from "../verdicts.ts";

/**
 * The tables of both stores. Columns are named here as the program names things, and in snake case where they are kept.
 * SQLite and PostgreSQL have the same ones, so that a copy from one to the other is rows and nothing else.
 */
export type Tables = Readonly<{
  secrets: { name: string; value: string };
  keys: { fingerprint: string; createdAtMs: number; origin: string | null; revokedAtMs: number | null };
  minted: { day: string; address: string; keys: number };
  entries: LedgerEntry & { n: Generated<number> };
  balances: { account: string; credits: number };
  used: { day: string; account: string; calls: number };
  calls: CallRow;
  answers: { account: string; digest: string; call: string; expiresAtMs: number; body: string };
  owners: { owner: string; untilMs: number };
  journal: JournalEntry & { holder: string | null; heldUntilMs: number | null };
  notes: Note;
  leases: { name: string; owner: string; untilMs: number };
  reservations: Omit<Reservation, "deposit"> & { deposit: string | null };
  deposits: DepositRecord & { chain: string };
  remainders: { account: string; wei: string };
  checkouts: Checkout & { state: CheckoutState };
  reversals: {
    reference: string;
    session: string;
    account: string;
    cents: number;
    credits: number;
    state: ReversalState;
  };
  debts: { account: string; owed: number; payments: number };
  visits: { kind: string; origin: string; visits: number; firstAtMs: number };
  grants: {
    id: string;
    account: string;
    tokenHash: string;
    formerHash: string | null;
    expiresAtMs: number;
    isEnded: number;
  };
  payments: PaymentRow;
  transfers: { chain: string; tx: string; payment: string; log: number | null };
  served: { address: string };
  recordings: {
    cursor: Generated<number>;
    digest: string;
    mode: string;
    atMs: number;
    bytes: number;
    rules: string;
    code: string;
  };
  recordingsTotal: { items: number; bytes: number };
  tasks: {
    n: Generated<number>;
    shelf: string;
    id: string;
    owner: string;
    isFinished: number;
    expiresAtMs: number;
    bytes: number;
    body: string;
  };
  verdicts: SharedVerdict & { bytes: number };
}>;

/** One that was given back before it began has nothing but an id, a state and a moment. */
type CallRow = {
  id: string;
  state: "open" | "kept" | "given back" | "not taken";
  atMs: number;
  owner: string | null;
  account: string | null;
  digest: string | null;
  day: string | null;
  price: number | null;
  outcome: BeginCallResult["outcome"] | null;
  source: "allowance" | "credits" | "nothing" | null;
  credits: number | null;
  usedToday: number | null;
};

type PaymentRow = {
  id: string;
  state: PaymentRecord["state"];
  signature: string;
  payer: string;
  request: string;
  terms: string;
  claimedAtMs: number;
  keepUntilMs: number;
  owner: string | null;
  hold: string | null;
  heldUntilMs: number | null;
  unpaidAtMs: number | null;
  isUncertain: number;
  settledAtMs: number | null;
  repeatUntilMs: number | null;
  receipt: string | null;
  answer: string | null;
  identifier: string | null;
  sent: string | null;
};
