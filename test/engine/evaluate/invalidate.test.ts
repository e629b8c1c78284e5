import { expect, test } from "vitest";
import { failures, known } from "../../support/evaluate.ts";

test.each([
  ["x = 1\nfor n in unheard:\n    x = 2", "x", "unknown"],
  ["x = 1\ny = 5\nfor n in unheard:\n    x = 'a'", "y", "5"],
  ["x = [1]\nfor n in unheard:\n    x.append(n)", "len(x)", "unknown"],
  ["x = [1]\nfor n in unheard:\n    len(x)", "len(x)", "1"],
])(
  "a value that a loop of unknown length may change becomes unknown: %j, then %s is %s",
  (program, expression, expected) => {
    expect(known(program, expression)).toBe(expected);
  },
);

// Each loop runs code of the program that fills the list: none of these fails.
test.each([
  ["a function", "def len(x): x.append(1)\nxs = []\nfor n in unheard:\n    len(xs)\nprint(xs[0])"],
  ["a lambda", "len = lambda x: x.append(1)\nxs = []\nfor n in unheard:\n    len(xs)\nprint(xs[0])"],
  [
    "a parameter",
    "def go(len):\n    xs = []\n    for n in unheard:\n        len(xs)\n    print(xs[0])\ngo(lambda x: x.append(1))",
  ],
  ["what another module has", "from m import *\nxs = []\nfor n in unheard:\n    len(xs)\nprint(xs[0])"],
  [
    "what is assigned in a function",
    "def set_len():\n    global len\n    len = list.pop\nxs = []\nset_len()\nfor n in unheard:\n    len(xs)\nprint(xs[0])",
  ],
])("a name of Python's own that stands for %s is not taken for Python's", (_, program) => {
  expect(failures(program)).toEqual([]);
});

test.each([
  ["comprehension", "n = 3\nfor k in unheard:\n    [n for n in range(2)]"],
  ["class", "n = 3\nfor k in unheard:\n    class A:\n        n = 5"],
  ["function", "n = 3\nfor k in unheard:\n    def f():\n        n = 5"],
  ["lambda", "n = 3\nfor k in unheard:\n    f = lambda n: n"],
])("a name that a %s binds for itself keeps the value it has outside", (_, program) => {
  expect(known(program, "n")).toBe("3");
});

test.each([
  ["n = 3\nfor k in unheard:\n    [n := 4 for m in range(2)]"],
  ["n = 3\nfor k in unheard:\n    class A:\n        global n\n        n = 5"],
  ["n = 3\nfor k in unheard:\n    import a as n"],
  ["n = 3\nfor k in unheard:\n    def n(): pass"],
])("a name that a loop binds outside of what it opens is not known behind it: %j", (program) => {
  expect(known(program, "n")).toBe("unknown");
});
