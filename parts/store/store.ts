import type { Grants } from "./grants.ts";
import type { Journal } from "./journal.ts";
import type { Payments } from "./payments.ts";
import type { Recordings } from "./recordings.ts";
import type { Reversals } from "./reversals.ts";
import type { Tasks } from "./tasks.ts";
import type { Treasury } from "./treasury.ts";
import type { Verdicts } from "./verdicts.ts";

/** A key as it is stored: by fingerprint, never as itself. */
export type KeyRecord = Readonly<{
  fingerprint: string;
  createdAtMs: number;
  origin: string | null;
  /** Credits that were taken back and that it did not have; absent where it owes nothing. */
  owed?: number;
}>;

/** One change of credits. `reference` is unique per `reason`, so no payment can count twice. */
export type LedgerEntry = Readonly<{
  account: string;
  delta: number;
  reason: "grant" | "charge" | "give_back" | "card" | "deposit" | "reversal" | "reversal_undone";
  reference: string;
  atMs: number;
}>;

/** An account's balance and all entries that explain it, at one moment; oldest entries first. */
export type AccountStatement = Readonly<{
  credits: number;
  remainderWei: string;
  /** The part of its reversals that its credits did not cover. */
  owed: number;
  /** The total of its reversals; returned ones count nothing. */
  reversed: number;
  entries: readonly LedgerEntry[];
}>;

/**
 * An owner that was silent may have been deleted as dead, and still begin a call before its next heartbeat. It is then
 * listed again for this long, so that another process settles for it if it dies.
 */
export const returningOwnerTtlMs = 15_000;

/** What an account has left to spend from: credits, and how much of today's allowance is used. */
export type Account = Readonly<{ credits: number; usedToday: number }>;

/** A call about to be worked on, and what it costs. */
export type CallRecord = Readonly<{
  /** New for every attempt, so a command that is sent twice charges once. */
  id: string;
  /** The process working on it; see `heartbeat`. */
  owner: string;
  account: string;
  /** The request: equal digests of one account are the same call. */
  digest: string;
  atMs: number;
  /** The UTC day whose allowance may cover it. */
  day: string;
  /** How many calls a day the allowance covers; 0 where it does not cover this call. */
  allowance: number;
  /** The price once the allowance is spent; `null` where credits cannot pay, 0 where nothing is owed. */
  credits: number | null;
}>;

export type BeginCallResult =
  | Readonly<{ outcome: "taken"; from: "allowance" | "credits" | "nothing"; account: Account }>
  | Readonly<{ outcome: "answered"; answer: string; account: Account }>
  /** The same call is being worked on right now, here or by another replica. */
  | Readonly<{ outcome: "under way" }>
  /** Neither the allowance nor the credits cover it; nothing was taken. */
  | Readonly<{ outcome: "short"; account: Account }>;

/** An answer to remember: repeated calls of the same account are answered from it until it expires. */
export type RememberedAnswer = Readonly<{ body: string; expiresAtMs: number }>;

/**
 * Where keys, credits, payments, answers and the agent's journal live. Every command is atomic, durable when its
 * promise resolves, and safe to send twice. A store that cannot be reached rejects with `store_unavailable`. Moments
 * come from the caller's clock. How long an owner lives, or a lease or a hold lasts, is counted by the store's own: no
 * process's clock decides about another process.
 */
export type Store = Readonly<{
  /** Resolves when the store answers. */
  ping(): Promise<void>;

  /** The secret of this name, the same for every process on this store; made by the first to ask. */
  secret(name: string): Promise<string>;

  /**
   * Adds a key unless its creator's address has created `limit` keys on that day; with `welcome` credits, whose entry is
   * written with the key or not at all.
   */
  addKey(
    key: KeyRecord,
    creator: { address: string; day: string; limit: number; welcome?: number },
  ): Promise<"added" | "refused">;
  /** A revoked key is not found. */
  findKey(fingerprint: string): Promise<KeyRecord | undefined>;
  revokeKey(fingerprint: string, atMs: number): Promise<void>;

  /** Writes a grant down, once per reason and reference. */
  grant(entry: LedgerEntry & { reason: "grant" | "card" }): Promise<"granted" | "settled">;
  readAccount(account: string, day: string): Promise<Account>;
  /** Every entry of an account, oldest first. */
  readEntries(account: string): Promise<readonly LedgerEntry[]>;
  readStatement(account: string): Promise<AccountStatement>;

  /** Answers from memory, or takes the charge and marks the call as under way. */
  beginCall(call: CallRecord): Promise<BeginCallResult>;
  /**
   * The same for an account that may be a key. `no key` where there is none, where it is revoked or owes: then nothing was
   * taken.
   */
  beginCallOfKey(call: CallRecord): Promise<BeginCallResult | Readonly<{ outcome: "no key" }>>;
  /** Ends a call for good and remembers its answer. `gone` when its charge had been given back meanwhile. */
  keepCall(id: string, answer: RememberedAnswer | undefined): Promise<"kept" | "gone">;
  /** Undoes a call whatever its state: open, kept, or not begun yet (then it can no longer begin). */
  giveBackCall(id: string, atMs: number): Promise<void>;

  /** Records that `owner` is alive: it counts as silent after `ttlMs` without another heartbeat. */
  heartbeat(owner: string, ttlMs: number): Promise<void>;
  /** Every owner, and whether its last heartbeat has expired. */
  readOwners(): Promise<readonly Readonly<{ owner: string; isSilent: boolean }>[]>;
  /**
   * Gives back every open call of an owner that is gone, deletes the owner, and returns how many calls there were. With
   * `if silent`, does so only if the owner is still silent now: it may have sent a heartbeat since `readOwners`.
   */
  giveBackCallsOf(owner: string, atMs: number, only?: "if silent"): Promise<number>;

  /**
   * Drops what no longer matters: expired answers, closed calls after an hour, counters after three days, journal
   * entries 90 days after they ended and reservations 90 days after they expired unused (a thousand at a time), leases,
   * grants, tasks and shared verdicts that ran out, payments for single calls that nobody holds when nothing of them matters (a thousand at a time).
   */
  prune(nowMs: number): Promise<void>;
}> &
  Grants &
  Journal &
  Payments &
  Recordings &
  Reversals &
  Tasks &
  Treasury &
  Verdicts &
  AsyncDisposable;

/** The commands of a store by name; disposing is not one of them. */
export type CommandName = Exclude<keyof Store, symbol>;
