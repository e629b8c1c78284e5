import { describe, expect, test } from "vitest";
import { notRun, toOutputDiagnostics, toRunDiagnostics } from "../../../engine/execute/runtime.ts";

const ended = { ...notRun, ran: true, returncode: 0 };
const rulesOf = (report: typeof ended): string[] => toRunDiagnostics(report, 10_000).map(({ rule }) => rule);

test("a program that ends normally is not reported", () => {
  expect(rulesOf(ended)).toEqual([]);
});

test("an uncaught exception is reported by name with the submitted line that raised it", () => {
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

describe("a missing module", () => {
  const endsWith = (last: string, packages?: string[]) => {
    const stderr = `Traceback (most recent call last):\n  File "/tmp/w/main.py", line 2, in <module>\n${last}\n`;
    const [found] = toRunDiagnostics({ ...ended, returncode: 1, stderr }, 10_000, {
      packages: packages ?? [],
      canAskForMore: true,
    });
    return { rule: found?.rule, line: found?.line, message: found?.message };
  };
  const missing = "ModuleNotFoundError: No module named 'numpy'";

  test("is reported with the packages that the box has", () => {
    expect(endsWith(missing, ["idna==3.20", "pytest==9.2.0"])).toEqual({
      rule: "python:missing-package",
      line: 2,
      message:
        "The program imports `numpy`, which the sandbox does not have. " +
        "It has Python's standard library, and these packages: idna==3.20, pytest==9.2.0. " +
        "Add `numpy` to `options.packages`.",
    });
    expect(endsWith(missing).message).toMatch(/It has Python's standard library\. Add `numpy` /);
    expect(endsWith(missing.replace("numpy", "cv2")).message).toMatch(/Add `opencv-python` to /);
    expect(endsWith(missing.replace("numpy", "utils")).message).toMatch(
      /It has Python's standard library\.$/,
    );
  });

  test.for([
    "ModuleNotFoundError: No module named 'json.nothing'; 'json.nothing' is not a package",
    "ModuleNotFoundError: No module named 'pytest.nothing'",
    "ModuleNotFoundError: try again",
  ])("is an ordinary exception when its package exists or the program raised it: %s", (last) => {
    expect(endsWith(last)).toMatchObject({
      rule: "python:uncaught-exception",
      message: `The program ends with ${last}`,
    });
  });
});

test("the other kinds of failure are distinguished", () => {
  expect(rulesOf({ ...ended, returncode: 3 })).toEqual(["python:exit-status"]);
  expect(rulesOf({ ...ended, returncode: -11 })).toEqual(["python:crash"]);
  expect(rulesOf({ ...ended, returncode: -9, timed_out: true })).toEqual(["python:timeout"]);
  expect(rulesOf({ ...ended, returncode: -9, output_limit: true } as typeof ended)).toEqual([
    "python:output-limit",
  ]);
});

test("expected output must match exactly", () => {
  expect(toOutputDiagnostics({ ...ended, stdout: "1\n" }, "1\n")).toEqual([]);
  expect(toOutputDiagnostics({ ...ended, stdout: "1\n" }, null)).toEqual([]);
  expect(toOutputDiagnostics({ ...ended, stdout: "1" }, "1\n")[0]).toMatchObject({
    rule: "expected-output",
    severity: "error",
    line: null,
  });
});

test("truncated output never matches", () => {
  expect(toOutputDiagnostics({ ...ended, stdout: "1", stdout_truncated: true }, "1")).toHaveLength(1);
});
