import { expect, test } from "vitest";
import { createMinuteCounts, type CountLimits } from "../../platform/minute-counts.ts";
import { manualClock } from "../support/manual-clock.ts";

function countsWith(limits: Partial<CountLimits> = {}) {
  const clock = manualClock();
  const count = createMinuteCounts(clock, { maxAMinute: 2, maxNames: 3, whenFull: "refuse", ...limits });
  return { clock, count, isTooMuch: (name: string) => count(name).isTooMuch };
}

test("a name is counted for a minute from the first question, and then anew", async () => {
  const { clock, isTooMuch } = countsWith();
  expect(["a", "a", "a", "b"].map(isTooMuch)).toEqual([false, false, true, false]);
  await clock.advance(59_999);
  expect(isTooMuch("a")).toBe(true);
  await clock.advance(1);
  expect(isTooMuch("a")).toBe(false);
});

test("who is refused learns when the minute ends", async () => {
  const { clock, count } = countsWith({ maxAMinute: 0 });
  const startedAtMs = clock.now();
  count("a");
  await clock.advance(10_000);
  expect(count("a")).toEqual({ isTooMuch: true, endsAtMs: startedAtMs + 60_000 });
});

test("what is undone does not count, and not in a later minute either", async () => {
  const { clock, count, isTooMuch } = countsWith();
  const [first] = [count("a"), count("a")];
  if (!first.isTooMuch) first.undo();
  expect(isTooMuch("a")).toBe(false);
  expect(isTooMuch("a")).toBe(true);
  await clock.advance(60_000);
  const late = count("a");
  await clock.advance(60_000);
  expect(["a", "a"].map(isTooMuch)).toEqual([false, false]);
  if (!late.isTooMuch) late.undo();
  expect(isTooMuch("a")).toBe(true);
});

test("a flood of names waits for the next minute, or makes all counts start over", () => {
  const refusing = countsWith();
  expect(["a", "b", "c", "d", "a", "a"].map(refusing.isTooMuch)).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
  ]);
  const restarting = countsWith({ whenFull: "start over" });
  expect(["a", "a", "b", "c", "d", "a"].map(restarting.isTooMuch)).toEqual(Array(6).fill(false));
});

test("a clock that is set back does not keep anybody out for longer than a minute", async () => {
  let now = 1_000_000;
  const count = createMinuteCounts({ now: () => now }, { maxAMinute: 1, maxNames: 9, whenFull: "refuse" });
  count("a");
  expect(count("a").isTooMuch).toBe(true);
  now -= 500_000;
  expect(count("a").isTooMuch).toBe(false);
});
