import { expect, test } from "vitest";
import { failures, known } from "../../support/evaluate.ts";

test.each([
  ["s = 0\nfor n in [1, 2, 3]:\n    s += n", "s", "6"],
  ["n = 1\nwhile n < 50:\n    n *= 2", "n", "64"],
  ["for n in range(9):\n    if n == 4:\n        break\nelse:\n    n = 99", "n", "4"],
  ["for n in range(2):\n    pass\nelse:\n    n = 99", "n", "99"],
  ["s = 0\nfor n in range(10**9):\n    s += 1", "s", "unknown"],
])("a loop with known iterations is evaluated: %j, then %s is %s", (program, expression, expected) => {
  expect(known(program, expression)).toBe(expected);
});

test("iterating over a file yields lines of text", () => {
  expect(failures("for line in open('a'):\n    line.cout('b')\n")).toEqual(["AttributeError in line 2"]);
});

/** In the first round `last` is None and `seen` is empty; in later ones they are not. */
const inLoop = (body: string): string =>
  `def f(rows):\n    last, seen = None, []\n    for row in rows:\n${body.replaceAll(/^/gm, "        ")}\n        last = row\n        seen.append(row)\n`;

test.each([
  ["while row.more():\n    print(seen[0])"],
  ["while seen != row:\n    seen.pop()\n    print(seen[-1])"],
  ["for part in row.again():\n    print(last.title)"],
  ["try:\n    row.open()\nexcept OSError:\n    print(last.title)"],
  ["print([last.title for part in row.again()])"],
  ["print([last.title for part in (1, 2) if row.has(part)])"],
  ["print([part for part in (1, 2) if row.has(part) and last.title])"],
  ["print(row.again and last.title, last.title if row.again else 1)"],
  ["match row:\n    case 1:\n        print(last.title)"],
])("code that only later iterations may reach is not reported in the first: %j", (body) => {
  expect(failures(inLoop(body))).toEqual([]);
});

test.each([
  ["print(last.title)", ["AttributeError in line 4"]],
  ["for part in (1, 2):\n    print(seen[0])", ["IndexError in line 5"]],
  ["for part in row.again():\n    print(None.title, [][0])", ["IndexError in line 5"]],
])("code that every first iteration reaches is reported: %j", (body, expected) => {
  expect(failures(inLoop(body))).toEqual(expected);
});
