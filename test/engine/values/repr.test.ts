import { beforeAll, expect, test } from "vitest";
import { asciiOf, reprOf, textOf } from "../../../engine/values/repr.ts";
import type { Outcome } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written } from "../../support/values/cpython.ts";
import { randomFloat, randomText, randomValue } from "../../support/values/random.ts";

beforeAll(requireDocker);

const text = (value: string | undefined): Outcome =>
  value === undefined ? undefined : { kind: "str", value };

test("values are written as CPython writes them", async () => {
  const dice = createDice(47);
  const claims = Array.from({ length: 1500 }, () => {
    const value = randomValue(dice);
    return [
      { expression: `repr(${written(value)})`, outcome: text(reprOf(value)) },
      { expression: `str(${written(value)})`, outcome: text(textOf(value)) },
    ];
  }).flat();
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(1500);
});

test("floats are written with the fewest digits in CPython's layout", async () => {
  const dice = createDice(48);
  const values = Array.from({ length: 2000 }, () => randomFloat(dice) / (1 + dice.below(9)));
  const claims = values.map((value) => {
    const float = { kind: "float", value } as const;
    return { expression: `repr(${written(float)})`, outcome: text(reprOf(float)) };
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("`ascii` escapes what CPython escapes", async () => {
  const dice = createDice(49);
  const claims = Array.from({ length: 800 }, () => {
    const value = randomText(dice, 9);
    return { expression: `ascii(${written({ kind: "str", value })})`, outcome: text(asciiOf(value)) };
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});
