import { describe } from "vitest";
import type { Open } from "../builders.ts";
import { reuseStores } from "../reuse-stores.ts";
import { testAnswers } from "./answers.ts";
import { testCalls } from "./calls.ts";
import { testCheckouts } from "./checkouts.ts";
import { testClaims } from "./claims.ts";
import { testConcurrency } from "./concurrency.ts";
import { testDeposits } from "./deposits.ts";
import { testFunnel } from "./funnel.ts";
import { testGrants } from "./grants.ts";
import { testJournal } from "./journal.ts";
import { testJournalHistory } from "./journal-history.ts";
import { testKeyCalls } from "./key-calls.ts";
import { testKeys } from "./keys.ts";
import { testLedger } from "./ledger.ts";
import { testNotes } from "./notes.ts";
import { testOwners } from "./owners.ts";
import { testPayments } from "./payments.ts";
import { testPruningOfEntries } from "./pruning.ts";
import { testProof } from "./proof.ts";
import { testRecordings } from "./recordings.ts";
import { testReversals } from "./reversals.ts";
import { testReservations } from "./reservations.ts";
import { testSeeing } from "./seeing.ts";
import { testSettling } from "./settling.ts";
import { testTaking } from "./taking.ts";
import { testTasks } from "./tasks.ts";
import { testTreasuryConcurrency } from "./treasury-concurrency.ts";
import { testTreasuryHistory } from "./treasury-history.ts";
import { testVerdicts } from "./verdicts.ts";

/**
 * What every store must do. Openings without a name are of one store, so a test keeps to accounts and books of its own.
 * Random histories are run for each seed.
 */
export function testStore(openOne: Open, seeds: readonly number[] = [1, 2, 3]): void {
  const open = reuseStores(openOne);
  describe("keys and secrets", () => {
    testKeys(open);
  });
  describe("ledger", () => {
    testLedger(open);
  });
  describe("calls", () => {
    testCalls(open);
    testKeyCalls(open);
  });
  describe("answers", () => {
    testAnswers(open);
  });
  describe("owners and upkeep", () => {
    testOwners(open);
  });
  describe("concurrency", () => {
    testConcurrency(open, seeds);
  });
  describe("journal", () => {
    testJournal(open);
    testPruningOfEntries(open);
    testJournalHistory(open, seeds);
  });
  describe("taking journal entries", () => {
    testTaking(open);
  });
  describe("notes and leases", () => {
    testNotes(open);
  });
  describe("reservations", () => {
    testReservations(open);
  });
  describe("deposits", () => {
    testDeposits(open);
    testSettling(open);
    testSeeing(open);
    testClaims(open);
  });
  describe("payments", () => {
    testPayments(open);
  });
  describe("checkouts", () => {
    testCheckouts(open);
  });
  describe("reversals", () => {
    testReversals(open);
  });
  describe("funnel", () => {
    testFunnel(open);
  });
  describe("grants to apps", () => {
    testGrants(open);
  });
  describe("recordings", () => {
    testRecordings(open);
  });
  describe("tasks", () => {
    testTasks(open);
  });
  describe("shared verdicts", () => {
    testVerdicts(open);
  });
  describe("proof", () => {
    testProof(open);
  });
  describe("treasury", () => {
    testTreasuryConcurrency(open);
    testTreasuryHistory(open, seeds);
  });
}
