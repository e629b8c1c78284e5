import { expect, test } from "vitest";
import { claimsIn, withdraw } from "../../../engine/execute/refuted-claims.ts";
import type { Diagnostic } from "../../../engine/verdict.ts";

const ofTypes: Diagnostic = { severity: "error", rule: "mypy:arg-type", message: "no", line: 3, column: 5 };
const ofOurs: Diagnostic = { ...ofTypes, rule: "python:missing-key", message: "There is no such key." };
const others: Diagnostic[] = [
  { ...ofTypes, severity: "warning", rule: "mypy:attr-defined" },
  { ...ofOurs, severity: "warning", rule: "python:unclosed-file" },
  { ...ofTypes, rule: "ruff:F821" },
  { ...ofTypes, rule: "mypy:incomplete", line: null },
  { ...ofTypes, rule: "python:incomplete", line: 3 },
];
const claims = [
  { rule: "mypy:arg-type", line: 3 },
  { rule: "python:missing-key", line: 3 },
];

test("running can refute only type errors and errors of our own rules that have a line", () => {
  expect(claimsIn([ofTypes, ofOurs, { ...ofOurs, line: null }, ...others])).toEqual(claims);
});

test("a refuted type error becomes an info diagnostic", () => {
  const [refuted] = withdraw([ofTypes], claims);
  expect(refuted).toMatchObject({ severity: "info", rule: "python:refuted-type-error", line: 3 });
  expect(refuted?.message).toBe("Line 3 ran and nothing was raised there, although mypy:arg-type says: no");
});

test("a refuted error of our own rules becomes a warning that says so", () => {
  expect(withdraw([ofOurs], claims)).toEqual([
    {
      ...ofOurs,
      severity: "warning",
      message:
        "There is no such key. Line 3 ran and nothing was raised there, so this does not reject the program.",
    },
  ]);
});

test("errors on other lines or of other rules are unchanged", () => {
  const elsewhere = [
    { ...ofTypes, line: 4 },
    { ...ofOurs, rule: "python:bad-value" },
  ];
  expect(withdraw(elsewhere, claims)).toEqual(elsewhere);
  expect(withdraw(others, claims)).toEqual(others);
});
