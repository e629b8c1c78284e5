import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../../engine/open-engine.ts";
import { Job } from "../../../engine/job.ts";
import { PackageRefusal } from "../../../engine/package-refusal.ts";
import { EngineUnavailable } from "../../../engine/unavailable.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { createMetrics } from "../../../parts/observe/metrics.ts";
import { openLog } from "../../../platform/log.ts";
import { readConfig } from "../../../service/config.ts";
import { engineSettings } from "../../../service/engine-settings.ts";
import { until } from "../../support/until.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { writeWheels, type WheelText } from "../../support/wheels.ts";

const mark = "import builtins; builtins.marks = getattr(builtins, 'marks', []) + [__name__]\n";
/** As much of pytest as the harness asks of it: the real one is not to be downloaded by a test. */
const pytestLike = `
import runpy, types


def main(args, plugins):
    for path in args:
        if path.endswith(".py"):
            names = runpy.run_path(path)
            names["test_double"]()
            report = types.SimpleNamespace(when="call", outcome="passed", nodeid="test_it.py::test_double", longrepr=None, skipped=False)
            plugins[0].pytest_runtest_logreport(report)
    return 0
`;
/** As much of numpy as travels between the judge and the program; `npm run bench -- packages` asks the real one. */
const numpyLike = `
import array as machine


class dtype:
    def __init__(self, text):
        self.str = text


class generic:
    pass


class int64(int, generic):
    dtype = dtype("<i8")

    def tobytes(self):
        return machine.array("q", [self]).tobytes()


class ndarray:
    dtype = dtype("<i8")

    def __init__(self, values):
        self.values = list(values)
        self.shape = (len(self.values),)

    def tobytes(self):
        return machine.array("q", self.values).tobytes()

    def reshape(self, shape):
        return self

    def copy(self):
        return ndarray(self.values)

    def __getitem__(self, at):
        return int64(self.values[at])

    def tolist(self):
        return list(self.values)


def array(values):
    return ndarray(values)


def frombuffer(data, dtype):
    return ndarray(machine.array("q", data))
`;
const wheels: WheelText[] = [
  {
    name: "typed-tool",
    files: {
      "typed_tool/__init__.py": "def double(n: int) -> int:\n    return n * 2\n",
      "typed_tool/py.typed": "",
    },
  },
  {
    name: "hostile",
    files: {
      "hostile/__init__.py": "NAME = 'hostile'\n",
      "sitecustomize.py": mark,
      "usercustomize.py": mark,
      "early.pth": "import builtins; builtins.marks = ['pth']\n",
      "json/__init__.py": mark,
      "running.py": mark,
      "startup.py": mark,
      "judge.py": mark,
    },
  },
  { name: "numpy", files: { "numpy/__init__.py": numpyLike } },
  { name: "leaves-mark", files: { "leaves_mark.py": mark } },
  {
    name: "pytest-like",
    files: { "pytest.py": pytestLike },
  },
  { name: "ready-made", files: { "ready_made.py": "WORD = 'ready'\n" } },
  {
    name: "user-of-tool",
    files: { "user_of_tool.py": "from typed_tool import double\n" },
    requires: ["typed-tool"],
  },
];

let folder: string;
let engine: Awaited<ReturnType<typeof openEngine>>;

beforeAll(async () => {
  await requireDocker();
  folder = await mkdtemp(join(tmpdir(), "assay-packages-"));
  writeWheels(join(folder, "wheels"), wheels);
  const { SANDBOX_IMAGE, SANDBOX_RUNTIME, DOCKER_HOST } = process.env;
  const config = readConfig({
    SANDBOX_IMAGE,
    SANDBOX_RUNTIME,
    DOCKER_HOST,
    DATA_DIR: join(folder, "data"),
    PACKAGE_FOLDER: join(folder, "wheels"),
    PACKAGE_SETS: "ready-made",
    SANDBOX_POOL: "1",
  });
  engine = await openEngine({
    service: { name: "assay", version: "0.0.0" },
    ...engineSettings(config),
    threads: 1,
    typeCheckers: 1,
    log: openLog("silent"),
    metrics: createMetrics(),
  });
}, 120_000);
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function judge(job: Readonly<Record<string, unknown>>): Promise<Verdict> {
  for (let tries = 1; ; tries += 1) {
    try {
      const judged = await engine.judge(Job.parse({ mode: "execute", ...job }), AbortSignal.timeout(90_000));
      return judged.verdict;
    } catch (error) {
      // The one box is late on a slow machine.
      if (!(error instanceof EngineUnavailable) || tries === 60) throw error;
    }
  }
}

const packages = ["typed-tool"];
const printed = "from typed_tool import double\nprint(double(21))\n";

describe("packages that a call asks for", () => {
  test("are there for the program and for the type checker, and are named with their hashes", async () => {
    const first = await judge({ code: printed, options: { packages } });
    expect(first).toMatchObject({ valid: true, runtime: { stdout: "42\n" } });
    const installed = [
      { name: "typed-tool", version: "1.0", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ];
    expect(first.meta.packages).toEqual({ installed, warm: false, wait_ms: expect.any(Number) });
    const wrong = await judge({
      code: "from typed_tool import double\ndouble('x')\n",
      mode: "static",
      options: { packages },
    });
    expect(wrong.diagnostics).toMatchObject([{ rule: "mypy:arg-type", line: 2 }]);
    expect(wrong.meta.packages).toMatchObject({ warm: true });
  });

  test("are found in each way in which code is run", async () => {
    const code = `from typed_tool import double\n\n\ndef four() -> int:\n    """\n    >>> four()\n    4\n    """\n    return double(2)\n`;
    const examples = "from typed_tool import double\nassert four() == double(2)";
    expect(await judge({ code, options: { packages, examples } })).toMatchObject({ valid: true });
    expect(await judge({ code, options: { packages } })).toMatchObject({
      valid: true,
      runtime: { examples: { given: 1, held: 1 } },
    });
    const inSubprocess = `import subprocess, sys\nprint(subprocess.run([sys.executable, "-c", "import typed_tool; print(typed_tool.double(3))"], capture_output=True, text=True).stdout)\n`;
    expect((await judge({ code: inSubprocess, options: { packages } })).runtime.stdout).toBe("6\n\n");
  });

  test.for([
    ["a PEP 723 block", { code: `# /// script\n# dependencies = ["typed-tool"]\n# ///\n${printed}` }],
    ["requirements.txt", { code: printed, files: { "requirements.txt": "typed-tool==1.0\n" } }],
    [
      "pyproject.toml",
      { code: printed, files: { "pyproject.toml": '[project]\ndependencies = ["user-of-tool"]\n' } },
    ],
  ] as const)("can be declared by %s", async ([, job]) => {
    expect(await judge(job)).toMatchObject({ valid: true, runtime: { stdout: "42\n" } });
  });

  test("are there for tests, and for a search with its other interpreters", async () => {
    const tests = {
      code: "import typed_tool\n\n\ndef test_double() -> None:\n    assert typed_tool.double(2) == 4\n",
    };
    const options = { packages: [...packages, "pytest-like"], pytest: true, path: "test_it.py" };
    expect((await judge({ ...tests, options })).runtime.tests).toEqual({ passed: 1, failed: 0, skipped: 0 });
    const wrong = "from typed_tool import double\n\n\ndef six(n: int) -> int:\n    return double(n) - n\n";
    const examples = "assert six(2) == 6\nassert six(3) == 9\nassert six(5) == 15";
    const fixed = await judge({ code: wrong, options: { packages, examples } });
    expect(fixed.fixed_code).toContain("double(n) + n");
  });

  test("give examples arrays that are the same on both sides", async () => {
    const code = `import numpy as np


def double(values: np.ndarray) -> np.ndarray:
    if type(values) is not np.ndarray:
        raise TypeError(type(values).__name__)
    return np.array([value * 2 for value in values.tolist()])


def first(values: np.ndarray) -> np.int64:
    return values[0]
`;
    const examples = `import numpy as np

assert double(np.array([1, 2])).tolist() == [2, 4]
assert type(double(np.array([1]))) is np.ndarray
assert first(np.array([7, 8])) == 7
`;
    const verdict = await judge({ code, options: { packages: ["numpy"], examples } });
    expect(verdict.diagnostics.map(({ message }) => message)).toEqual([]);
    expect(verdict.runtime.examples).toMatchObject({ given: 3, held: 3, weak: 0 });
  });

  test("are imported by the judge where the caller names them, and only by the program where the code does", async () => {
    const examples = "import builtins\nimport leaves_mark\nassert hasattr(builtins, 'marks') is IN_JUDGE";
    const code = "def two() -> int:\n    return 2\n";
    const script = `# /// script\n# dependencies = ["leaves-mark"]\n# ///\n${code}`;
    const holds = async (text: string, inJudge: string, asked: readonly string[]) =>
      judge({ code: text, options: { packages: asked, examples: examples.replace("IN_JUDGE", inJudge) } });
    expect(await holds(code, "True", ["leaves-mark"])).toMatchObject({ valid: true });
    expect(await holds(script, "False", [])).toMatchObject({ valid: true });
    expect(await holds(script, "False", packages)).toMatchObject({ valid: true });
  });

  test("are there for nobody else", async () => {
    const other = await judge({ code: printed });
    expect(other.diagnostics.map(({ rule }) => rule)).toContain("python:missing-package");
    expect(other.meta.packages).toBeUndefined();
  });

  test("are the same for the same request", async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async () => judge({ code: printed, options: { packages } })),
    );
    expect(one!.meta.packages!.installed).toEqual(two!.meta.packages!.installed);
    expect(one!.diagnostics).toEqual(two!.diagnostics);
  });

  test("are refused where they do not exist", async () => {
    await expect(judge({ code: printed, options: { packages: ["no-such-tool"] } })).rejects.toThrow(
      PackageRefusal,
    );
  });
});

describe("a hostile package", () => {
  const options = { packages: ["hostile"] };

  test.for([
    ["in a new interpreter", {}],
    ["in a fork", { examples: "assert marks_seen() == []" }],
  ] as const)("runs nothing by itself and hides no module of Python's own, %s", async ([, more]) => {
    const code = `import builtins\nimport json\nimport hostile\n\n\ndef marks_seen() -> list[str]:\n    return getattr(builtins, "marks", [])\n\n\nprint(marks_seen(), json.dumps([1]), hostile.NAME)\n`;
    const verdict = await judge({ code, options: { ...options, ...more } });
    expect(verdict.runtime.stdout).toBe("[] [1] hostile\n");
    expect(verdict.valid).toBe(true);
  });

  test("cannot be changed from inside, and the others cannot be listed", async () => {
    const code = `import os
import hostile

folder = os.path.dirname(os.path.dirname(hostile.__file__))
for work in (
    lambda: os.listdir(os.path.dirname(folder)),
    lambda: os.listdir("/layers"),
    lambda: os.listdir("/layers/ours"),
    lambda: open(os.path.join(folder, "new.py"), "w"),
    lambda: os.unlink(hostile.__file__),
    lambda: os.chmod(folder, 0o777),
):
    try:
        work()
        print("done")
    except OSError as error:
        print(type(error).__name__)
`;
    const { runtime } = await judge({ code, options });
    expect(runtime.stdout.trim().split("\n").toSorted()).toEqual([
      "OSError",
      "OSError",
      "OSError",
      "PermissionError",
      "PermissionError",
      "PermissionError",
    ]);
  });
});

describe("a set that stands ready", () => {
  test("is there without being declared, for a program that imports it", async () => {
    await until(() => engine.status().packageSets.every(({ ready }) => ready), 60_000);
    expect(engine.status().packageSets).toEqual([{ packages: ["ready-made==1.0"], ready: true }]);
    const verdict = await judge({ code: "import ready_made\nprint(ready_made.WORD)\n" });
    expect(verdict).toMatchObject({ valid: true, runtime: { stdout: "ready\n" } });
    expect(verdict.meta.packages).toMatchObject({ warm: true, wait_ms: 0 });
    expect((await judge({ code: "print('ready_made')\n" })).meta.packages).toBeUndefined();
  });
});
