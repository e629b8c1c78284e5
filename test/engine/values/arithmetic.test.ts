import { beforeAll, expect, test } from "vitest";
import { operatorSigns } from "../../../engine/tree/operator-signs.ts";
import type { Operator, UnaryOp } from "../../../engine/tree/nodes.ts";
import { operate, operateOn } from "../../../engine/values/operators.ts";
import type { Concrete } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomNumber, randomValue } from "../../support/values/random.ts";

beforeAll(requireDocker);

const claim = (op: Operator, left: Concrete, right: Concrete): Claim => ({
  expression: `${written(left)} ${operatorSigns[op]} ${written(right)}`,
  outcome: operate(op, left, right),
});

test("operators on two numbers give the same results as in CPython", async () => {
  const dice = createDice(17);
  const operators = Object.keys(operatorSigns) as Operator[];
  const claims = operators.flatMap((op) =>
    Array.from({ length: 500 }, () => claim(op, randomNumber(dice), randomNumber(dice))),
  );
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(claims.length * 0.8);
  expect(raising).toBeGreaterThan(500);
});

test("small numbers, including zeros and signs, are divided as in CPython", async () => {
  const small: Concrete[] = [-7n, -2n, -1n, 0n, 1n, 2n, 3n].map((value) => ({ kind: "int", value }));
  const floats: Concrete[] = [-7.5, -2, -0.5, -0, 0, 0.5, 3, Infinity].map((value) => ({
    kind: "float",
    value,
  }));
  const all = [...small, ...floats];
  const claims = (["Div", "FloorDiv", "Mod", "Pow", "LShift", "RShift"] as const).flatMap((op) =>
    all.flatMap((left) => all.map((right) => claim(op, left, right))),
  );
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("operators on two values of any type give the same results as in CPython", async () => {
  const dice = createDice(18);
  const operators = Object.keys(operatorSigns) as Operator[];
  const claims = operators.flatMap((op) =>
    Array.from({ length: op === "Add" || op === "Mult" ? 800 : 150 }, () => {
      const [left, right] = [randomValue(dice), randomValue(dice)];
      return claim(op, left, dice.below(3) === 0 ? { kind: "int", value: BigInt(dice.below(7) - 2) } : right);
    }),
  );
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(claims.length * 0.8);
});

test("unary operators and `not` give the same results as in CPython", async () => {
  const dice = createDice(19);
  const signs = { UAdd: "+", USub: "-", Invert: "~", Not: "not " } as const;
  const claims = (Object.keys(signs) as UnaryOp["op"][]).flatMap((op) =>
    Array.from({ length: 300 }, (_, at) => {
      const value = at % 2 === 0 ? randomNumber(dice) : randomValue(dice);
      return { expression: `${signs[op]}${written(value)}`, outcome: operateOn(op, value) };
    }),
  );
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBe(claims.length);
});
