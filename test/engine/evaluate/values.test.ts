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

test("text whose characters JavaScript counts otherwise, and floats that are not finite, are known by type alone", () => {
  expect(str("a")).toEqual({ kind: "str", value: "a" });
  expect(str("😀")).toEqual(some("str"));
  expect(float(Infinity)).toEqual(some("float"));
});

test("what Python makes of scalars is taken over, what raises or is not worked out becomes something of a type", () => {
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

test("two readings are the same only where they must be one value", () => {
  expect(isSame(int(1), int(1))).toBe(true);
  expect(isSame(int(1), bool(true))).toBe(false);
  expect(isSame({ kind: "unknown" }, { kind: "unknown" })).toBe(false);
  expect(isSame({ kind: "unknown", id: 3 }, { kind: "unknown", id: 3 })).toBe(true);
  expect([int(1), some("int")].map(isScalar)).toEqual([true, false]);
});
