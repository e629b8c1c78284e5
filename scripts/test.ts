/** Every check and every test. All of them run, whatever fails: one run tells everything there is to fix. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { codeChecks, runTools } from "./tool-runs.ts";

/** The part of vitest's JSON report that is counted here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: "passed" | "failed";
    assertionResults: { status: string; fullName: string }[];
  }[];
};

const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
const reportFile = join(folder, "report.json");
try {
  const everyTest = {
    name: "tests",
    tool: "vitest",
    args: [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${reportFile}`,
      ...process.argv.slice(2),
    ],
  };
  const contracts = { name: "contracts", tool: "scripts/chain/test-contracts.ts", isEarly: true };
  process.exitCode = await runTools([...codeChecks, contracts, everyTest], { afterFailure: "go on" });
  console.log(existsSync(reportFile) ? `\n${describe(readReport())}` : "\nNo tests ran.");
} finally {
  rmSync(folder, { recursive: true });
}

function readReport(): Report {
  return JSON.parse(readFileSync(reportFile, "utf8"));
}

function describe(report: Report): string {
  return [count(report), ...failures(report)].join("\n");
}

function count(report: Report): string {
  // A file that could not be loaded has failed without a single failed test in it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return `${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles.length} failed`;
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
