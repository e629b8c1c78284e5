import { expect, test } from "vitest";
import {
  bool,
  float,
  int,
  isSame,
  isScalar,
  keyOf,
  ofOutcome,
  some,
  str,
} from "../../../engine/evaluate/values.ts";

test("only the type is kept for text outside the basic plane and for floats that are not finite", () => {
  expect(str("a")).toEqual({ kind: "str", value: "a" });
  expect(str("😀")).toEqual(some("str"));
  expect(float(Infinity)).toEqual(some("float"));
});

test("a scalar result is kept, and one that raises or is not computed keeps only its type", () => {
  expect(ofOutcome({ kind: "int", value: 3n }, "int")).toEqual(int(3));
  expect(ofOutcome({ kind: "raises", exception: "ValueError" }, "int")).toEqual(some("int"));
  expect(ofOutcome(undefined, "str")).toEqual(some("str"));
});

test("equal values have one key", () => {
  const key = (value: Parameters<typeof keyOf>[0]) => keyOf(value, () => undefined);
  expect(new Set([key(int(1)), key(bool(true)), key(float(1))]).size).toBe(1);
  expect(key(str("1"))).not.toBe(key(int(1)));
  const pair = { type: "tuple", items: [int(1), str("a")], changed: 0 };
  expect(keyOf({ kind: "ref", id: 1 }, () => pair)).toBe(keyOf({ kind: "ref", id: 2 }, () => pair));
  expect(key(some("int"))).toBeUndefined();
});

test("two readings are the same only when they must be one value", () => {
  expect(isSame(int(1), int(1))).toBe(true);
  expect(isSame(int(1), bool(true))).toBe(false);
  expect(isSame({ kind: "unknown" }, { kind: "unknown" })).toBe(false);
  expect(isSame({ kind: "unknown", id: 3 }, { kind: "unknown", id: 3 })).toBe(true);
  expect([int(1), some("int")].map(isScalar)).toEqual([true, false]);
});
