import { execFileSync } from "node:child_process";
import { dirname, join, relative } from "node:path";
import { chooseTests, type ChosenTests } from "./check/choose-tests.ts";
import { lastDurations } from "./check/last-durations.ts";
import { createCommand, runCommand } from "./command.ts";
import { readSourceFiles } from "./structure/source-files.ts";
import { codeChecks, runTools, type ToolRun } from "./tool-runs.ts";

const usage = `npm run check [-- --all]

Run it before a commit: format, lint, types, unused code, then the tests of the map and of the documents, and the unit
tests closest by imports to what you changed since the last commit (with nothing changed: in the last commit), as many
as took two and a half minutes of work when they last ran. It says how many were left out.

  --all   every unit test; npm test runs these and all others`;

const root = join(import.meta.dirname, "..");
/** On two cores half of it, and loading. */
const budgetS = 150;

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

const unit = ["--project", "unit"];

function choose(): ChosenTests {
  const tracked = lines("git", ["ls-files", "*.ts", "*.mjs"]);
  const folders = new Set(tracked.filter((path) => path.includes("/")).map((path) => path.split("/", 1)[0]!));
  const listed = lines(join(root, "node_modules/.bin/vitest"), ["list", "--filesOnly", "--json", ...unit]);
  const tests = (JSON.parse(listed.join("\n")) as { file: string }[]).map(({ file }) => relative(root, file));
  return chooseTests({
    files: [...folders].flatMap((folder) => readSourceFiles(root, folder)),
    tests: tests.filter((test) => !documents.args?.includes(test)),
    changed: changedFiles(),
    durations: lastDurations(root),
    budgetS,
  });
}

function changedFiles(): string[] {
  const since = lines("git", ["status", "--porcelain"]).length === 0 ? "HEAD~1" : "HEAD";
  const untracked = lines("git", ["ls-files", "--others", "--exclude-standard"]);
  return [...lines("git", ["diff", "--name-only", since]), ...untracked];
}

function lines(command: string, args: readonly string[]): string[] {
  return execFileSync(command, args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
}

function describeLeft(left: readonly string[]): string {
  const folders = Map.groupBy(left, dirname);
  const rows = Array.from(folders, ([folder, files]) => `  ${String(files.length).padStart(4)}  ${folder}`);
  return [
    `\nNot run: ${left.length} test files further from the change. npm run check -- --all`,
    ...rows,
  ].join("\n");
}

const check = createCommand({
  usage,
  options: { all: { type: "boolean", default: false } },
  run: async ({ all }) => {
    const { chosen, left } = all ? { chosen: [], left: [] } : choose();
    const tests = { name: all ? "unit tests" : "changed", tool: "vitest", args: ["run", ...unit, ...chosen] };
    const runs = [...codeChecks, documents, ...(all || chosen.length > 0 ? [tests] : [])];
    const exitCode = await runTools(runs, { afterFailure: "stop" });
    if (left.length > 0) console.log(describeLeft(left));
    return exitCode;
  },
});

await runCommand(check);
