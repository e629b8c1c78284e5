import { beforeAll, expect, test } from "vitest";
import {
  compareText,
  countText,
  findText,
  lengthOf,
  replaceText,
  splitFromRight,
  splitText,
} from "../../../engine/values/characters.ts";
import { center, formatInt, formatText, pad, zeroFill } from "../../../engine/values/format.ts";
import { askLetters, caseChanges, changeCase, letterQuestions } from "../../../engine/values/letters.ts";
import {
  expandTabs,
  linesOf,
  stripEnd,
  stripStart,
  wordsFromRight,
  wordsOf,
} from "../../../engine/values/spaces.ts";
import type { Concrete, Outcome } from "../../../engine/values/value.ts";
import { createDice } from "../../support/dice.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { compareClaims, written, type Claim } from "../../support/values/cpython.ts";
import { randomBytes, randomInt, randomText } from "../../support/values/random.ts";

beforeAll(requireDocker);

const dice = createDice(67);
const int = (value: number): Concrete => ({ kind: "int", value: BigInt(value) });
const str = (value: string): Concrete => ({ kind: "str", value });
const list = (values: readonly string[]): Concrete => ({ kind: "list", items: values.map(str) });
const quoted = (value: string): string => written(str(value));
const many = (one: () => readonly Claim[]): Claim[] => Array.from({ length: 400 }, one).flat();

test("text is searched, split and replaced as in CPython", async () => {
  const claims = many(() => {
    const [text, part, by] = [randomText(dice, 12), randomText(dice, 2), randomText(dice, 2)];
    const [start, end, count] = [dice.below(20) - 8, dice.below(20) - 8, dice.below(4) - 1];
    const [t, p] = [quoted(text), quoted(part)];
    const split: Claim[] = [
      { expression: `${t}.split(${p}, ${count})`, outcome: list(splitText(text, part, count)) },
      { expression: `${t}.rsplit(${p}, ${count})`, outcome: list(splitFromRight(text, part, count)) },
    ];
    return [
      ...(part === "" ? [] : split),
      { expression: `len(${t})`, outcome: int(lengthOf(text)) },
      { expression: `${t}.count(${p})`, outcome: int(countText(text, part)) },
      {
        expression: `${t}.replace(${p}, ${quoted(by)}, ${count})`,
        outcome: str(replaceText(text, part, by, count)),
      },
      {
        expression: `${t}.find(${p}, ${start}, ${end})`,
        outcome: int(findText(text, part, { start, end, isLast: false })),
      },
      {
        expression: `${t}.rfind(${p}, ${start}, ${end})`,
        outcome: int(findText(text, part, { start, end, isLast: true })),
      },
      { expression: `(${t} > ${p}) - (${t} < ${p})`, outcome: int(Math.sign(compareText(text, part))) },
    ];
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("white space is the same as in CPython, in text and in bytes", async () => {
  const claims = many(() => {
    const kind = dice.pick(["str", "bytes"] as const);
    const value = kind === "str" ? randomText(dice, 12) : randomBytes(dice, 12);
    const count = dice.below(4) - 1;
    const text = written({ kind, value });
    const same = (changed: string): Outcome => ({ kind, value: changed });
    const all = (values: readonly string[]): Outcome => ({
      kind: "list",
      items: values.map((item) => ({ kind, value: item })),
    });
    return [
      { expression: `${text}.lstrip()`, outcome: same(stripStart(value, kind)) },
      { expression: `${text}.rstrip()`, outcome: same(stripEnd(value, kind)) },
      { expression: `${text}.split(None, ${count})`, outcome: all(wordsOf(value, kind, count)) },
      { expression: `${text}.rsplit(None, ${count})`, outcome: all(wordsFromRight(value, kind, count)) },
      { expression: `${text}.splitlines()`, outcome: all(linesOf(value, kind, false)) },
      { expression: `${text}.splitlines(True)`, outcome: all(linesOf(value, kind, true)) },
      { expression: `${text}.expandtabs(3)`, outcome: same(expandTabs(value, 3)) },
    ];
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
});

test("case changes and character tests give the same results as in CPython, or none", async () => {
  const claims = many(() => {
    const value =
      dice.below(2) === 0 ? randomText(dice, 3) : dice.pick(["aB c", "Ab Cd", "12", "ab", "AB1", "_a9", " "]);
    return [
      ...caseChanges.map((name): Claim => {
        const changed = changeCase(name, value, "str");
        return {
          expression: `${quoted(value)}.${name}()`,
          outcome: changed === undefined ? undefined : str(changed),
        };
      }),
      ...letterQuestions.map((name): Claim => {
        const answer = askLetters(name, value, "str");
        return {
          expression: `${quoted(value)}.${name}()`,
          outcome: answer === undefined ? undefined : { kind: "bool", value: answer },
        };
      }),
    ];
  });
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(3000);
});

test("text and whole numbers are formatted and padded as in CPython", async () => {
  const claims = many(() => {
    const [text, width, fill] = [randomText(dice, 5), dice.below(12), dice.pick(["*", " ", "é", "😀", "0"])];
    const number = randomInt(dice);
    const align = dice.pick(["", "<", ">", "^", "*<", "_>", "é^", "=", "0="]);
    const size = `${dice.pick(["", "0"])}${width || ""}`;
    const specs = {
      text: `${align.replace(/.?=/, "")}${width || ""}${dice.pick(["", ".2", ".9"])}${dice.pick(["", "s"])}`,
      int: `${align}${dice.pick(["", "+", " ", "-"])}${dice.pick(["", "#"])}${size}${dice.pick(["", "d", "b", "o", "x", "X"])}`,
    };
    const [shownText, shownInt] = [formatText(text, specs.text), formatInt(number, specs.int)];
    const claim = (expression: string, value: string | undefined): Claim => ({
      expression,
      outcome: value === undefined ? undefined : str(value),
    });
    return [
      claim(`format(${quoted(text)}, ${quoted(specs.text)})`, shownText),
      claim(`format(${number}, ${quoted(specs.int)})`, shownInt),
      claim(`${quoted(text)}.center(${width}, ${quoted(fill)})`, center(text, width, fill)),
      claim(`${quoted(text)}.ljust(${width}, ${quoted(fill)})`, pad(text, width, fill, "<")),
      claim(`${quoted(text)}.rjust(${width}, ${quoted(fill)})`, pad(text, width, fill, ">")),
      claim(`${quoted(text)}.zfill(${width})`, zeroFill(text, width)),
    ];
  });
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(claims.length * 0.9);
});
