import { expect, test } from "vitest";
import { inspect } from "../../../engine/tasks/inspect.ts";
import { createLinter } from "../../../engine/lint/lint.ts";

const linter = createLinter();

/** The lines on which an attribute is said to be missing. */
function missingIn(program: string): (number | null)[] {
  const found = inspect(linter, program).diagnostics.filter(({ rule }) => rule === "python:missing-member");
  return found.map(({ line }) => line);
}

test.each([
  'f = open("x.txt")\nf.note = 1\nprint(f.note)\n',
  'def mark(f):\n    f.note = 1\n\n\nf = open("x.txt")\nmark(f)\nprint(f.note)\n',
  'f = open("x.txt")\nsetattr(f, "note", 1)\nprint(f.note)\n',
  'f = open("x.txt")\nf.__dict__["note"] = 1\nprint(f.note)\n',
  'from collections import Counter\n\nc = Counter("abc")\nc.seen = 3\nprint(c.seen)\n',
  "from collections import OrderedDict\n\nc = OrderedDict()\nc.seen = 3\nprint(c.seen)\n",
])("an attribute that a program sets on a built-in object exists: %j", (program) => {
  expect(missingIn(program)).toEqual([]);
});

test.each([
  ['f = open("x.txt")\nf.note = 1\nprint(f.readLines())\n', [3]],
  ['from collections import Counter\n\nc = Counter("abc")\nprint(c.most())\n', [4]],
  ["x = [1]\ny = x.lenght\n", [2]],
])("an attribute that nothing sets is missing: %j", (program, lines) => {
  expect(missingIn(program)).toEqual(lines);
});
