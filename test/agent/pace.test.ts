import { expect, test } from "vitest";
import { createAskingPace } from "../../agent/signed/pace.ts";
import { Fault } from "../../service/faults.ts";
import { manualClock } from "../support/manual-clock.ts";

/** Whether an address may have the chain asked now. */
function mayAsk(pace: ReturnType<typeof createAskingPace>, address: string): boolean {
  try {
    pace(address);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === "rate_limited") return false;
    throw error;
  }
}

test("an address may ask sixty times a minute, and a minute after its first question again", async () => {
  const clock = manualClock();
  const pace = createAskingPace(clock);
  for (let n = 0; n < 60; n += 1) expect(mayAsk(pace, "one")).toBe(true);
  expect(mayAsk(pace, "one")).toBe(false);
  expect(mayAsk(pace, "another")).toBe(true);
  await clock.advance(59_999);
  expect(mayAsk(pace, "one")).toBe(false);
  await clock.advance(1);
  expect(mayAsk(pace, "one")).toBe(true);
});

test("of ten thousand addresses in a minute each may ask, and no others until the next", async () => {
  const clock = manualClock();
  const pace = createAskingPace(clock);
  for (let n = 0; n < 10_000; n += 1) pace(`address ${n}`);
  expect(mayAsk(pace, "one more")).toBe(false);
  expect(mayAsk(pace, "address 0")).toBe(true);
  await clock.advance(60_000);
  expect(mayAsk(pace, "one more")).toBe(true);
});
