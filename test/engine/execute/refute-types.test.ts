import { expect, test } from "vitest";
import { refuteTypes, typeErrorLines } from "../../../engine/execute/refute-types.ts";
import type { Diagnostic } from "../../../engine/verdict.ts";

const error: Diagnostic = { severity: "error", rule: "mypy:arg-type", message: "no", line: 3, column: 5 };
const others: Diagnostic[] = [
  { ...error, severity: "warning", rule: "mypy:attr-defined" },
  { ...error, rule: "ruff:F821" },
  { ...error, rule: "mypy:incomplete", line: null },
];

test("only type errors with a line are suspects", () => {
  expect(typeErrorLines([error, ...others])).toEqual([3]);
});

test("a type error on a line that ran in passing examples is passed on as information", () => {
  const [refuted] = refuteTypes([error], new Set([3]));
  expect(refuted).toMatchObject({ severity: "info", rule: "python:refuted-type-error", line: 3 });
  expect(refuted?.message).toContain("mypy:arg-type says: no");
});

test("one on a line that did not run, and everything else, stays as it is", () => {
  expect(refuteTypes([error], new Set([4]))).toEqual([error]);
  expect(refuteTypes(others, new Set([3]))).toEqual(others);
});
