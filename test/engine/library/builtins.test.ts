import { expect, test } from "vitest";
import { builtin, builtinNames, exceptionLineage, isBuiltin } from "../../../engine/library/builtins.ts";

test("builtins are the names that every program can read", () => {
  const known = ["len", "ValueError", "ExceptionGroup", "NotImplemented", "exit"];
  expect(known.filter((name) => !isBuiltin(name))).toEqual([]);
  const others = ["raw_input", "WindowsError", "frozendict", "license", "__name__", "ellipsis", "math"];
  expect(others.filter(isBuiltin)).toEqual([]);
  expect([...builtinNames()]).toEqual([...builtinNames()].toSorted());
});

test("a builtin has a kind and a result type", () => {
  expect(builtin("len")).toMatchObject({ kind: "function", parameters: ["obj", "/"], result: "int" });
  expect(builtin("list")).toMatchObject({ kind: "class", result: "list" });
  expect(builtin("KeyError")).toMatchObject({ kind: "exception", base: "LookupError" });
  expect(builtin("Ellipsis")).toMatchObject({ kind: "value" });
  expect(builtin("license")).toBeUndefined();
});

test("exceptions list their base classes, also for old names", () => {
  expect(exceptionLineage("KeyError")).toEqual(["KeyError", "LookupError", "Exception", "BaseException"]);
  expect(exceptionLineage("IOError")).toEqual(["OSError", "Exception", "BaseException"]);
  expect(exceptionLineage("len")).toEqual([]);
  expect(exceptionLineage("MyError")).toEqual([]);
});
