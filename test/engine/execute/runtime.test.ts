import { expect, test } from "vitest";
import { notRun, toOutputDiagnostics, toRunDiagnostics } from "../../../engine/execute/runtime.ts";

const ended = { ...notRun, ran: true, returncode: 0 };
const rulesOf = (report: typeof ended): string[] => toRunDiagnostics(report, 10_000).map(({ rule }) => rule);

test("a program that ends well is not reported", () => {
  expect(rulesOf(ended)).toEqual([]);
});

test("an uncaught exception names itself and the line of the submitted file that raised it", () => {
  const stderr = [
    "Traceback (most recent call last):",
    '  File "/tmp/w/main.py", line 9, in <module>',
    '  File "/tmp/w/main.py", line 4, in f',
    '  File "/usr/lib/python3.13/json/__init__.py", line 346, in loads',
    "ValueError: no",
    "",
  ].join("\n");
  expect(toRunDiagnostics({ ...ended, returncode: 1, stderr }, 10_000)).toEqual([
    {
      severity: "error",
      rule: "python:uncaught-exception",
      message: "The program ends with ValueError: no",
      line: 4,
      column: null,
    },
  ]);
});

test("the other ways of ending badly are told apart", () => {
  expect(rulesOf({ ...ended, returncode: 3 })).toEqual(["python:exit-status"]);
  expect(rulesOf({ ...ended, returncode: -11 })).toEqual(["python:crash"]);
  expect(rulesOf({ ...ended, returncode: -9, timed_out: true })).toEqual(["python:timeout"]);
  expect(rulesOf({ ...ended, returncode: -9, output_limit: true } as typeof ended)).toEqual([
    "python:output-limit",
  ]);
});

test("expected output must match to the letter", () => {
  expect(toOutputDiagnostics({ ...ended, stdout: "1\n" }, "1\n")).toEqual([]);
  expect(toOutputDiagnostics({ ...ended, stdout: "1\n" }, null)).toEqual([]);
  expect(toOutputDiagnostics({ ...ended, stdout: "1" }, "1\n")[0]).toMatchObject({
    rule: "expected-output",
    severity: "error",
    line: null,
  });
});

test("output that was cut never matches", () => {
  expect(toOutputDiagnostics({ ...ended, stdout: "1", stdout_truncated: true }, "1")).toHaveLength(1);
});
