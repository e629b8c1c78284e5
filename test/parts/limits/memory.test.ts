import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { limitTable } from "../../../parts/limits/table.ts";
import { openTestLimits } from "../../support/limits.ts";
import { manualClock } from "../../support/manual-clock.ts";

function heapUsed(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

test("a million names take no more memory than ten thousand", async () => {
  await using limits = await openTestLimits({ clock: manualClock() });
  const before = heapUsed();
  for (let n = 0; n < 1_000_000; n += 1) await limits.count("unknownKeys", `198.51.100.${n}`);
  expect(heapUsed() - before).toBeLessThan(5_000_000);
  expect(await limits.count("unknownKeys", "ada", limitTable.unknownKeys.max)).toMatchObject({
    isTooMuch: false,
  });
});

test("a flood of names makes counts start over, and expired ones make room before", async () => {
  const clock = manualClock();
  await using limits = await openTestLimits({ clock });
  const isFull = async (): Promise<boolean> => (await limits.count("checkouts", "ada")).isTooMuch;
  const flood = async (names: number): Promise<void> => {
    for (let n = 0; n < names; n += 1) await limits.count("checkouts", `name ${n}`);
  };
  await flood(9999);
  await clock.advance(limitTable.checkouts.forS * 1000);
  await limits.count("checkouts", "ada", limitTable.checkouts.max);
  await flood(9999);
  expect(await isFull()).toBe(true);
  await limits.count("checkouts", "one more");
  expect(await isFull()).toBe(false);
});
