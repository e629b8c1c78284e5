import { expect, test } from "vitest";
import {
  argumentsOf,
  changesItsObject,
  hasMember,
  resultOfMethod,
  typesWith,
} from "../../../engine/library/types.ts";

test("types have exactly the members they have in Python", () => {
  expect(hasMember("list", "append")).toBe(true);
  expect(hasMember("list", "push")).toBe(false);
  expect(hasMember("zip", "append")).toBe(false);
  expect(hasMember("list", "__len__")).toBe(true);
  expect(hasMember("DataFrame", "append")).toBeUndefined();
});

test("names of JavaScript's own objects are not types or members", () => {
  expect(hasMember("constructor", "name")).toBeUndefined();
  expect(hasMember("dict", "constructor")).toBe(false);
});

test("types with an attribute are ordered from most to least common", () => {
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

test("methods that change their object are marked", () => {
  const changing = ["append", "sort", "popitem", "discard", "rotate", "intersection_update"];
  expect(changing.filter((name) => !changesItsObject(name))).toEqual([]);
  expect(["copy", "index", "get", "union", "upper"].filter(changesItsObject)).toEqual([]);
});

test("a method has a result type only when all its types agree", () => {
  expect(resultOfMethod("split")).toBe("list");
  expect(resultOfMethod("append")).toBe("None");
  expect(resultOfMethod("index")).toBe("int");
  expect(resultOfMethod("copy")).toBeUndefined();
  expect(resultOfMethod("push")).toBeUndefined();
});
