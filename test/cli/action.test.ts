import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { passedOn } from "../support/processes.ts";
import { openCliStage, programs } from "./stage.ts";

type Script = Readonly<{ run: string; env: Readonly<Record<string, string>> }>;
type Action = Readonly<{
  inputs: Readonly<Record<string, { default: string }>>;
  runs: Readonly<{ steps: readonly Partial<Script>[] }>;
}>;
type Hook = Readonly<
  Record<"id" | "entry" | "language", string> & { types_or: readonly string[]; require_serial: boolean }
>;

const action = parse(readFileSync("action.yml", "utf8")) as Action;
const scripts = action.runs.steps.filter((step) => step.run !== undefined) as readonly Script[];
const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { valid, warned, wrong } = programs;

describe("action.yml", () => {
  test("is a composite action, and every input is described and optional", () => {
    expect(action).toMatchObject({ name: "Assay", runs: { using: "composite" } });
    expect(Object.keys(action.inputs).join(" ")).toBe(
      "files changed-against strict python write sarif url api-key",
    );
    for (const input of Object.values(action.inputs))
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
  });

  test("never puts an input into the text of a script, and uses every input", () => {
    for (const { run } of scripts) expect(run).not.toContain("${{");
    const used = scripts.flatMap((step) => Object.values(step.env)).join(" ");
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
  });

  test("installs what its own revision locks, and runs no package scripts", () => {
    expect(scripts[0]!.run).toMatch(/^npm ci --prefix "\$ASSAY" .*--ignore-scripts/);
  });
});

/** The last step as GitHub runs it. */
function runStep(folder: string, given: Record<string, string>) {
  const step = scripts.at(-1)!;
  const fillIn = (value: string): string =>
    value
      .replaceAll("${{ github.action_path }}", resolve("."))
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name) => given[name] ?? action.inputs[name]!.default);
  const env = Object.fromEntries(Object.entries(step.env).map(([name, value]) => [name, fillIn(value)]));
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
    {
      cwd: folder,
      env: {
        ...passedOn(),
        ...env,
        HOME: home,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        GITHUB_ACTIONS: "true",
      },
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

describe("the action's step", () => {
  test("annotates findings in all files, and exits with the status of the command", () => {
    const { folder } = openCliStage({ "a.py": valid, "b/c.py": wrong }, home);
    const { status, stdout, stderr } = runStep(folder, {});
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^::error file=b\/c\.py,line=2,col=22,title=mypy%3Aoperator::/);
    expect(stdout).toContain("2 files checked: 1 error, 1 file rejected.");
    expect(runStep(folder, { files: "a.py" }).status).toBe(0);
  });

  test("accepts files with unusual names, one per line, and never executes an input", () => {
    const odd = ["with space.py", "$(touch stolen).py", "`touch stolen`.py", '";touch stolen;".py', "-x.py"];
    const { folder } = openCliStage(Object.fromEntries(odd.map((name) => [name, valid])), home);
    expect(runStep(folder, { files: `\n${odd.join("\n")}\n` })).toMatchObject({
      status: 0,
      stdout: "5 files checked: all valid.\n",
    });
    const evil = '"; touch stolen; $(touch stolen) `touch stolen` #';
    for (const name of ["files", "changed-against", "strict", "python", "write", "url", "api-key"])
      runStep(folder, { [name]: evil });
    expect(readdirSync(folder).toSorted()).toEqual(odd.toSorted());
  });

  test("writes fixes and a report on request", () => {
    const { folder } = openCliStage({ "warned.py": warned }, home);
    expect(runStep(folder, { strict: "true", sarif: "found.sarif" }).status).toBe(1);
    const report = JSON.parse(readFileSync(join(folder, "found.sarif"), "utf8")) as object;
    expect(report).toMatchObject({ runs: [{ results: [{ ruleId: "ruff:F401" }] }] });
    expect(runStep(folder, { strict: "true", write: "true" }).status).toBe(0);
    expect(readFileSync(join(folder, "warned.py"), "utf8")).not.toContain("import os");
  });

  test("checks only changed files on request", () => {
    const { folder, write } = openCliStage({ "a.py": wrong }, home);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder });
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "one");
    write({ "b.py": valid });
    expect(runStep(folder, { "changed-against": "main" })).toMatchObject({
      status: 0,
      stdout: "1 file checked: all valid.\n",
    });
  });

  test("calls a service only with a key", () => {
    const { folder } = openCliStage({ "a.py": valid }, home);
    const { status, stderr } = runStep(folder, { url: "https://assay.test" });
    expect(status).toBe(2);
    expect(stderr).toContain("No key for https://assay.test");
  });
});

test(".pre-commit-hooks.yaml runs commands that exist", async () => {
  const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly Hook[];
  expect(hooks.map(({ id }) => id)).toEqual(["assay", "assay-fix"]);
  const { folder, assay } = openCliStage({ "a.py": warned }, home);
  for (const { entry, language, types_or: types, require_serial } of hooks) {
    expect([language, types, require_serial]).toEqual(["system", ["python", "pyi"], true]);
    const [program, ...args] = entry.split(" ");
    expect(program).toBe("assay");
    expect((await assay([...args, "a.py"])).status).toBe(0);
  }
  expect(readFileSync(join(folder, "a.py"), "utf8")).not.toContain("import os");
});
