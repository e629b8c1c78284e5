import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "../../../platform/clock.ts";
import type { Log } from "../../../platform/log.ts";
import type { JournalEntry } from "../../../parts/store/journal.ts";
import type { CallRecord, LedgerEntry, Store } from "../../../parts/store/store.ts";

/** Opens the store that all tests share, or one of this name that has nothing yet; by a clock of the test's own if given. */
export type Open = (apart?: string, clock?: Pick<Clock, "now">) => Promise<Store>;

export const noonMs = Date.UTC(2026, 10, 15, 12);
export const today = "2026-11-15";

/** A name no other test uses, on a store that many tests share. */
export const aName = (): string => randomUUID();

/** A call of a new account that one credit would pay for. */
export function aCall(with_: Partial<CallRecord> = {}): CallRecord {
  const id = aName();
  const defaults = {
    id,
    owner: `owner-${id}`,
    account: `account-${id}`,
    digest: `digest-${id}`,
    atMs: noonMs,
  };
  return { ...defaults, day: today, allowance: 0, credits: 1, ...with_ };
}

export function aGrant(account: string, delta: number): LedgerEntry & { reason: "grant" } {
  return { account, delta, reason: "grant", reference: aName(), atMs: noonMs };
}

/** An account with this many credits. */
export async function anAccount(store: Store, credits: number): Promise<string> {
  const account = aName();
  if (credits > 0) await store.grant(aGrant(account, credits));
  return account;
}

export async function sumOfEntries(store: Store, account: string): Promise<number> {
  const entries = await store.readEntries(account);
  return entries.reduce((sum, { delta }) => sum + delta, 0);
}

export const anAnswer = (body = "{}"): { body: string; expiresAtMs: number } => ({
  body,
  expiresAtMs: noonMs + 600_000,
});

/** A marketplace no other test uses. */
export const aBook = (): string => `31337:0x${randomBytes(20).toString("hex")}`;

/** A request that was seen at noon and is due at once. */
export function anEntry(with_: Partial<JournalEntry> = {}): JournalEntry {
  const id = `0x${randomBytes(32).toString("hex")}`;
  const moments = { seenAtMs: noonMs, changedAtMs: noonMs, dueAtMs: noonMs };
  return {
    book: aBook(),
    id,
    state: "seen",
    version: 1,
    ...moments,
    body: `what is known of ${id}`,
    ...with_,
  };
}

/** Adds an entry and returns it as it is stored. */
export async function addedEntry(store: Store, with_: Partial<JournalEntry> = {}): Promise<JournalEntry> {
  const entry = anEntry(with_);
  await store.addEntry(entry);
  return { ...entry, version: 1 };
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
