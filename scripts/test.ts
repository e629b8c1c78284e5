/** Every check and every test. All of them run, whatever fails: one run tells everything there is to fix. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { codeChecks, runTools, type ToolRun } from "./tool-runs.ts";

/** The part of vitest's JSON report that is counted here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: "passed" | "failed";
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

/** More files than these do not fail by chance. */
const maxFilesAgain = 10;
const maxShown = 12;

const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
const reportFile = join(folder, "report.json");
const aloneFile = join(folder, "alone.json");
try {
  const everyTest = { ...vitest("tests", process.argv.slice(2), reportFile), secondTry: failedFilesAlone };
  const contracts = { name: "contracts", tool: "scripts/chain/test-contracts.ts" };
  const checks = [...codeChecks, contracts].map((run) => ({ ...run, isBeside: true }));
  process.exitCode = await runTools([everyTest, ...checks], { afterFailure: "go on" });
  console.log(`\n${describeRuns()}`);
} finally {
  rmSync(folder, { recursive: true });
}

function vitest(name: string, args: readonly string[], outputFile: string): ToolRun {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`];
  return { name, tool: "vitest", args: ["run", ...reporters, ...args] };
}

/** Files that failed run once more, one at a time: on a busy machine a test may have starved beside others. */
function failedFilesAlone(): ToolRun | null {
  const files = readReport(reportFile)?.testResults.filter(({ status }) => status === "failed") ?? [];
  if (files.length === 0 || files.length > maxFilesAgain) return null;
  const names = files.map(({ name }) => relative(process.cwd(), name));
  return vitest("failed alone", ["--maxWorkers=1", ...names], aloneFile);
}

function readReport(file: string): Report | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function describeRuns(): string {
  const [all, alone] = [readReport(reportFile), readReport(aloneFile)];
  if (all === null) return "No tests ran.";
  const counted = [...longest(all), "", count(all)];
  if (alone === null) return [...counted, ...failures(all)].join("\n");
  const stillFailed = failures(alone);
  return [
    ...counted,
    "These failed beside others:",
    ...failures(all),
    stillFailed.length === 0 ? "Each of these files passed when it ran alone." : "These failed alone, too:",
    ...stillFailed,
  ].join("\n");
}

function count(report: Report): string {
  // A file that could not be loaded has failed without a single failed test in it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return `${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles.length} failed`;
}

function longest({ testResults }: Report): string[] {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, maxShown)
    .map(({ name, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${relative(process.cwd(), name)}`);
  return ["The longest files:", ...files];
}

/** The names of what failed, once more at the very end: a log is often read from there. */
function failures({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    if (status === "passed") return [];
    const failed = assertionResults.filter((result) => result.status === "failed");
    const names = failed.length > 0 ? failed.map(({ fullName }) => fullName) : ["could not be loaded"];
    return names.map((test) => `  ${relative(process.cwd(), name)}: ${test}`);
  });
}
