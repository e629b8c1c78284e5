import { beforeAll, expect, test } from "vitest";
import {
  fitsUse,
  foreignMethods,
  givesText,
  methodIn,
  pythonFor,
  pythonForAny,
} from "../../../engine/library/foreign-methods.ts";
import { askCPython } from "../../support/folding/cpython.ts";
import { requireDocker } from "../../support/sandbox.ts";

beforeAll(requireDocker);

const values: Readonly<Record<string, string>> = {
  uncertain: '"ab"',
  list: "[1, 2]",
  "list[str]": '["a", "b"]',
  str: '"ab"',
  dict: "{0: 1}",
  defaultdict: "collections.defaultdict(int)",
  OrderedDict: "collections.OrderedDict()",
  Counter: "collections.Counter()",
  set: "{0, 1}",
  deque: "collections.deque([1])",
  tuple: "(1, 2)",
  bytes: 'b"ab"',
  range: "range(3)",
  int: "3",
  float: "1.5",
};

/** The names of a type that a value has already, and what Python cannot do with it, whatever the arguments. */
const wrong = `def wrong(new, spellings):
    found = []
    for python, names in spellings:
        found += [name for name in names.split() if hasattr(new(), name)]
        for a, b in [(0, "c"), (0, 1), ("b", "c"), ([0], 1), ({}, 1), (1, [])]:
            try:
                exec(python, {"x": new(), "a": a, "b": b})
                break
            except Exception:
                pass
        else:
            found.append(python)
    return found`;

test("CPython's types have the replacement methods and lack the foreign ones", async () => {
  const types = Object.entries(foreignMethods);
  const found = await askCPython(
    types.map(([type, spellings]) => ({
      before: wrong,
      expression: `", ".join(wrong(lambda: ${values[type]!}, ${JSON.stringify(Object.entries(spellings))}))`,
    })),
  );
  const isOfLists = "x.extend(a), x.pop(), x.remove(a)";
  expect(types.map(([type], at) => [type, found[at]![1]])).toEqual(
    types.map(([type]) => [type, type === "uncertain" ? isOfLists : ""]),
  );
});

test("the type selects the replacement, and an unknown type gets all candidates", () => {
  expect(pythonFor("set", "push")).toEqual(["x.add(a)"]);
  expect(pythonFor("list", "indexOf")).toEqual([]);
  expect(pythonFor("uncertain", "indexOf")).toEqual([]);
  expect(pythonForAny("indexOf")).toEqual(["x.index(a)", "x.find(a)"]);
  expect(pythonForAny("append")).toEqual(["x.add(a)"]);
  expect(pythonForAny("constructor")).toEqual([]);
});

test("a method that adds an item returns nothing, and only a length is read without a call", () => {
  expect(fitsUse("x.append(a)", { count: 1, isStatement: true })).toBe(true);
  expect(fitsUse("x.append(a)", { count: 1, isStatement: false })).toBe(false);
  expect(fitsUse("x.append(a)", { count: 2, isStatement: true })).toBe(false);
  expect(fitsUse("x[a] = b", { count: 2, isStatement: false })).toBe(false);
  expect(fitsUse("x[a:a + b]", { count: 2, isStatement: false })).toBe(true);
  expect(fitsUse("len(x)", { count: undefined, isStatement: false })).toBe(true);
  expect(fitsUse("x.upper()", { count: undefined, isStatement: false })).toBe(false);
});

test("a method with the same arguments is distinguished from other rewrites", () => {
  expect(["x.replace(a, b)", "x.pop()", "x.pop(0)", "len(x)"].map(methodIn)).toEqual([
    "replace",
    "pop",
    undefined,
    undefined,
  ]);
});

test.for([
  ["trim charAt substring concat repeat reverse toString zfill removeprefix", true],
  ["indexOf startsWith length toCharArray charCodeAt equalsIgnoreCase split push", false],
] as const)("%s return a string when called on a string: %s", ([methods, isText]) => {
  for (const method of methods.split(" ")) expect([method, givesText(method)]).toEqual([method, isText]);
});
