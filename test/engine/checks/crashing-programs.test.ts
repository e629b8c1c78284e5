import { expect, test } from "vitest";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { crashingPairs } from "../../quality/crashing-programs.ts";

const pairs = [...crashingPairs(1), ...crashingPairs(2)];
const hasError = (code: string): boolean => {
  const { diagnostics, failures } = runChecks(readTree(code)!);
  expect(failures).toEqual([]);
  return diagnostics.some(({ severity }) => severity === "error");
};

test("no working program of the labelled set is called wrong", () => {
  expect(pairs.filter(({ working }) => hasError(working)).map(({ name }) => name)).toEqual([]);
});

test("nine in ten of its crashing programs are called wrong by our checks alone", () => {
  const found = pairs.filter(({ crashing }) => hasError(crashing)).length;
  expect(pairs.length).toBeGreaterThanOrEqual(120);
  expect(found / pairs.length).toBeGreaterThan(0.9);
});
