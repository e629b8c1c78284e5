import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { crashingPairs } from "../../quality/crashing-programs.ts";

const pairs = [...crashingPairs(1), ...crashingPairs(2)];
/** Functions that nobody calls: only their own text tells. */
const uncalled = crashingPairs(3);
/** Indexes against lengths, types by use, conversions of known text, attributes that nobody sets. */
const byUse = crashingPairs(4);
/** The most that slices, splits and cleared collections hold, and attributes that only another class sets. */
const byMost = crashingPairs(5);
const hasError = (code: string): boolean => {
  const { diagnostics, failures } = runChecks(readTree(code)!);
  expect(failures).toEqual([]);
  return diagnostics.some(({ severity }) => severity === "error");
};

test("no working program of the labelled set is called wrong", () => {
  expect(
    [...pairs, ...uncalled, ...byUse, ...byMost]
      .filter(({ working }) => hasError(working))
      .map(({ name }) => name),
  ).toEqual([]);
});

test("nine in ten of its crashing programs are called wrong by our checks alone", () => {
  const found = pairs.filter(({ crashing }) => hasError(crashing)).length;
  expect(pairs.length).toBeGreaterThanOrEqual(120);
  expect(found / pairs.length).toBeGreaterThan(0.9);
});

test("seven in ten are, where only the text of a function can tell", () => {
  const found = uncalled.filter(({ crashing }) => hasError(crashing)).length;
  expect(uncalled.length).toBeGreaterThanOrEqual(60);
  expect(found / uncalled.length).toBeGreaterThan(0.7);
});

test("nine in ten are, where lengths, uses and known text tell", () => {
  const found = byUse.filter(({ crashing }) => hasError(crashing)).length;
  expect(byUse.length).toBeGreaterThanOrEqual(50);
  expect(found / byUse.length).toBeGreaterThanOrEqual(0.9);
});

test("nine in ten are, where the most that something holds tells", () => {
  const found = byMost.filter(({ crashing }) => hasError(crashing)).length;
  expect(byMost.length).toBeGreaterThanOrEqual(30);
  expect(found / byMost.length).toBeGreaterThanOrEqual(0.9);
});
