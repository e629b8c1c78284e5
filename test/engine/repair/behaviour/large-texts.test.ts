import { expect, test } from "vitest";
import { inspect } from "../../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../../engine/lint/lint.ts";
import { behaviourRepairs } from "../../../../engine/repair/behaviour/index.ts";
import { createProgram } from "../../../../engine/repair/program.ts";
import { readTree } from "../../../../engine/tree/tree.ts";
import { processorMs } from "../../../support/processor-time.ts";

const linter = createLinter();

function proposed(text: string): number {
  const program = createProgram(readTree(text)!, inspect(linter, text));
  return behaviourRepairs.flatMap(({ propose }) => [...propose(program)]).length;
}

const faulty = [
  "def add{n}(item, items=[]):\n    items.append(item)\n    return items\n",
  "def load{n}(path):\n    f = open(path)\n    text = f.read()\n    return text\n    print(text)\n",
  'def show{n}(name):\n    print("{nmae}".format(name=name))\n    ++name\n    ValueError(name)\n',
  "def read{n}(text):\n    try:\n        return int(text)\n    except:\n        pass\n",
];

test("a text of 200,000 characters full of mistakes is repaired in seconds", () => {
  let text = "";
  for (let n = 0; text.length < 195_000; n += 1)
    text += faulty[n % faulty.length]!.replaceAll("{n}", `_${n}`);
  expect(processorMs(() => expect(proposed(text)).toBeGreaterThan(100))).toBeLessThan(30_000);
});

test("a text with a sum of thousands of terms is repaired", () => {
  const sum = Array.from({ length: 2500 }, (_, n) => `a${n % 7}`).join(" + ");
  const names = Array.from({ length: 7 }, (_, n) => `a${n}`).join(", ");
  const text = `def total(${names}, items=[]):\n    items.append(${sum})\n    return items\n`;
  expect(proposed(text)).toBe(1);
});
