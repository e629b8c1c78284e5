import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { BaseException, TranslationLimit } from "../../engine/transpile/runtime/errors.ts";
import { exceptionLine, repr } from "../../engine/transpile/runtime/repr.ts";
import { asPython313, hasKnownWords } from "./python-newer-answers.ts";
import { readLiteral } from "./python-literals.ts";

/**
 * One thing that Python and the runtime both do. In `python` the arguments stand as {0}, {1} …; the runtime's
 * function gets them as values.
 */
export type Operation = Readonly<{
  python: string;
  runtime: (...args: any[]) => any;
  /** The arguments of every call, as Python source. */
  cases: readonly (readonly string[])[];
}>;

/** Every way to take one of each. */
export function combined(...choices: (readonly string[])[]): string[][] {
  return choices.reduce<string[][]>(
    (rows, choice) => rows.flatMap((row) => choice.map((item) => [...row, item])),
    [[]],
  );
}

/** The cases of one argument. */
export const each = (...items: string[]): string[][] => items.map((item) => [item]);

/** Evaluates the same in Python and the runtime, and returns every answer that differs. */
export function differencesFromPython(operations: readonly Operation[]): string[] {
  const questions = operations.flatMap(({ python, runtime, cases }) =>
    cases.map((args) => ({ expression: fill(python, args), runtime, args })),
  );
  const { version, answers } = askPython(questions.map(({ expression }) => expression));
  const shown = (answer: string): string =>
    hasKnownWords(version) ? answer : answer.replace(/^(\w+(?:Error|Iteration)): [^]*/, "$1");
  return questions.flatMap(({ expression, runtime, args }, at) => {
    const expected = shown(asPython313(expression, answers[at]!, version));
    const given = shown(answerOf(runtime, args));
    return given === expected ? [] : [`${expression} is ${expected}, and not ${given}`];
  });
}

function fill(template: string, args: readonly string[]): string {
  return template.replaceAll(/\{(\d)\}/g, (_, at) => args[Number(at)] ?? "");
}

function answerOf(runtime: (...args: any[]) => any, args: readonly string[]): string {
  try {
    return repr(runtime(...args.map(readLiteral)));
  } catch (error) {
    if (error instanceof BaseException) return exceptionLine(error);
    if (error instanceof TranslationLimit) return "TranslationLimit";
    throw error;
  }
}

const python = fileURLToPath(new URL("../../.tools/python/bin/python", import.meta.url));
const script = `
import sys, json, math, string, heapq, bisect, operator, functools, itertools
from collections import *
from itertools import *
inf, nan = math.inf, math.nan
sys.stdout.reconfigure(encoding="utf-8")
answers = []
for question in json.load(sys.stdin):
    try:
        answer = repr(eval(question))
    except Exception as error:
        answer = (type(error).__name__ + ": " + str(error)).removesuffix(": ")
    answers.append(answer)
json.dump({"version": list(sys.version_info[:2]), "answers": answers}, sys.stdout)
`;

/** Python's result of each expression, all in one process. */
function askPython(expressions: readonly string[]): { version: [number, number]; answers: string[] } {
  const { stdout, stderr, status } = spawnSync(python, ["-I", "-W", "ignore", "-c", script], {
    input: JSON.stringify(expressions),
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString());
}
