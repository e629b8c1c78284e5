import { beforeAll, expect, test } from "vitest";
import { compareText, textLength } from "../../../engine/kernel/characters.ts";
import { formatInt, formatText, readSpec } from "../../../engine/kernel/format.ts";
import { centerText, padText, zeroFill } from "../../../engine/kernel/padding.ts";
import {
  expandTabs,
  splitLines,
  splitWords,
  splitWordsFromRight,
  stripChars,
  trimEnd,
  trimStart,
} from "../../../engine/kernel/spaces.ts";
import {
  countText,
  findText,
  partitionText,
  removePrefix,
  removeSuffix,
  replaceText,
  searchRange,
  splitFromRight,
  splitText,
} from "../../../engine/kernel/text-search.ts";
import { spacesOf } from "../../../engine/values/spaces.ts";
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
const most = (count: number): number => (count < 0 ? Infinity : count);
const many = (one: () => readonly Claim[]): Claim[] => Array.from({ length: 400 }, one).flat();

test("text is searched, split and replaced as in CPython", async () => {
  const claims = many(() => {
    const [text, part, by] = [randomText(dice, 12), randomText(dice, 2), randomText(dice, 2)];
    const [start, end, count] = [dice.below(20) - 8, dice.below(20) - 8, dice.below(4) - 1];
    const [t, p] = [quoted(text), quoted(part)];
    // Python splits at no empty separator.
    const split = (): Claim[] => [
      { expression: `${t}.split(${p}, ${count})`, outcome: list(splitText(text, part, most(count))) },
      { expression: `${t}.rsplit(${p}, ${count})`, outcome: list(splitFromRight(text, part, most(count))) },
      { expression: `list(${t}.partition(${p}))`, outcome: list(partitionText(text, part, false)) },
      { expression: `list(${t}.rpartition(${p}))`, outcome: list(partitionText(text, part, true)) },
    ];
    return [
      ...(part === "" ? [] : split()),
      { expression: `len(${t})`, outcome: int(textLength(text)) },
      {
        expression: `${t}.count(${p}, ${start}, ${end})`,
        outcome: int(countText(text, part, searchRange(text, start, end))),
      },
      { expression: `${t}.removeprefix(${p})`, outcome: str(removePrefix(text, part)) },
      { expression: `${t}.removesuffix(${p})`, outcome: str(removeSuffix(text, part)) },
      {
        expression: `${t}.strip(${p})`,
        outcome: str(part === "" ? text : stripChars(text, part, true, true)),
      },
      {
        expression: `${t}.replace(${p}, ${quoted(by)}, ${count})`,
        outcome: str(replaceText(text, part, by, most(count))),
      },
      {
        expression: `${t}.find(${p}, ${start}, ${end})`,
        outcome: int(findText(text, part, searchRange(text, start, end), false)),
      },
      {
        expression: `${t}.rfind(${p}, ${start}, ${end})`,
        outcome: int(findText(text, part, searchRange(text, start, end), true)),
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
      { expression: `${text}.lstrip()`, outcome: same(trimStart(value, spacesOf[kind])) },
      { expression: `${text}.rstrip()`, outcome: same(trimEnd(value, spacesOf[kind])) },
      {
        expression: `${text}.split(None, ${count})`,
        outcome: all(splitWords(value, most(count), spacesOf[kind])),
      },
      {
        expression: `${text}.rsplit(None, ${count})`,
        outcome: all(splitWordsFromRight(value, most(count), spacesOf[kind])),
      },
      { expression: `${text}.splitlines()`, outcome: all(splitLines(value, false, spacesOf[kind])) },
      { expression: `${text}.splitlines(True)`, outcome: all(splitLines(value, true, spacesOf[kind])) },
      { expression: `${text}.expandtabs(3)`, outcome: same(expandTabs(value, 3)) },
    ];
  });
  expect((await compareClaims(claims)).wrong).toEqual([]);
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
    const [shownText, shownInt] = [
      formatText(text, readSpec(specs.text, true)!),
      formatInt(number, readSpec(specs.int, false)!),
    ];
    const claim = (expression: string, value: string | undefined): Claim => ({
      expression,
      outcome: value === undefined ? undefined : str(value),
    });
    return [
      claim(`format(${quoted(text)}, ${quoted(specs.text)})`, shownText),
      claim(`format(${number}, ${quoted(specs.int)})`, shownInt),
      claim(`${quoted(text)}.center(${width}, ${quoted(fill)})`, centerText(text, width, fill)),
      claim(`${quoted(text)}.ljust(${width}, ${quoted(fill)})`, padText(text, width, fill, "<")),
      claim(`${quoted(text)}.rjust(${width}, ${quoted(fill)})`, padText(text, width, fill, ">")),
      claim(`${quoted(text)}.zfill(${width})`, zeroFill(text, width)),
    ];
  });
  const { wrong, known } = await compareClaims(claims);
  expect(wrong).toEqual([]);
  expect(known).toBeGreaterThan(claims.length * 0.9);
});
