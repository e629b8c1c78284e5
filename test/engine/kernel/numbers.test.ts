import { beforeAll, expect, test } from "vitest";
import { floatDigits } from "../../../engine/kernel/float-digits.ts";
import { floatText } from "../../../engine/kernel/float-text.ts";
import { formatFloat, readSpec } from "../../../engine/kernel/format.ts";
import {
  bitLength,
  floatDivmod,
  floatRatio,
  floorQuotient,
  trueQuotient,
} from "../../../engine/kernel/numbers.ts";
import { readFloat, readInteger } from "../../../engine/kernel/read-number.ts";
import type { Concrete, Outcome } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomFloat, randomInt } from "../../support/values/random.ts";

beforeAll(requireDocker);

const dice = createDice(68);
const int = (value: bigint): Concrete => ({ kind: "int", value });
const float = (value: number): Concrete => ({ kind: "float", value });
const str = (value: string): Concrete => ({ kind: "str", value });
const pair = (kind: (value: never) => Concrete, values: readonly unknown[]): Concrete => ({
  kind: "tuple",
  items: values.map((value) => kind(value as never)),
});
const many = (one: () => readonly Claim[]): Claim[] => Array.from({ length: 500 }, one).flat();

test("numbers are divided as by CPython", async () => {
  const claims = many(() => {
    const [a, b, x, y] = [randomInt(dice), randomInt(dice), randomFloat(dice), randomFloat(dice)];
    const quotient = b === 0n ? undefined : trueQuotient(a, b);
    const parts = floatDivmod(x, y);
    return [
      { expression: `(${a}).bit_length()`, outcome: int(BigInt(bitLength(a))) },
      { expression: `(${a}) // (${b})`, outcome: b === 0n ? undefined : int(floorQuotient(a, b)) },
      {
        expression: `(${a}) / (${b})`,
        outcome:
          quotient === undefined
            ? undefined
            : Number.isFinite(quotient)
              ? float(quotient)
              : { kind: "raises", exception: "OverflowError" },
      },
      {
        expression: `divmod(${written(float(x))}, ${written(float(y))})`,
        outcome: parts ? pair(float, parts) : { kind: "raises", exception: "ZeroDivisionError" },
      },
      ...(Number.isFinite(x)
        ? [
            {
              expression: `${written(float(x))}.as_integer_ratio()`,
              outcome: pair(int, reduced(...floatRatio(x))),
            },
          ]
        : []),
    ];
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

/** A fraction whose denominator is a power of two, in lowest terms. */
function reduced(top: bigint, bottom: bigint): [bigint, bigint] {
  let [a, b] = [top, bottom];
  while (b > 1n && a % 2n === 0n) [a, b] = [a / 2n, b / 2n];
  return [a, b];
}

test("floats are written and formatted as by CPython", async () => {
  const claims = many(() => {
    const x = randomFloat(dice);
    const form = dice.pick(["", "e", "E", "f", "F", "g", "G", "%"]);
    const spec = `${dice.pick(["", "+", " "])}${dice.pick(["", "#"])}${dice.pick(["", "012"])}${dice.pick(["", ",", "_"])}${dice.pick(["", ".0", ".3", ".17"])}${form}`;
    const value = written(float(x));
    return [
      { expression: `repr(${value})`, outcome: str(floatText(x)) },
      { expression: `format(${value}, "${spec}")`, outcome: str(formatFloat(x, readSpec(spec, false)!)!) },
      { expression: `"%.4g" % abs(${value})`, outcome: str(floatDigits(x, "g", 4, false)) },
    ];
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("numbers are read as by CPython", async () => {
  const signs = [...Array.from("0123456789_+-.eEbxoXaf \t\x1c\u2003"), "inf", "nan", "0x", "0b"];
  const claims = many(() => {
    const text = Array.from({ length: dice.below(6) + 1 }, () => dice.pick(signs)).join("");
    const radix = dice.pick([0, 2, 8, 10, 16, 36]);
    const [whole, real] = [readInteger(text, radix), readFloat(text)];
    const refused: Outcome = { kind: "raises", exception: "ValueError" };
    const shown = written(str(text));
    return [
      { expression: `int(${shown}, ${radix})`, outcome: whole === undefined ? refused : int(whole) },
      { expression: `float(${shown})`, outcome: real === undefined ? refused : float(real) },
    ];
  });
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known - raising).toBeGreaterThan(150);
});
