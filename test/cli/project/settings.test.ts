import { execFileSync } from "node:child_process";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCliStage, type CliRun, type CliStage } from "../stage.ts";

type Told = Readonly<{ file: string; rule: string; line: number | null }>;
type Report = Readonly<{
  files: readonly { file: string; status: string; findings: readonly Told[]; problem: string | null }[];
}>;

async function check(stage: CliStage, args: readonly string[] = [], around = {}) {
  const ran = await stage.assay(["check", "--format", "json", ...args], around);
  const report = JSON.parse(ran.out) as Report;
  const found = report.files.flatMap(({ file, findings }) =>
    findings.map(({ rule, line }) => `${file}:${line} ${rule}`),
  );
  return { ...ran, report, found };
}

const unused = "import os\n";

describe("ruff's settings", () => {
  test("say what is found and what is not", async () => {
    const stage = openCliStage({
      "pyproject.toml": '[tool.ruff.lint]\nselect = ["I", "F"]\nignore = ["F401"]\n',
      "a.py": "import sys\nimport os\n\nx = undefined_name\n",
    });
    expect((await check(stage)).found).toEqual(["a.py:1 ruff:I001", "a.py:4 ruff:F821"]);
  });

  test("per-file-ignores, exclude and extend are read as ruff reads them", async () => {
    const stage = openCliStage({
      "shared.toml": '[lint]\nselect = ["F", "S"]\n',
      "ruff.toml":
        'extend = "shared.toml"\nexclude = ["made/"]\n[lint.per-file-ignores]\n"tests/*" = ["S101"]\n',
      "tests/test_a.py": `${unused}assert True\n`,
      "src/a.py": `${unused}assert True\n`,
      "made/b.py": unused,
      "inner/ruff.toml": '[lint]\nselect = ["F811"]\n',
      "inner/c.py": unused,
    });
    const { found, report } = await check(stage);
    expect(found).toEqual(["src/a.py:1 ruff:F401", "src/a.py:2 ruff:S101", "tests/test_a.py:1 ruff:F401"]);
    expect(report.files.map(({ file }) => file)).not.toContain("made/b.py");
  });

  test("`fix = true` writes nothing", async () => {
    const stage = openCliStage({
      "pyproject.toml": '[tool.ruff]\nfix = true\n[tool.ruff.lint]\nselect = ["F"]\n',
      "a.py": unused,
    });
    expect((await check(stage)).found).toEqual(["a.py:1 ruff:F401"]);
    expect(readFileSync(join(stage.folder, "a.py"), "utf8")).toBe(unused);
  });

  test("do not hide what rejects, unless they ignore it by name", async () => {
    const dangerous = "import pickle\n\n\ndef load(data: bytes) -> object:\n    return pickle.loads(data)\n";
    const settings = (more: string): string => `[tool.ruff.lint]\nselect = ["F"]\n${more}`;
    const stage = openCliStage({ "pyproject.toml": settings(""), "a.py": dangerous });
    expect((await check(stage)).found).toEqual(["a.py:5 ruff:S301"]);
    for (const ignoring of [settings('ignore = ["S3"]\n'), '[tool.bandit]\nskips = ["B301"]\n']) {
      stage.write({ "pyproject.toml": ignoring });
      expect((await check(stage)).found).toEqual([]);
    }
  });

  test("a mistake in them is told in ruff's words, and nothing is called valid", async () => {
    const stage = openCliStage({
      "pyproject.toml": '[tool.ruff.lint]\nselect = ["NOSUCH"]\n',
      "a.py": "x = 1\n",
    });
    const { status, out, err } = await stage.assay(["check"]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain("NOSUCH");
  });
});

describe("without settings of ruff", () => {
  const files = {
    "shop/migrations/0001_first.py": unused,
    "shop/apps.py": "def ready() -> None:\n    from . import receivers\n",
    "shop/receivers.py": "from shop.apps import *\n\nready()\n",
    "shop/__init__.py": "",
    "setup.py": 'from pathlib import Path\n\nexec(Path("shop/version.py").read_text())\nprint(__version__)\n',
    "shop/other.py": `${unused}exec(input())\nprint(__version__)\n`,
    "shop/hash.py": 'import hashlib\n\nprint(hashlib.md5(b""))\n',
  };

  test("code that is meant where it stands is not told; the same elsewhere is", async () => {
    const found = (await check(openCliStage(files))).found.map((each) => each.replace(/:\d+ /, " "));
    expect(found.toSorted()).toEqual([
      "shop/other.py ruff:F401",
      "shop/other.py ruff:F821",
      "shop/other.py ruff:S102",
    ]);
  });

  test.for([
    ["F405", "shop/receivers.py:3 ruff:F405"],
    ["ruff:F4*", "shop/receivers.py:1 ruff:F403"],
    ["F401", "shop/migrations/0001_first.py:1 ruff:F401"],
    ["policy", "shop/hash.py:3 policy:weak-hash"],
  ] as const)("extend-select of %s asks for it", async ([pattern, told]) => {
    const stage = openCliStage({
      ...files,
      "pyproject.toml": `[tool.assay]\nextend-select = ["${pattern}"]\n`,
    });
    expect((await check(stage)).found).toContain(told);
  });

  test("--strict tells what the policy is not sure of", async () => {
    const { found } = await check(openCliStage(files), ["--strict"]);
    expect(found).toContain("shop/hash.py:3 policy:weak-hash");
  });
});

describe("mypy's settings", () => {
  const untyped = "def f(x):\n    return x\n";

  test.for([
    ["pyproject.toml", "[tool.mypy]\ndisallow_untyped_defs = true\n"],
    ["mypy.ini", "[mypy]\ndisallow_untyped_defs = True\n"],
    ["setup.cfg", "[mypy]\ndisallow_untyped_defs = True\n"],
  ] as const)("%s is read", async ([name, content]) => {
    const stage = openCliStage({ [name]: content, "a.py": untyped });
    expect((await check(stage)).found).toEqual(["a.py:1 mypy:no-untyped-def"]);
  });

  test("overrides of one module count for that module only", async () => {
    const stage = openCliStage({
      "mypy.ini":
        "[mypy]\ndisallow_untyped_defs = True\n[mypy-shop.old]\ndisallow_untyped_defs = False\n[mypy-shop.off]\nignore_errors = True\n",
      "shop/__init__.py": "",
      "shop/new.py": untyped,
      "shop/old.py": untyped,
      "shop/off.py": 'x: int = "a"\n',
    });
    expect((await check(stage)).found).toEqual(["shop/new.py:1 mypy:no-untyped-def"]);
  });

  test("`files` says what mypy looks at; the other tools look at everything", async () => {
    const stage = openCliStage({
      "mypy.ini": "[mypy]\nfiles = src\n",
      "src/a.py": 'x: int = "a"\n',
      "tests/b.py": 'x: int = "a"\nprint(undefined_name)\n',
    });
    expect((await check(stage)).found).toEqual(["src/a.py:1 mypy:assignment", "tests/b.py:2 ruff:F821"]);
  });

  test("mypy's words about them are passed on", async () => {
    const stage = openCliStage({ "mypy.ini": "[mypy]\nno_such_option = True\n", "a.py": "x = 1\n" });
    const { err, status } = await stage.assay(["check"]);
    expect(status).toBe(0);
    expect(err).toMatch(/assay: mypy\.ini: \[mypy\]: Unrecognized option: no_such_option/);
    expect((await stage.assay(["check"])).err).toBe(err);
  });
});

describe("the environment", () => {
  const stage = openCliStage({ "a.py": "import greeting\n\nprint(greeting.hello(1))\n" });

  /** A real environment with a typed package in it; without pip, which takes seconds. */
  function makeEnvironment(name: string): string {
    const folder = join(stage.folder, name);
    execFileSync("python3", ["-m", "venv", "--without-pip", folder]);
    const lib = join(folder, "lib");
    const packages = join(lib, readdirSync(lib)[0]!, "site-packages");
    for (const each of ["greeting", "greeting-1.0.dist-info"]) mkdirSync(join(packages, each));
    writeFileSync(join(packages, "greeting", "py.typed"), "");
    writeFileSync(
      join(packages, "greeting", "__init__.py"),
      "def hello(name: str) -> str:\n    return name\n",
    );
    return folder;
  }

  test("without one, calls of an installed package are not judged; with one, they are", async () => {
    expect((await check(stage)).found).toEqual([]);
    const folder = makeEnvironment("env-elsewhere");
    for (const [args, around] of [
      [["--python", "env-elsewhere"], {}],
      [["--python", "env-elsewhere/bin/python"], {}],
      [[], { env: { HOME: stage.folder, PATH: process.env.PATH, VIRTUAL_ENV: folder } }],
    ] as const)
      expect((await check(stage, args, around)).found).toEqual(["a.py:3 mypy:arg-type"]);
    expect((await check(stage)).found).toEqual([]);
    makeEnvironment(".venv");
    expect((await check(stage)).found).toEqual(["a.py:3 mypy:arg-type"]);
  });

  test.for([
    [["--python", "nosuch"], "no Python there. Name an interpreter or a virtual environment."],
    [["--python", "3.4"], "use one of 3.10"],
    [["--python", ".venv", "--url", "https://assay.test"], "a service does not know your environment"],
  ] as const)("%j is refused", async ([args, words]) => {
    const { status, err } = await stage.assay(["check", ...args]);
    expect({ status, isSaid: err.includes(words) }).toEqual({ status: 2, isSaid: true });
  });
});

describe("a whole project", () => {
  test("types are known across files, however large the project is", async () => {
    const filler = Array.from({ length: 4000 }, (_, at) => `    value_${at}: int = ${at}\n`).join("");
    const parts = Array.from({ length: 4 }, (_, at) => [
      `shop/part${at}.py`,
      `from .base import total\n\n\nclass Part${at}:\n${filler}\n\nbad${at} = total("x")\n`,
    ]);
    const stage = openCliStage({
      "shop/__init__.py": "",
      "shop/base.py": "def total(count: int) -> int:\n    return count\n",
      ...Object.fromEntries(parts),
    });
    const { found } = await check(stage);
    expect(found).toEqual(parts.map(([name]) => `${name}:4007 mypy:arg-type`));
  });

  test("two modules of one name are both checked", async () => {
    const wrong = 'x = 1 + "a"\n';
    const stage = openCliStage({
      "a/conftest.py": wrong,
      "b/conftest.py": wrong,
      "c/conftest.py": "x = 1\n",
    });
    expect((await check(stage)).found).toEqual([
      "a/conftest.py:1 mypy:operator",
      "b/conftest.py:1 mypy:operator",
    ]);
  });

  test("a file that cannot be read is rejected, the others are checked", async () => {
    const stage = openCliStage({
      "pyproject.toml": "",
      "shop/__init__.py": "",
      "shop/broken.py": "def f(:\n",
      "shop/a.py": 'from . import broken\nfrom .b import size\n\nsize("x")\nbroken.f()\n',
      "shop/b.py": "def size(n: int) -> int:\n    return n\n",
    });
    const { found, status } = await check(stage);
    expect(status).toBe(1);
    expect(found).toContain("shop/a.py:4 mypy:arg-type");
    expect(found.some((each) => each.startsWith("shop/broken.py:1 "))).toBe(true);
    expect(found.some((each) => /^shop\/a\.py:[125] /.test(each))).toBe(false);
  });

  test("a module of the project that is not there is told, an installed one that is not known is not", async () => {
    const stage = openCliStage({
      "pyproject.toml": "",
      "shop/__init__.py": "",
      "shop/a.py":
        "import numpy\nfrom shop import nosuch\nimport shop.gone\n\nprint(numpy, nosuch, shop.gone)\n",
    });
    const { found } = await check(stage);
    expect(found.map((each) => each.split(" ")[0])).toEqual(["shop/a.py:2", "shop/a.py:3"]);
  });
});

describe("an unchanged project", () => {
  const old = new Date(Date.now() - 60_000);

  function openProject(): { stage: CliStage; again: () => Promise<CliRun> } {
    const stage = openCliStage({ "a.py": 'x = 1 + "a"\n', "b.py": "y = 1\n" });
    for (const name of ["a.py", "b.py"]) utimesSync(join(stage.folder, name), old, old);
    return { stage, again: async () => stage.assay(["check"]) };
  }

  test("is answered from what is kept, in the same words", async () => {
    const { stage } = openProject();
    const env = { HOME: stage.folder, PATH: process.env.PATH };
    const first = await stage.assay(["check"], { env });
    const second = await stage.assay(["check"], { env, signal: AbortSignal.abort() });
    expect(second).toEqual(first);
    expect(first.out).toContain("mypy:operator");
  });

  test("a change of a text is seen, also of the same length", async () => {
    const { stage, again } = openProject();
    expect((await again()).status).toBe(1);
    stage.write({ "a.py": "x = 1 + 123\n" });
    expect((await again()).status).toBe(0);
  });

  test.for([
    ["pyproject.toml", "[tool.mypy]\ndisallow_untyped_defs = true\n"],
    ["ruff.toml", '[lint]\nselect = ["D100"]\n'],
    ["setup.cfg", "[mypy]\ncheck_untyped_defs = true\n"],
  ] as const)("a change of %s is seen", async ([name, content]) => {
    const stage = openCliStage({ "a.py": 'def f():\n    x: int = "a"\n' });
    expect((await stage.assay(["check"])).status).toBe(0);
    stage.write({ [name]: content });
    expect((await stage.assay(["check"])).out).toMatch(/a\.py:[12]/);
  });

  test("settings that are extended are seen, too", async () => {
    const stage = openCliStage({
      "shared/base.toml": '[lint]\nselect = ["F"]\n',
      "ruff.toml": 'extend = "shared/base.toml"\n',
      "a.py": "import os\n",
    });
    expect((await stage.assay(["check"])).out).toContain("F401");
    stage.write({ "shared/base.toml": '[lint]\nselect = ["E"]\n' });
    expect((await stage.assay(["check"])).out).not.toContain("F401");
  });

  test("is checked again where its manifest is cut off", async () => {
    const { stage } = openProject();
    const env = { HOME: stage.folder, PATH: process.env.PATH };
    const first = await stage.assay(["check"], { env });
    const folder = join(stage.folder, ".cache", "assay", "projects");
    const kept = globSync("*/*.json", { cwd: folder });
    expect(kept).toHaveLength(1);
    for (const name of kept) writeFileSync(join(folder, name), '{"writtenAt": 1, "fil');
    expect(await stage.assay(["check"], { env })).toEqual(first);
  });
});

test("the caches of a project go when nobody has checked it for a month; --no-cache keeps nothing", async () => {
  const stage = openCliStage({ "a.py": "x = 1\n" });
  const env = { HOME: stage.folder, PATH: process.env.PATH };
  const kept = join(stage.folder, ".cache", "assay", "projects");
  await stage.assay(["check", "--no-cache"], { env });
  expect(existsSync(kept)).toBe(false);
  for (const [name, days] of [
    ["forgotten", 31],
    ["used", 29],
  ] as const) {
    mkdirSync(join(kept, name), { recursive: true });
    const then = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    utimesSync(join(kept, name), then, then);
  }
  await stage.assay(["check"], { env });
  expect(["forgotten", "used"].map((name) => existsSync(join(kept, name)))).toEqual([false, true]);
});

describe("assay check --explain-config", () => {
  test("says which settings apply and where each comes from", async () => {
    const stage = openCliStage({
      "pyproject.toml": [
        '[project]\nrequires-python = ">=3.11"',
        '[tool.assay]\nignore = ["policy:weak-hash"]',
        '[tool.ruff.lint]\nignore = ["S301"]\n[tool.ruff.lint.per-file-ignores]\n"tests/*" = ["S101"]',
        '[tool.bandit]\nskips = ["B105"]',
        '[[tool.mypy.overrides]]\nmodule = "tests.*"\nignore_errors = true\n',
      ].join("\n"),
      "tests/__init__.py": "",
      "tests/test_a.py": "x = 1\n",
    });
    const { out, status } = await stage.assay(["check", "--explain-config", "tests/test_a.py"]);
    expect(status).toBe(0);
    for (const line of [
      /^tests\/test_a\.py$/m,
      /environment +none found/,
      /Python +3\.11 \(requires-python\)/,
      /\[tool\.assay\] +pyproject\.toml\n +ignore: policy:weak-hash/,
      /ruff +pyproject\.toml/,
      /ignored: S301/,
      /ignored in this file: S101/,
      /mypy +pyproject\.toml\n +ignore_errors = true/,
      /bandit +skips: S105 \(pyproject\.toml\)/,
    ])
      expect(out).toMatch(line);
  });

  test("a file that the settings leave out, and one that is not there", async () => {
    const stage = openCliStage({ "ruff.toml": 'exclude = ["made.py"]\n', "made.py": "" });
    expect((await stage.assay(["check", "--explain-config", "made.py"])).out).toContain(
      "leaves this file out: it is not checked",
    );
    const missing = await stage.assay(["check", "--explain-config", "nosuch.py"]);
    expect(missing).toMatchObject({ status: 2, err: "assay: nosuch.py: file not found.\n" });
  });
});
