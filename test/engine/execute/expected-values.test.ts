import { expect, test } from "vitest";
import { wantedBy } from "../../../engine/execute/expected-values.ts";
import type { Example } from "../../../engine/execute/protocol.ts";

const assertion = (text: string, expected: string | null): Example => ({
  index: 0,
  line: null,
  text,
  expected,
  kind: "assertion",
  problem: null,
  held: false,
  got: null,
  weak: null,
});

test("rarer expected values count for more bits, and repeated values count once", () => {
  const bitsOf = (...values: string[]): number =>
    wantedBy(values.map((value) => assertion("assert f(1) == …", value))).bits;
  const rising = ["True", "1", "7", "123456", "'a long text'", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]"];
  const bits = rising.map((value) => bitsOf(value));
  expect(bits).toEqual(bits.toSorted((a, b) => a - b));
  expect(bitsOf("7", "7")).toBe(bitsOf("7"));
  expect(bitsOf("7", "8")).toBeGreaterThan(bitsOf("7"));
});

test("a boolean counts for one bit, however it is asserted", () => {
  const asked = [
    assertion("assert f(1) == True", "True"),
    assertion("assert is_prime(7)", null),
    assertion("assert not is_prime(8)", null),
  ];
  expect(wantedBy(asked)).toEqual({ bits: 2, isOneBit: true });
  expect(wantedBy([...asked, assertion("assert f(1) == 2", "2")]).isOneBit).toBe(false);
});

test("a test with unseen values counts for a fixed number of bits", () => {
  expect(wantedBy([{ ...assertion("test_f", null), kind: "test" }])).toEqual({ bits: 3, isOneBit: false });
});
