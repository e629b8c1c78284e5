/** Every check and every test. All of them run, whatever fails: one run tells everything there is to fix. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeChecks, runTools } from "./tool-runs.ts";

/** The part of vitest's JSON report that is counted here. */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: "passed" | "failed"; assertionResults: { status: string }[] }[];
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
  console.log(existsSync(reportFile) ? `\n${count(readReport())}` : "\nNo tests ran.");
} finally {
  rmSync(folder, { recursive: true });
}

function readReport(): Report {
  return JSON.parse(readFileSync(reportFile, "utf8"));
}

function count(report: Report): string {
  // A file that could not be loaded has failed without a single failed test in it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  return `${report.numPassedTests} passed, ${report.numFailedTests + brokenFiles.length} failed`;
}
