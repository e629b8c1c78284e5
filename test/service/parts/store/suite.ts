import { describe } from "vitest";
import type { Open } from "./builders.ts";
import { testAnswers } from "./suite-answers.ts";
import { testCalls } from "./suite-calls.ts";
import { testCheckouts } from "./suite-checkouts.ts";
import { testClaims } from "./suite-claims.ts";
import { testConcurrency } from "./suite-concurrency.ts";
import { testDeposits } from "./suite-deposits.ts";
import { testFunnel } from "./suite-funnel.ts";
import { testGrants } from "./suite-grants.ts";
import { testJournal } from "./suite-journal.ts";
import { testJournalHistory } from "./suite-journal-history.ts";
import { testKeys } from "./suite-keys.ts";
import { testLedger } from "./suite-ledger.ts";
import { testNotes } from "./suite-notes.ts";
import { testOwners } from "./suite-owners.ts";
import { testPayments } from "./suite-payments.ts";
import { testPruningOfEntries } from "./suite-pruning.ts";
import { testProof } from "./suite-proof.ts";
import { testRecordings } from "./suite-recordings.ts";
import { testReversals } from "./suite-reversals.ts";
import { testReservations } from "./suite-reservations.ts";
import { testSeeing } from "./suite-seeing.ts";
import { testSettling } from "./suite-settling.ts";
import { testTaking } from "./suite-taking.ts";
import { testTreasuryConcurrency } from "./suite-treasury-concurrency.ts";
import { testTreasuryHistory } from "./suite-treasury-history.ts";

/** What every store must do. Openings without a name are of one store, so a test keeps to accounts and books of its own. */
export function testStore(open: Open): void {
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
  describe("proof", () => {
    testProof(open);
  });
  describe("treasury", () => {
    testTreasuryConcurrency(open);
    testTreasuryHistory(open);
  });
}
