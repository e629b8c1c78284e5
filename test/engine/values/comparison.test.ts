import { beforeAll, expect, test } from "vitest";
import { compare } from "../../../engine/values/comparison.ts";
import { keyOf } from "../../../engine/values/keys.ts";
import { isTrue } from "../../../engine/values/truth.ts";
import type { Concrete, Outcome } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written } from "../../support/values/cpython.ts";
import { randomNumber, randomRelative, randomValue } from "../../support/values/random.ts";

beforeAll(requireDocker);

const signs = {
  Eq: "==",
  NotEq: "!=",
  Lt: "<",
  LtE: "<=",
  Gt: ">",
  GtE: ">=",
  In: "in",
  NotIn: "not in",
  Is: "is",
  IsNot: "is not",
} as const;

function verdict(op: keyof typeof signs, left: Concrete, right: Concrete): Outcome {
  const found = compare(op, left, right);
  return typeof found === "boolean" ? { kind: "bool", value: found } : found;
}

test("two values compare as in CPython", async () => {
  const dice = createDice(27);
  const claims = (Object.keys(signs) as (keyof typeof signs)[]).flatMap((op) =>
    Array.from({ length: 700 }, (_, at) => {
      const left = at % 3 === 0 ? randomNumber(dice) : randomValue(dice);
      const whole = op === "In" || op === "NotIn" ? within(left) : randomRelative(dice, left);
      return {
        expression: `${written(left)} ${signs[op]} ${written(whole)}`,
        outcome: verdict(op, left, whole),
      };
    }),
  );
  function within(part: Concrete): Concrete {
    if (dice.below(3) === 0) return randomValue(dice);
    if (dice.below(2) === 0 && (part.kind === "str" || part.kind === "bytes"))
      return { kind: part.kind, value: `a${part.value}${part.value}` };
    return { kind: "tuple", items: [randomValue(dice), randomRelative(dice, part), randomValue(dice)] };
  }
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(claims.length * 0.8);
  expect(raising).toBeGreaterThan(500);
});

test("a value has the same truth value as in CPython", async () => {
  const dice = createDice(28);
  const values = Array.from({ length: 800 }, () => randomValue(dice));
  const claims = values.map((value): { expression: string; outcome: Outcome } => ({
    expression: `bool(${written(value)})`,
    outcome: { kind: "bool", value: isTrue(value) },
  }));
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("two values have one key when CPython finds one by the other", async () => {
  const dice = createDice(29);
  const claims = Array.from({ length: 3000 }, () => {
    const one = dice.below(2) === 0 ? randomNumber(dice) : randomValue(dice);
    const other = randomRelative(dice, one);
    const [a, b] = [keyOf(one), keyOf(other)];
    return {
      expression: `${written(one)} in {${written(other)}}`,
      outcome: a === undefined || b === undefined ? undefined : ({ kind: "bool", value: a === b } as const),
    };
  });
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(1800);
});
