import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { nodeArguments, passedOn } from "../support/processes.ts";
import { openCliStage, programs, type CliRun } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { valid, warned, wrong, dangerous } = programs;
const all = { "valid.py": valid, "warned.py": warned, "wrong.py": wrong, "pack/dangerous.py": dangerous };
const stage = openCliStage(all, home);
/** A Python that cannot be started: an answer proves that nothing was checked again. */
const withoutPython = { HOME: home, PATH: "/nonexistent" };
let first: CliRun;

// One engine checks every program; later tests use the kept verdicts.
beforeAll(async () => {
  first = await stage.assay(["check"]);
});

describe("assay check", () => {
  test("prints position, rule, message, the line and a caret", () => {
    expect(first.out).toContain(
      [
        'wrong.py:2:22 error mypy:operator Unsupported operand types for + ("int" and "str")',
        '2 |     return sum(xs) + "1"',
        "  |                      ^",
      ].join("\n"),
    );
    expect(first.out).toMatch(/^pack\/dangerous\.py:5 error \S+ .*\(CWE-78\)$/m);
    expect(first.out).toContain("4 files checked: 2 errors, 1 warning, 2 files rejected.");
    expect(first).toMatchObject({ status: 1, err: "" });
  });

  test.for([
    [["valid.py"], 0],
    [["warned.py"], 0],
    [["warned.py", "--strict"], 1],
    [["warned.py", "--strict", "--ignore", "F401"], 0],
    [["wrong.py"], 1],
    [["wrong.py", "--ignore", "mypy"], 0],
    [["wrong.py", "--select", "ruff"], 0],
    [["pack"], 1],
    [["--exclude", "pack/", "--exclude", "wrong.py"], 0],
  ] as const)("%j exits with %i", async ([args, status]) => {
    expect((await stage.assay(["check", ...args])).status).toBe(status);
  });

  test.for([
    [["check", "nosuch.py"], "nosuch.py: no such file or folder."],
    [["check", "--format", "xml"], "--format xml is not known."],
    [["check", "--colour"], "See `assay check --help`."],
    [["check", "--changed"], "git rev-parse failed"],
    [["check", "--url", "ftp://x"], "is not an address"],
    [["check", "--url", "https://assay.test"], "No key for https://assay.test. Run `assay login"],
    [["chek"], "There is no command chek."],
    [["explain", "nosuch"], "There is no rule nosuch."],
    [["fix", "--diff", "--write"], "Use --diff or --write, not both."],
  ] as const)("%j is reported as a usage error, with 2", async ([args, words]) => {
    const { status, out, err } = await stage.assay([...args]);
    expect(err).toContain(words);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("colours text output, unless NO_COLOR is set", async () => {
    const paint = async (env: Record<string, string>): Promise<string> =>
      (await stage.assay(["check", "wrong.py"], { env: { HOME: home, ...env }, isOutTerminal: true })).out;
    expect(await paint({})).toContain("\u001b[31m");
    expect(await paint({ NO_COLOR: "1" })).not.toContain("\u001b");
  });

  test("writes annotations in a GitHub workflow only", async () => {
    const env = { HOME: home, GITHUB_ACTIONS: "true" };
    const { out } = await stage.assay(["check", "wrong.py"], { env });
    expect(out).toMatch(/^::error file=wrong\.py,line=2,col=22,title=mypy%3Aoperator::Unsupported/);
    expect(first.out).not.toContain("::error");
  });

  test("reads standard input under a name", async () => {
    const readInput = async (): Promise<Buffer> => Buffer.from(wrong);
    const { status, out } = await stage.assay(["check", "-", "--stdin-name", "shown.py"], { readInput });
    expect(out).toContain("shown.py:2:22 error mypy:operator");
    expect(status).toBe(1);
  });

  test("reads [tool.assay]", async () => {
    const configured = openCliStage(
      { ...all, "pyproject.toml": '[tool.assay]\nignore = ["mypy"]\nexclude = ["pack/"]\nstrict = true\n' },
      home,
    );
    const { status, out } = await configured.assay(["check"]);
    expect(out).toContain("warned.py:1:8 warning ruff:F401");
    expect(out).not.toMatch(/dangerous|mypy/);
    expect(status).toBe(1);
  });

  test("does not check unchanged files again", async () => {
    const again = await stage.assay(["check"], { env: withoutPython });
    expect(again).toEqual(first);
  });

  test("checks for the Python version in pyproject.toml, and treats stubs as stubs", async () => {
    const stub = `from typing import overload

class A(B):
    def f(self, x: int = ...) -> int: ...
    def g(self) -> str:
        """Declared."""
    @overload
    def h(self, x: int) -> int: ...
    @overload
    def h(self, x: str) -> str: ...

class B: ...

class C(Nowhere): ...
`;
    const old = openCliStage(
      {
        "a.py": "type Point = tuple[int, int]\n",
        "b.pyi": stub,
        "pyproject.toml": '[project]\nrequires-python = ">=3.11,<3.14"\n',
      },
      home,
    );
    const { status, out } = await old.assay(["check"]);
    expect(out).toContain("a.py:1:1 error ruff:invalid-syntax");
    expect(out).toContain("on Python 3.11 (syntax was added in Python 3.12)");
    expect(out.match(/^b\.pyi:.*$/gm)).toEqual(["b.pyi:14:9 error ruff:F821 Undefined name `Nowhere`"]);
    expect(status).toBe(1);
    expect(await old.assay(["check", "--python", "3.9"])).toMatchObject({
      status: 2,
      err: expect.stringContaining("use one of 3.10, 3.11, 3.12, 3.13, 3.14"),
    });
  });

  test("reports what could not be checked, and never calls it valid", async () => {
    const { folder: _, assay } = openCliStage(
      { "a.py": new Uint8Array([0x78, 0xff, 0x0a]), "valid.py": valid },
      home,
    );
    const { status, out } = await assay(["check"]);
    expect(out).toContain("a.py not checked: is not utf-8 text");
    expect(out).toContain("1 file not fully checked");
    expect(status).toBe(2);
  });

  test("accepts an empty file, and reports a folder without Python as having nothing to check", async () => {
    const empty = openCliStage({ "empty.py": "", "notes/a.txt": "" }, home);
    expect(await empty.assay(["check", "empty.py"])).toMatchObject({ status: 0 });
    expect(await empty.assay(["check", "notes"])).toMatchObject({
      status: 0,
      err: "No Python files to check.\n",
    });
  });

  test("runs as a process with output, status and help", () => {
    const main = join(import.meta.dirname, "..", "..", "cli", "main.ts");
    const run = (...args: string[]) => {
      const env = { ...passedOn(), HOME: home };
      return spawnSync(process.execPath, [...nodeArguments, main, ...args], {
        cwd: stage.folder,
        env,
        encoding: "utf8",
      });
    };
    expect(run("check")).toMatchObject({ status: 1, stdout: first.out });
    expect(run("check", "valid.py").status).toBe(0);
    expect(run("check", "--help").stdout).toContain(
      "Exit status: 0 all valid, 1 something rejected, 2 used wrongly",
    );
    expect(run("--version").stdout).toMatch(/^assay \d+\.\d+\.\d+\n$/);
  });
});
