import { beforeAll, expect, test } from "vitest";
import { choose, countOut, itemOf, rangeLength } from "../../../engine/values/slices.ts";
import type { Concrete } from "../../../engine/values/value.ts";
import { createDice, type Dice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomValue } from "../../support/values/random.ts";

beforeAll(requireDocker);

const numbers = (values: readonly bigint[]): Concrete => ({
  kind: "list",
  items: values.map((value) => ({ kind: "int", value })),
});

function randomEnd(dice: Dice): bigint | null {
  if (dice.below(4) === 0) return null;
  return dice.below(10) === 0 ? dice.pick([2n ** 70n, -(2n ** 70n)]) : BigInt(dice.below(17) - 8);
}

test("a slice selects the same items as in CPython", async () => {
  const dice = createDice(37);
  const claims = Array.from({ length: 3000 }, (): Claim => {
    const list = Array.from({ length: dice.below(7) }, (_, at) => BigInt(at));
    const [lower, upper] = [randomEnd(dice), randomEnd(dice)];
    const step = randomEnd(dice) || 1n;
    const shown = [lower, upper, step].map((end) => end ?? "").join(":");
    return {
      expression: `${written(numbers(list))}[${shown}]`,
      outcome: numbers(choose(list, lower, upper, step)),
    };
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("an index gives the same item as in CPython", async () => {
  const dice = createDice(38);
  const claims = Array.from({ length: 1500 }, (): Claim => {
    const whole = randomValue(dice);
    const at = randomEnd(dice) ?? 0n;
    return { expression: `${written(whole)}[${at}]`, outcome: itemOf(whole, at) };
  });
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(raising).toBeGreaterThan(300);
  expect(known).toBe(claims.length);
});

test("a range has the same items as in CPython", async () => {
  const dice = createDice(39);
  const claims = Array.from({ length: 1500 }, (): Claim[] => {
    const [start, stop] = [BigInt(dice.below(31) - 15), BigInt(dice.below(31) - 15)];
    const step = BigInt(dice.below(9) - 4) || 5n;
    const range = `range(${start}, ${stop}, ${step})`;
    return [
      { expression: `[*${range}][:9]`, outcome: numbers(countOut(start, stop, step, 9)) },
      { expression: `len(${range})`, outcome: { kind: "int", value: rangeLength(start, stop, step) } },
    ];
  }).flat();
  expect((await compareClaims(claims)).wrong).toEqual([]);
});
