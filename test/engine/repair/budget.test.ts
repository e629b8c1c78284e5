import { expect, test } from "vitest";
import { openRepairBudget, type RepairBudget } from "../../../engine/repair/budget.ts";
import { systemClock } from "../../../platform/clock.ts";

const idle = { clock: { ...systemClock, monotonic: () => 0 }, usedMs: () => 0 };

function checksOf(budget: RepairBudget, characters: number): number {
  let count = 0;
  while (budget.take(characters)) count += 1;
  return count;
}

test("a repair is counted in the text that is checked; short texts have a price too, and several files get more", () => {
  expect(checksOf(openRepairBudget({ ...idle, files: 1 }), 200_000)).toBe(10);
  expect(checksOf(openRepairBudget({ ...idle, files: 1 }), 0)).toBe(1000);
  expect(checksOf(openRepairBudget({ ...idle, files: 11 }), 200_000)).toBe(20);
  expect(checksOf(openRepairBudget({ ...idle, files: 200 }), 200_000)).toBe(30);
});

test("it says that it was cut short only when something was left out", () => {
  const budget = openRepairBudget({ ...idle, files: 1 });
  expect([budget.take(2_000_000), budget.isCutShort()]).toEqual([true, false]);
  expect([budget.take(1), budget.isCutShort()]).toEqual([false, true]);
});

test("behind it are limits of the processor's time and of the clock", () => {
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
