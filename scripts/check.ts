import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { codeChecks, runTools, type ToolRun } from "./tool-runs.ts";

const usage = `npm run check [-- --all]

Run it before a commit: format, lint, types, unused code, then the tests of the map and of the documents, and the
unit tests that import anything you changed since the last commit (with nothing changed: in the last commit).

  --all   every unit test; npm test runs these and all others`;

/** What the others read without importing it: documents, settings, the map of the code. */
const documents: ToolRun = {
  name: "documents",
  tool: "vitest",
  args: [
    "run",
    ...["architecture", "deploy", "docs", "example-env", "lockfile", "tool-list", "words"].map(
      (name) => `test/${name}.test.ts`,
    ),
    "pages",
  ],
};

function unitTests(isAll: boolean): ToolRun {
  const args = ["run", "--project", "unit"];
  return isAll
    ? { name: "unit tests", tool: "vitest", args }
    : { name: "changed", tool: "vitest", args: [...args, "--changed", changedSince(), "--passWithNoTests"] };
}

function changedSince(): string {
  const isClean = execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }).trim() === "";
  return isClean ? "HEAD~1" : "HEAD";
}

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
if (values.help) console.log(usage);
else {
  const runs = [...codeChecks, documents, unitTests(values.all)];
  process.exitCode = await runTools(runs, { afterFailure: "stop" });
}
