import { expect, test } from "vitest";
import {
  argumentsOf,
  changesItsObject,
  hasMember,
  lacks,
  resultOfMethod,
  typesWith,
} from "../../../engine/library/types.ts";

test("types have what they have in Python, and nothing else", () => {
  expect(hasMember("list", "append")).toBe(true);
  expect(hasMember("list", "push")).toBe(false);
  expect(hasMember("zip", "append")).toBe(false);
  expect(hasMember("list", "__len__")).toBe(true);
  expect(hasMember("DataFrame", "append")).toBeUndefined();
});

test("names of JavaScript's own objects are no types and no members", () => {
  expect(hasMember("constructor", "name")).toBeUndefined();
  expect(hasMember("dict", "constructor")).toBe(false);
});

test("the common types with an attribute come in the order of how common they are", () => {
  expect(typesWith("append")).toEqual(["list", "deque"]);
  expect(typesWith("upper")).toEqual(["str", "bytes"]);
  expect(typesWith("push")).toEqual([]);
});

test.each([
  ["str", "upper", { min: 0, max: 0 }],
  ["str", "replace", { min: 2, max: 3 }],
  ["bytes", "find", { min: 1, max: 3 }],
  ["list", "sort", { min: 0, max: 0 }],
  ["set", "union", { min: 0, max: Infinity }],
  ["Counter", "pop", { min: 1, max: 2 }],
  ["list", "push", undefined],
])("%s.%s takes %o arguments by position", (type, method, range) => {
  expect(argumentsOf(type, method)).toEqual(range);
});

test("methods that change their object are told from those that do not", () => {
  const changing = ["append", "sort", "popitem", "discard", "rotate", "intersection_update"];
  expect(changing.filter((name) => !changesItsObject(name))).toEqual([]);
  expect(["copy", "index", "get", "union", "upper"].filter(changesItsObject)).toEqual([]);
});

test("a method gives one type only where all that have it agree", () => {
  expect(resultOfMethod("split")).toBe("list");
  expect(resultOfMethod("append")).toBe("None");
  expect(resultOfMethod("index")).toBe("int");
  expect(resultOfMethod("copy")).toBeUndefined();
  expect(resultOfMethod("push")).toBeUndefined();
});

test("what a type's values never take is what CPython refuses", () => {
  const refused = (["call", "getitem", "hash", "iter", "len", "setitem"] as const).filter((operation) =>
    lacks("frozenset", operation),
  );
  expect(refused).toEqual(["call", "getitem", "setitem"]);
  expect(lacks("list", "hash")).toBe(true);
  expect(lacks("list", "setitem")).toBe(false);
  expect(lacks("a type of others", "len")).toBe(false);
});
