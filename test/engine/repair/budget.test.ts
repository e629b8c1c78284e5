import { expect, test } from "vitest";
import { openRepairBudget, type RepairBudget } from "../../../engine/repair/budget.ts";
import { systemClock } from "../../../platform/clock.ts";

const idle = { clock: { ...systemClock, monotonic: () => 0 }, usedMs: () => 0 };

function checksOf(budget: RepairBudget, characters: number): number {
  let count = 0;
  while (budget.take(characters)) count += 1;
  return count;
}

test("the repair budget counts checked characters plus a fixed cost per check, and grows with the number of files", () => {
  expect(checksOf(openRepairBudget({ ...idle, files: 1 }), 200_000)).toBe(10);
  expect(checksOf(openRepairBudget({ ...idle, files: 1 }), 0)).toBe(1000);
  expect(checksOf(openRepairBudget({ ...idle, files: 11 }), 200_000)).toBe(20);
  expect(checksOf(openRepairBudget({ ...idle, files: 200 }), 200_000)).toBe(30);
});

test("the repair budget is cut short only when a check was refused", () => {
  const budget = openRepairBudget({ ...idle, files: 1 });
  expect([budget.take(2_000_000), budget.isCutShort()]).toEqual([true, false]);
  expect([budget.take(1), budget.isCutShort()]).toEqual([false, true]);
});

test("the repair budget also limits processor time and wall time", () => {
  let [clockMs, usedMs] = [5, 7];
  const clock = { ...systemClock, monotonic: () => clockMs };
  const budget = openRepairBudget({ files: 1, clock, usedMs: () => usedMs });
  [clockMs, usedMs] = [40_005, 20_007];
  expect(budget.take(1)).toBe(true);
  usedMs += 1;
  expect(budget.take(1)).toBe(false);
  usedMs -= 1;
  clockMs += 1;
  expect(budget.take(1)).toBe(false);
});
