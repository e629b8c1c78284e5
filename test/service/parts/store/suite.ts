import { describe } from "vitest";
import type { Store } from "../../../../service/parts/store/store.ts";
import { testAnswers } from "./suite-answers.ts";
import { testCalls } from "./suite-calls.ts";
import { testConcurrency } from "./suite-concurrency.ts";
import { testKeys } from "./suite-keys.ts";
import { testLedger } from "./suite-ledger.ts";
import { testOwners } from "./suite-owners.ts";

/** What every store must do. Each opening is of the same store, so a test keeps to accounts of its own. */
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
}
