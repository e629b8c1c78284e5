import { afterAll, expect, test } from "vitest";
import type { Claim } from "../../bench/soundness/claims.ts";
import { judgeClaims } from "../../bench/soundness/judge.ts";
import { openPython } from "../../bench/soundness/python-process.ts";
import { writeProgram } from "../../bench/soundness/programs/write-program.ts";
import { wordingOf } from "../../bench/soundness/wording.ts";

const python = openPython();
afterAll(async () => python[Symbol.asyncDispose]());

/** What the oracle says of a claim about one expression of a program: the first place where it stands. */
async function judged(text: string, expression: string, rule: string, message: string, loop?: Claim["loop"]) {
  const at = text.indexOf(expression);
  const before = text.slice(0, at).split("\n");
  const [line, column] = [before.length, before.at(-1)!.length];
  const span = [line, column, line, column + expression.length] as const;
  const claim = { rule, message, wording: wordingOf(rule, message), span, loop };
  return (await judgeClaims(python, text, [claim]))?.claims[0]?.judgement;
}

const keyError = "`d` has no such key here: this raises KeyError.";
const guarded = "try:\n    d['b']\nexcept KeyError:\n    pass\n";

test.each([
  ["refuted", "d = {'a': 1}\nd['a']\n", "d['a']", "python:missing-key", keyError],
  ["true", "d = {'a': 1}\nd['b']\n", "d['b']", "python:missing-key", keyError],
  ["true", `d = {}\n${guarded}`, "d['b']", "python:missing-key", keyError],
  ["not reached", "d = {}\nFalse and d['a']\n", "d['a']", "python:missing-key", keyError],
  ["another exception", "d = []\nd['a']\n", "d['a']", "python:missing-key", keyError],
  ["refuted", "x = 'ä'; y = [1][0]\n", "[1][0]", "python:index-out-of-range", "this raises IndexError"],
  ["true", "assert 1 == 2\n", "1 == 2", "python:raised-error", "ends here with AssertionError"],
  ["refuted", "assert 1 == 1\n", "1 == 1", "python:raised-error", "ends here with AssertionError"],
  ["refuted", "for n in 1, 2:\n    n in [1]\n", "n in [1]", "python:never-filled", "always the same result"],
  ["works", "for n in 1, 2:\n    n in [3]\n", "n in [3]", "python:never-filled", "always the same result"],
  ["works", "x = [1, 2]\nx[1]\n", "x[1]", "python:late-bound-test", "at the end this raises IndexError"],
  ["refuted", "x = {5: 1}\nx[5]\n", "x[5]", "python:late-bound-test", "at the end this raises IndexError"],
])("a claim is %s: %j", async (wanted, text, expression, rule, message) => {
  expect(await judged(text, expression, rule, message)).toBe(wanted);
});

test.each([
  ["refuted", "for i in range(2):\n    x[i]\n"],
  ["works", "for i in range(2):\n    x[i]\n    break\n"],
  ["true", "for i in range(3):\n    x[i]\n"],
])("a claim about a last iteration is %s: %j", async (wanted, loop) => {
  const ends = { test: [2, 9, 2, 17] as const, goes_on: [[2, 4, 2, 5] as const] };
  const said = await judged(`x = [1, 2]\n${loop}`, "x[i]", "python:loop-past-end", "raises IndexError", ends);
  expect(said).toBe(wanted);
});

test("a seed always gives the same program, and a crash adds one line", async () => {
  const [first, again] = [
    await writeProgram(python, 7, { crashes: false }),
    await writeProgram(python, 7, { crashes: false }),
  ];
  expect(again).toEqual(first);
  const crashing = await writeProgram(python, 7, { crashes: true });
  expect(crashing.text).not.toBe(first.text);
  expect(await judgeClaims(python, first.text, [])).toMatchObject({ ended: true });
  expect(await judgeClaims(python, crashing.text, [])).toMatchObject({ ended: false });
});

test("an endless program and one that uses all memory do not stop other programs", async () => {
  expect(await judgeClaims(python, "while True:\n    pass\n", [])).toMatchObject({ ended: false });
  expect(await judgeClaims(python, "x = [0] * 10 ** 12\n", [])).toMatchObject({ raised: "MemoryError" });
  expect(await judgeClaims(python, "print(1)\n", [])).toMatchObject({ ended: true });
});
