import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { crashingPairs } from "../../quality/crashing-programs.ts";

const pairs = [...crashingPairs(1), ...crashingPairs(2)];
/** Functions that nobody calls: only their own text tells. */
const uncalled = crashingPairs(3);
/** Indexes against lengths, types by use, conversions of known text, attributes that nobody sets. */
const byUse = crashingPairs(4);
/** The max length that slices, splits and cleared collections hold, and attributes that only another class sets. */
const byMaxLength = crashingPairs(5);
const hasError = (code: string): boolean => {
  const { diagnostics, failures } = runChecks(readTree(code)!);
  expect(failures).toEqual([]);
  return diagnostics.some(({ severity }) => severity === "error");
};

test("no working program of the labelled set gets an error", () => {
  expect(
    [...pairs, ...uncalled, ...byUse, ...byMaxLength]
      .filter(({ working }) => hasError(working))
      .map(({ name }) => name),
  ).toEqual([]);
});

test("our checks alone find nine in ten of the crashing programs", () => {
  const found = pairs.filter(({ crashing }) => hasError(crashing)).length;
  expect(pairs.length).toBeGreaterThanOrEqual(120);
  expect(found / pairs.length).toBeGreaterThan(0.9);
});

test("our checks find seven in ten crashes in functions that nothing calls", () => {
  const found = uncalled.filter(({ crashing }) => hasError(crashing)).length;
  expect(uncalled.length).toBeGreaterThanOrEqual(60);
  expect(found / uncalled.length).toBeGreaterThan(0.7);
});

test("our checks find nine in ten crashes that follow from lengths, uses and known text", () => {
  const found = byUse.filter(({ crashing }) => hasError(crashing)).length;
  expect(byUse.length).toBeGreaterThanOrEqual(50);
  expect(found / byUse.length).toBeGreaterThanOrEqual(0.9);
});

test("our checks find nine in ten crashes that follow from the max length of a value", () => {
  const found = byMaxLength.filter(({ crashing }) => hasError(crashing)).length;
  expect(byMaxLength.length).toBeGreaterThanOrEqual(30);
  expect(found / byMaxLength.length).toBeGreaterThanOrEqual(0.9);
});
