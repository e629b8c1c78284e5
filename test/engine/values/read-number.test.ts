import { beforeAll, expect, test } from "vitest";
import { readFloat, readInteger } from "../../../engine/values/read-number.ts";
import { ofNumber, type Numeric, type Outcome, type Raises } from "../../../engine/values/value.ts";
import { createDice, type Dice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written } from "../../support/values/cpython.ts";

beforeAll(requireDocker);

const outcome = (read: Numeric | Raises | undefined): Outcome =>
  read === undefined || typeof read === "object" ? read : ofNumber(read);

const randomWord = (dice: Dice, signs: readonly string[], maxLength: number): string =>
  Array.from({ length: dice.below(maxLength) + 1 }, () => dice.pick(signs)).join("");

test("whole numbers are parsed from text as in CPython", async () => {
  const dice = createDice(57);
  const signs = ["0", "0", "1", "7", "9", "a", "z", "_", "0x", "0b1", "0o", "+", "-", " ", "\n", "\x1c", "."];
  const claims = Array.from({ length: 4000 }, () => {
    const word = randomWord(dice, signs, 4);
    const radix = dice.pick([10, 10, 0, 2, 8, 16, 36, 1, 37]);
    const shown = written({ kind: "str", value: word });
    return { expression: `int(${shown}, ${radix})`, outcome: outcome(readInteger(word, radix)) };
  });
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known - raising).toBeGreaterThan(500);
  expect(raising).toBeGreaterThan(600);
});

test("floats are parsed from text as in CPython", async () => {
  const dice = createDice(58);
  const signs = [
    "0",
    "1",
    "25",
    "9",
    "_",
    ".",
    "e",
    "E5",
    "-",
    "+",
    " ",
    "inf",
    "nan",
    "Infinity",
    "e400",
    "x",
  ];
  const claims = Array.from({ length: 4000 }, () => {
    const word = randomWord(dice, signs, 5);
    const shown = written({ kind: "str", value: word });
    return { expression: `float(${shown})`, outcome: outcome(readFloat(word)) };
  });
  const { wrong, known, raising } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known - raising).toBeGreaterThan(500);
  expect(raising).toBeGreaterThan(600);
});
