import { accessSync, constants, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { readYaml } from "../../support/plain-yaml.ts";
import { openStage, openWire, run, verdictWith, type Stage } from "./stage.ts";

const action = readYaml(readFileSync("action.yml", "utf8")) as any;

describe("action.yml", () => {
  test("is a composite action with the inputs it promises", () => {
    expect(action).toMatchObject({ name: "Assay", runs: { using: "composite" } });
    const { url, ...others } = action.inputs;
    expect(url).toEqual({ description: expect.any(String), required: "true" });
    expect(Object.keys(others).join(" ")).toBe(
      "api-key files changed-against mode write allow-security-findings",
    );
    for (const input of Object.values(others))
      expect(input).toEqual({ description: expect.any(String), default: expect.any(String) });
  });

  test("writes no input into the text of a script, and uses every input", () => {
    for (const step of action.runs.steps) expect(step.run).not.toContain("${{");
    const used = action.runs.steps.flatMap((step: any) => Object.values(step.env)).join(" ");
    for (const name of Object.keys(action.inputs)) expect(used).toContain(`\${{ inputs.${name} }}`);
  });
});

describe("the action's step", () => {
  let stage: Stage;
  let wire: Awaited<ReturnType<typeof openWire>>;
  beforeEach(async () => {
    stage = await openStage();
    wire = await openWire(() => ({ status: 200, body: verdictWith() }));
    return async () => {
      await wire[Symbol.asyncDispose]();
      await stage[Symbol.asyncDispose]();
    };
  });

  /** As GitHub runs it. */
  async function runStep(given: Record<string, string>) {
    const [step] = action.runs.steps;
    const inputs: Record<string, string> = { url: wire.url, "api-key": "asy_key", ...given };
    const fillIn = (value: string): string =>
      value
        .replaceAll("${{ github.action_path }}", resolve("."))
        .replaceAll(
          /\$\{\{ inputs\.([\w-]+) \}\}/g,
          (_, name) => inputs[name] ?? action.inputs[name].default,
        );
    const env = Object.fromEntries(
      Object.entries(step.env as Record<string, string>).map(([name, value]) => [name, fillIn(value)]),
    );
    return run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: stage.folder,
      env: { ...env, HOME: stage.config, GITHUB_WORKSPACE: stage.folder },
    });
  }

  test("checks everything where no files are named", async () => {
    await stage.write({ "a.py": "x = 1\n", "b/c.py": "x = 2\n" });
    const { code, lines, stderr } = await runStep({});
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines).toEqual(["ok         a.py", "ok         b/c.py", "assay: 2 files: 2 accepted"]);
    expect(wire.asked[0]!.headers).toMatchObject({
      authorization: "Bearer asy_key",
      "x-client": "github-action",
    });
  });

  test("takes files whose names are odd, one a line", async () => {
    const odd = [
      "with space.py",
      "$(touch stolen).py",
      "`touch stolen`.py",
      '";touch stolen;".py',
      "-x.py",
      "*.py",
    ];
    await stage.write(Object.fromEntries(odd.map((name, n) => [name, `x = ${n}\n`])));
    const { code, lines } = await runStep({ files: `\n${odd.join("\n")}\n` });
    expect([code, lines]).toEqual([
      0,
      [...odd.map((name) => `ok         ${name}`), "assay: 6 files: 6 accepted"],
    ]);
  });

  test("runs nothing that an input says", async () => {
    await stage.write({ "a.py": "x = 1\n" });
    const evil = '"; touch stolen; $(touch stolen) `touch stolen` #';
    for (const name of ["files", "changed-against", "mode", "write", "allow-security-findings", "url"])
      await runStep({ [name]: evil });
    const { stdout } = await run(["ls"], { cwd: stage.folder });
    expect(stdout).toBe("a.py\n");
  });

  test("hands on mode, write and what is allowed, and ends as the client does", async () => {
    await using repairing = await openWire(() => ({
      status: 200,
      body: verdictWith({ fixed_code: "x = 2\n" }),
    }));
    await stage.write({ "a.py": "x = 1\n" });
    const { code, lines } = await runStep({ url: repairing.url, mode: "repair", write: "true" });
    expect([code, lines[0]]).toEqual([1, "REWRITTEN  a.py"]);
    expect(repairing.asked[0]!.body.mode).toBe("repair");
    const finding = { tool: "ruff", id: "S307", severity: "error", message: "Danger", line: 1 };
    await using finds = await openWire(() => ({
      status: 200,
      body: verdictWith({ valid: false, security: [finding] }),
    }));
    expect((await runStep({ url: finds.url })).code).toBe(1);
    expect((await runStep({ url: finds.url, "allow-security-findings": "true" })).code).toBe(0);
  });

  test("checks only what changed where that is asked for", async () => {
    await stage.write({ "a.py": "x = 1\n" });
    const git = async (...args: string[]) =>
      run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: stage.folder });
    await git("init", "-q", "-b", "main");
    await git("add", "-A");
    await git("commit", "-qm", "one");
    await stage.write({ "b.py": "x = 2\n" });
    await git("add", "-A");
    const { lines } = await runStep({ "changed-against": "main" });
    expect(lines).toEqual(["ok         b.py", "assay: 1 file: 1 accepted"]);
  });
});

test(".pre-commit-hooks.yaml names programs that are there and can be run", () => {
  const hooks = readYaml(readFileSync(".pre-commit-hooks.yaml", "utf8")) as any[];
  expect(hooks.map(({ id }) => id)).toEqual(["assay", "assay-repair"]);
  for (const { entry, language, types, require_serial } of hooks) {
    expect([language, types, require_serial]).toEqual(["script", ["python"], "true"]);
    const [program] = entry.split(" ");
    accessSync(program, constants.X_OK);
    expect(readFileSync(program, "utf8")).toMatch(/^#!\/usr\/bin\/env python3\n/);
  }
});
