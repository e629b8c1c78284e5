import { expect, test } from "vitest";
import { createGivenUp, freeWorkMs } from "../../../service/parts/given-up.ts";
import { manualClock } from "../../support/manual-clock.ts";

test("so much is free under a name, to the millisecond, and what is not allowed is not counted", () => {
  const givenUp = createGivenUp(manualClock());
  expect(givenUp.allow(["ada"], freeWorkMs - 1)).toBe(true);
  expect(givenUp.allow(["ada"], 2)).toBe(false);
  expect(givenUp.allow(["ada"], 1)).toBe(true);
  expect(givenUp.allow(["ada"], 1)).toBe(false);
  expect(givenUp.allow(["bob"], freeWorkMs)).toBe(true);
});

test("what one of several names has not left is counted under none of them", () => {
  const givenUp = createGivenUp(manualClock());
  givenUp.allow(["address"], freeWorkMs);
  expect(givenUp.allow(["ada", "address"], 1)).toBe(false);
  expect(givenUp.allow(["ada"], freeWorkMs)).toBe(true);
});

test("it comes back evenly within an hour, and never to more than there was", async () => {
  const clock = manualClock();
  const givenUp = createGivenUp(clock);
  givenUp.allow(["ada"], freeWorkMs);
  await clock.advance(900_000);
  expect(givenUp.allow(["ada"], freeWorkMs / 4 + 1)).toBe(false);
  expect(givenUp.allow(["ada"], freeWorkMs / 4)).toBe(true);
  await clock.advance(86_400_000);
  expect(givenUp.allow(["ada"], freeWorkMs + 1)).toBe(false);
  expect(givenUp.allow(["ada"], freeWorkMs)).toBe(true);
});

test("of very many names, those that gave up last longest ago are forgotten", () => {
  const givenUp = createGivenUp(manualClock());
  for (const name of ["early", "again"]) givenUp.allow([name], freeWorkMs - 1);
  for (let n = 0; n < 19_998; n += 1) givenUp.allow([`name ${n}`], 1);
  expect(givenUp.allow(["again"], 1)).toBe(true);
  givenUp.allow(["one more"], 1);
  expect(givenUp.allow(["again"], 1)).toBe(false);
  expect(givenUp.allow(["early"], freeWorkMs)).toBe(true);
});
