import type { Diagnostic, TestCounts } from "../verdict.ts";
import type { ChosenSource } from "./chosen-source.ts";
import type { TestOutcome, TestRun } from "./protocol.ts";
import { minRunMs, type BoxSession } from "./session.ts";

/** What came of the tests that stand in files of the program. They are its author's, and so is what they say. */
export type TestReport = Readonly<{
  source: ChosenSource;
  /** Undefined: they were not run. */
  counts: TestCounts | undefined;
  diagnostics: readonly Diagnostic[];
  /** How many speak against the program; what was not run counts as one. */
  failed: number;
}>;

/** What the tests may use of what is left of the caller's time: the program is run after them. */
const shareOfRest = 0.7;

/** Where tests fail for a text and fewer fail for its rival, use the rival. */
export async function runTests(
  session: BoxSession,
  source: ChosenSource,
  rival: ChosenSource | undefined,
): Promise<TestReport> {
  const report = await runOnce(session, source);
  if (report.failed === 0 || report.counts === undefined || !rival || session.leftMs() <= 0) return report;
  const other = await runOnce(session, rival);
  return other.counts !== undefined && other.failed < report.failed ? other : report;
}

async function runOnce(session: BoxSession, source: ChosenSource): Promise<TestReport> {
  const paths = source.project ? [source.project.main, ...Object.keys(source.project.files)] : [];
  if (!paths.some((path) => /(?:^|\/)test_[^/]*\.py$/.test(path)))
    return notRun(source, say("pytest:no-tests", noTests));
  const wall_ms = Math.round(Math.max(minRunMs, session.leftMs() * shareOfRest));
  const [result] = await session.run(source.text, [{ id: "tests", mode: "tests", wall_ms }], source.project);
  const { tests, timed_out: isLate } = result!;
  if (tests?.is_installed === false) return notRun(source, say("pytest:not-installed", notInstalled));
  return toReport(source, tests ?? nothing, isLate ? `after ${wall_ms / 1000} seconds` : "before its end");
}

const noTests = "`options.pytest` is set, and no file is named test_*.py. Send the tests in `files`.";
const notInstalled =
  "The tests were not run: the sandbox of this deployment does not have pytest. Its operator can add it with " +
  "SANDBOX_PACKAGES, for example pytest==9.2.0.";
const nothing: TestRun = { is_installed: true, is_finished: false, outcomes: [] };

function toReport(source: ChosenSource, { is_finished, outcomes }: TestRun, stopped: string): TestReport {
  const count = (wanted: TestOutcome["outcome"]): number =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  const diagnostics = outcomes
    .filter(({ outcome }) => outcome === "failed")
    .map((test) => toDiagnostic(source, test));
  if (!is_finished) diagnostics.push(say("pytest:unfinished", `The tests were stopped ${stopped}.`));
  return {
    source,
    counts: { passed: count("passed"), failed: count("failed"), skipped: count("skipped") },
    diagnostics,
    failed: diagnostics.length,
  };
}

function toDiagnostic(source: ChosenSource, { test, file, line, message }: TestOutcome): Diagnostic {
  const { main = "", files = {} } = source.project ?? {};
  const known = file === main || Object.hasOwn(files, file) ? file : main;
  const place = { line: known === file ? source.lineOf(line, file) : null, file: known };
  return { ...say("pytest:failed", `${test}: ${message || "it failed"}`), ...place };
}

function notRun(source: ChosenSource, diagnostic: Diagnostic): TestReport {
  return { source, counts: undefined, diagnostics: [diagnostic], failed: 1 };
}

function say(rule: string, message: string): Diagnostic {
  return { severity: "error", rule, message, line: null, column: null };
}
