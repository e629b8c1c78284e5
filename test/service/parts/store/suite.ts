import { describe } from "vitest";
import type { Store } from "../../../../service/parts/store/store.ts";
import { testAnswers } from "./suite-answers.ts";
import { testCalls } from "./suite-calls.ts";
import { testConcurrency } from "./suite-concurrency.ts";
import { testJournal } from "./suite-journal.ts";
import { testJournalHistory } from "./suite-journal-history.ts";
import { testKeys } from "./suite-keys.ts";
import { testLedger } from "./suite-ledger.ts";
import { testNotes } from "./suite-notes.ts";
import { testOwners } from "./suite-owners.ts";
import { testPruningOfEntries } from "./suite-pruning.ts";
import { testTaking } from "./suite-taking.ts";

/** What every store must do. Each opening is of the same store, so a test keeps to accounts and books of its own. */
export function testStore(open: () => Promise<Store>): void {
  describe("keys and secrets", () => {
    testKeys(open);
  });
  describe("ledger", () => {
    testLedger(open);
  });
  describe("calls", () => {
    testCalls(open);
  });
  describe("answers", () => {
    testAnswers(open);
  });
  describe("owners and upkeep", () => {
    testOwners(open);
  });
  describe("concurrency", () => {
    testConcurrency(open);
  });
  describe("journal", () => {
    testJournal(open);
    testPruningOfEntries(open);
    testJournalHistory(open);
  });
  describe("taking journal entries", () => {
    testTaking(open);
  });
  describe("notes and leases", () => {
    testNotes(open);
  });
}
