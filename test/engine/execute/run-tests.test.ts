import { describe, expect, test } from "vitest";
import type { ChosenSource } from "../../../engine/execute/chosen-source.ts";
import type { TestRun } from "../../../engine/execute/protocol.ts";
import { runTests } from "../../../engine/execute/run-tests.ts";
import type { BoxSession } from "../../../engine/execute/session.ts";

const sourceOf = (files: Record<string, string>): ChosenSource => ({
  text: "x = 1\n",
  lineOf: (line) => line,
  claims: [],
  project: { main: "main.py", base: "", files },
});

/** A box in which the tests come to this, for each source in turn. */
function session(...runs: TestRun[]): BoxSession {
  const run = async () => [{ tests: runs.shift(), timed_out: false }];
  return { run, leftMs: () => 1000, budgetMs: 1000 } as unknown as BoxSession;
}

const failed = (test: string, file = "test_a.py") =>
  ({ test, outcome: "failed", file, line: 3, message: "assert 1 == 2" }) as const;
const passed = { test: "t", outcome: "passed", file: "test_a.py", line: 1, message: "" } as const;
const ran = (...outcomes: TestRun["outcomes"]): TestRun => ({
  is_installed: true,
  is_finished: true,
  outcomes,
});

describe("the tests of a submission", () => {
  const source = sourceOf({ "test_a.py": "" });

  test("are counted, and each failure is reported at its line", async () => {
    const { counts, diagnostics } = await runTests(
      session(ran(passed, failed("test_a.py::b"))),
      source,
      undefined,
    );
    expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
    expect(diagnostics).toEqual([
      {
        severity: "error",
        rule: "pytest:failed",
        message: "test_a.py::b: assert 1 == 2",
        line: 3,
        column: null,
        file: "test_a.py",
      },
    ]);
  });

  test("are reported on the main file without a line when their file was not sent", async () => {
    const { diagnostics } = await runTests(session(ran(failed("x", "/etc/x.py"))), source, undefined);
    expect(diagnostics).toMatchObject([{ file: "main.py", line: null }]);
  });

  test("fail with a message that names the remedy when the box has no pytest", async () => {
    const report = await runTests(
      session({ is_installed: false, is_finished: false, outcomes: [] }),
      source,
      sourceOf({ "test_a.py": "" }),
    );
    expect(report).toMatchObject({ counts: undefined, failed: 1 });
    expect(report.diagnostics).toMatchObject([{ rule: "pytest:not-installed", severity: "error" }]);
    expect(report.diagnostics[0]!.message).toContain("SANDBOX_PACKAGES");
  });

  test("select the submitted files when fewer tests fail there", async () => {
    const rival = sourceOf({ "test_a.py": "" });
    const better = await runTests(session(ran(failed("a"), failed("b")), ran(failed("a"))), source, rival);
    expect(better).toMatchObject({ counts: { failed: 1 } });
    expect(better.source).toBe(rival);
    expect((await runTests(session(ran(failed("a")), ran(failed("a"))), source, rival)).source).toBe(source);
  });
});
