import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../support/service.ts";
import { openWarmService } from "../../support/services.ts";
import { clientFile, openStage, openWire, run, verdictWith, type Stage } from "./stage.ts";

let service: TestService;
let key: string;
let stage: Stage;
beforeAll(async () => {
  service = await openWarmService({ env: { FREE_CALLS_PER_DAY: "1000", MAX_CODE_LENGTH: "2000" } });
  key = await service.createKey();
});
afterAll(async () => service[Symbol.asyncDispose]());
beforeEach(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});

const check = async (args: readonly string[], env: Record<string, string> = {}) =>
  stage.check(service.url, args, { ASSAY_API_KEY: key, ...env });

describe("a file is", () => {
  test("accepted with one line and exit status 0", async () => {
    await stage.write({ "app.py": "x = 1\n" });
    expect(await check(["app.py"])).toMatchObject({
      code: 0,
      stdout: "ok         app.py\nassay: 1 file: 1 accepted\n",
      stderr: "",
    });
  });

  test("rejected for an error, which is annotated at its line", async () => {
    await stage.write({ "src/app.py": "def f(n: int) -> int:\n    return n + '1'\n" });
    const { code, lines } = await check(["src/app.py"]);
    expect(code).toBe(1);
    expect(lines).toContain(
      '::error file=src/app.py,line=2,col=16,title=mypy%3Aoperator::Unsupported operand types for + ("int" and "str")',
    );
    expect(lines.at(-2)).toMatch(/^REJECTED {3}src\/app\.py {2}\d errors?$/);
    expect(lines.at(-1)).toBe("assay: 1 file: 1 rejected");
  });

  test("reported by position in a terminal, and annotated there in CI", async () => {
    await stage.write({ "app.py": "import os\n\neval(input())\n" });
    const inTerminal = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    const watched = async (env: Record<string, string>) =>
      run(["python3", "-c", inTerminal, "python3", "-I", clientFile, "app.py"], {
        cwd: stage.folder,
        env: { HOME: stage.config, ASSAY_URL: service.url, ASSAY_API_KEY: key, ...env },
      });
    const { code, stdout } = await watched({});
    const lines = stdout.split("\r\n");
    expect(code).toBe(1);
    expect(lines[0]).toMatch(/^app\.py:1:8 warning ruff:F401 `os` imported but unused/);
    expect(lines[1]).toMatch(/^app\.py:3 error ruff:S307 /);
    expect(lines[2]).toMatch(/^REJECTED {3}app\.py/);
    expect((await watched({ CI: "true" })).stdout).toMatch(/^::warning file=app\.py,line=1,col=8/);
  });

  test("accepted with its warnings printed", async () => {
    await stage.write({ "app.py": "import os\n" });
    const { code, lines } = await check(["app.py"]);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(/^::warning file=app\.py,line=1,col=8,title=ruff%3AF401::/);
    expect(lines[1]).toBe("ok         app.py  1 warning");
  });

  test("rejected for a security finding, unless those are allowed", async () => {
    await stage.write({ "app.py": "import sys\n\neval(sys.argv[1])\n" });
    const strict = await check(["app.py"]);
    expect(strict.code).toBe(1);
    expect(strict.lines[0]).toMatch(/^::error file=app\.py,line=3,title=security ruff%3AS307::/);
    expect(strict.lines).toContain("REJECTED   app.py  1 security finding");
    const lenient = await check(["--allow-security-findings", "app.py"]);
    expect([lenient.code, lenient.lines[0]]).toEqual([0, strict.lines[0]]);
  });

  test("rejected for its errors even if security findings are allowed", async () => {
    await stage.write({ "app.py": "import sys\n\neval(sys.argv[1]) + f(:\n" });
    expect((await check(["--allow-security-findings", "app.py"])).code).toBe(1);
  });

  test("accepted without a call when it is empty", async () => {
    await stage.write({ "__init__.py": "", "blank.py": " \n\n" });
    const { code, lines } = await stage.check("http://127.0.0.1:1", ["."], { ASSAY_API_KEY: key });
    expect([code, lines.at(-1)]).toEqual([0, "assay: 2 files: 2 accepted"]);
  });

  test("skipped with a warning when the service refuses it", async () => {
    await stage.write({ "long.py": `x = 1\n${"#".repeat(2000)}\n`, "app.py": "x = 1\n" });
    const { code, lines } = await check(["long.py", "app.py"]);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(
      /^::warning file=long\.py,title=not checked::Skipped: `code` is longer than 2000 characters\. Send at most/,
    );
    expect(lines.slice(2)).toEqual(["ok         app.py", "assay: 2 files: 1 accepted, 1 skipped"]);
  });

  test("skipped when no deployment would accept it, or when it is not text", async () => {
    await stage.write({
      "huge.py": "#".repeat(900_000),
      "odd.py": Buffer.from([0x78, 0xff, 0xfe]),
      "unknown.py": "# -*- coding: klingon -*-\nx = 1\n",
    });
    const { code, lines } = await check(["."]);
    expect([code, lines.at(-1)]).toEqual([0, "assay: 3 files: 3 skipped"]);
    expect(lines.filter((line) => line.startsWith("::warning file="))).toHaveLength(3);
  });

  test("read in its declared encoding", async () => {
    await using wire = await openWire(() => ({ status: 200, body: verdictWith() }));
    const cookie = "# -*- coding: latin-1 -*-\n";
    await stage.write({
      "latin.py": Buffer.from(`${cookie}x = '\u00e9'\n`, "latin1"),
      "marked.py": "\ufeffx = '\u00e9'\n",
      "windows.py": "x = 1\r\ny = 2\r\n",
    });
    await stage.check(wire.url, ["latin.py", "marked.py", "windows.py"], { ASSAY_API_KEY: key });
    const sent = wire.asked.map(({ body }) => String(body.code));
    expect(sent.toSorted()).toEqual([`${cookie}x = '\u00e9'\n`, "x = '\u00e9'\n", "x = 1\ny = 2\n"]);
  });
});

test("a file name or message cannot end an annotation or start another", async () => {
  const message = "100% sure,\r\n::error::forged";
  const found = { severity: "error", rule: "a:b,c%", message, line: 1, column: null };
  await using wire = await openWire(() => ({
    status: 200,
    body: verdictWith({ valid: false, diagnostics: [found] }),
  }));
  const name = "a,b:c%d\n::error::##[error]e.py";
  await stage.write({ [name]: "x = 1\n" });
  const { lines, code } = await stage.check(wire.url, ["--", name], { ASSAY_API_KEY: key });
  expect(code).toBe(1);
  expect(lines).toEqual([
    "::error file=a%2Cb%3Ac%25d%0A%3A%3Aerror%3A%3A##[error]e.py,line=1,title=a%3Ab%2Cc%25::100%25 sure,%0D%0A::error::forged",
    String.raw`REJECTED   a,b:c%d\n::error::## [error]e.py  1 error`,
    "assay: 1 file: 1 rejected",
  ]);
});

test("a file with an incomplete verdict is not accepted, whatever is allowed", async () => {
  const finding = { tool: "policy", id: "a", severity: "warning", message: "b", line: 1 };
  await using wire = await openWire(() => ({
    status: 200,
    body: verdictWith({ valid: false, security: [finding], meta: { incomplete: ["mypy", "ruff"] } }),
  }));
  await stage.write({ "half.py": "x = 1\n" });
  const args = ["--allow-security-findings", "half.py"];
  const { lines, code } = await stage.check(wire.url, args, { ASSAY_API_KEY: key });
  expect(code).toBe(1);
  expect(lines).toContain("REJECTED   half.py  1 security finding  not finished: mypy, ruff");
});

test("folders are searched for *.py, without folders that are not the project's own", async () => {
  const inside = { "b/two.py": "x = 1\n", "a.py": "x = 1\n", "b/notes.txt": "no" };
  const outside = {
    ".hidden/a.py": "f(:\n",
    "__pycache__/a.py": "f(:\n",
    "env/pyvenv.cfg": "",
    "env/a.py": "f(:\n",
  };
  await stage.write({ ...inside, ...outside });
  const { lines } = await check([".", "a.py", "./a.py"]);
  expect(lines).toEqual(["ok         a.py", "ok         b/two.py", "assay: 2 files: 2 accepted"]);
});

test("annotations name files relative to the workflow's folder, wherever the client runs", async () => {
  await stage.write({ "src/app.py": "import os\n" });
  const { lines } = await check(["src/app.py"], { GITHUB_WORKSPACE: `${stage.folder}/..` });
  expect(lines[0]).toMatch(/^::warning file=project\/src\/app\.py,/);
});

test("files are reported in their order", async () => {
  const names = Array.from({ length: 12 }, (_, n) => `f${String(n).padStart(2, "0")}.py`);
  await stage.write(Object.fromEntries(names.map((name, n) => [name, `x = ${n}\n`])));
  const { lines } = await check(["."]);
  expect(lines.slice(0, -1)).toEqual(names.map((name) => `ok         ${name}`));
});

test("--json prints one object with every finding", async () => {
  await stage.write({ "bad.py": "def f(:\n", "good.py": "x = 1\n", "long.py": "#".repeat(3000) });
  const { code, stdout } = await check(["--json", "."]);
  const report = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(report).toMatchObject({
    url: service.url,
    mode: "static",
    exit_code: 1,
    problem: null,
    summary: { accepted: 1, rejected: 1, rewritten: 0, skipped: 1, not_asked: 0 },
  });
  expect(report.files.map(({ file, status }: any) => [file, status])).toEqual([
    ["bad.py", "rejected"],
    ["good.py", "accepted"],
    ["long.py", "skipped"],
  ]);
  expect(report.files[0].diagnostics[0]).toMatchObject({ severity: "error", line: 1 });
});

test("a missing file makes the exit status 2, and the others are still checked", async () => {
  await stage.write({ "app.py": "x = 1\n" });
  const { code, lines, stderr } = await check(["gone.py", "app.py"]);
  expect(code).toBe(2);
  expect(lines).toContain("ok         app.py");
  expect(stderr).toContain("gone.py cannot be read or written: No such file or directory");
});
