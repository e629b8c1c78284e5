import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeRequest, startHarness, type Frame, type Harness, type Result } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

/** Runs a program that does not end for as long as this machine needs to see it print, be that a second or ten. */
async function runLongEnough(source: string, how: object): Promise<Result> {
  for (let wallMs = 500; ; wallMs *= 2) {
    const result = await harness.run(source, { ...how, wall_ms: wallMs });
    if (result.stdout !== "" || wallMs > 10_000) return result;
  }
}

const both = [{ mode: "fresh" }, { mode: "watched" }] as const;

describe("the channel", () => {
  test("the first frame names the Python version and the protocol", () => {
    expect(harness.ready).toEqual({
      type: "ready",
      python: expect.stringMatching(/^3\.\d+\.\d+/),
      packages: expect.arrayContaining([expect.stringMatching(/^mypy==/)]),
      confined: false,
      protocol: 7,
    });
  });

  test("bytes before the magic number are skipped", async () => {
    harness.write(Buffer.from("noise ASY noise"));
    expect(await harness.run("print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("unknown and malformed requests get an error, and the next request is served", async () => {
    expect(await harness.request("X", {})).toMatchObject([{ type: "error" }]);
    expect(await harness.request("R", { programs: 3 })).toMatchObject([{ type: "error" }]);
    expect(await harness.run("print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("the harness ends when its channel closes, also while a program runs", async () => {
    const other = await startHarness();
    const programs = [{ id: "a", mode: "watched", wall_ms: 20_000 }];
    other.write(encodeRequest("R", { source: "while True: pass", total_ms: 20_000, programs }));
    expect(await other.close()).toBe(0);
  });

  test("the end of a program is noticed through SIGCHLD when pidfd is missing", async () => {
    const path = new URL("../../../engine/python/sandbox/harness.py", import.meta.url).pathname;
    const launcher = `import os, runpy; os.__dict__.pop("pidfd_open", None); runpy.run_path(${JSON.stringify(path)}, run_name="__main__")`;
    await using other = await startHarness(["-c", launcher]);
    const result = await other.run("print(1)", { wall_ms: 60_000 });
    expect(result).toMatchObject({ stdout: "1\n", returncode: 0, timed_out: false });
    expect(result.duration_ms).toBeLessThan(30_000);
    expect(await other.run("while True: pass", { wall_ms: 100 })).toMatchObject({ timed_out: true });
  });
});

describe.each(both)("a program in a $mode process", (how) => {
  test("runs as __main__ with its own folder first on the path and an empty stdin", async () => {
    const source = `
import os, sys
print(__name__, sys.argv, sys.path[0] == os.getcwd(), os.path.basename(__file__))
print(sorted(os.listdir()), repr(sys.stdin.read()))
try:
    input()
except EOFError:
    print("no input")
for name in ("plan", "judge", "harness", "channel"):
    try:
        __import__(name)
        print("found", name)
    except ImportError:
        pass
`;
    expect(await harness.run(source, how)).toMatchObject({
      stdout: "__main__ ['main.py'] True main.py\n['main.py'] ''\nno input\n",
      stderr: "",
      returncode: 0,
      ran: true,
    });
  });

  test.each([
    ["import sys; sys.exit(3)", 3, ""],
    ["import sys; sys.exit(256 + 7)", 7, ""],
    ["import sys; sys.exit('why')", 1, "why\n"],
    ["exit()", 0, ""],
    ["import os; os._exit(9)", 9, ""],
    ["import os; os.abort()", -6, ""],
    ["import os; os.kill(os.getpid(), 9)", -9, ""],
    ["raise KeyboardInterrupt", -2, expect.stringContaining("KeyboardInterrupt")],
    ["import ctypes; ctypes.string_at(0)", -11, ""],
  ])("ends with its own exit code: %s", async (source, returncode, stderr) => {
    expect(await harness.run(source, how)).toMatchObject({ returncode, stderr, timed_out: false });
  });

  test("has only its own frames in a traceback", async () => {
    const { stderr, returncode } = await harness.run("def f():\n    return 1 / 0\n\nf()\n", how);
    expect(returncode).toBe(1);
    expect(stderr).toMatch(
      /^Traceback \(most recent call last\):\n {2}File "\S+main\.py", line 4, in <module>\n/,
    );
    expect(stderr).toMatch(/ZeroDivisionError: division by zero\n$/);
    expect(stderr.match(/File /g)).toHaveLength(2);
  });

  test("reports a text that does not compile as Python does", async () => {
    const { stderr, returncode } = await harness.run("x = (\n", how);
    expect(returncode).toBe(1);
    expect(stderr).toMatch(/^ {2}File "\S+main\.py", line 1\n[^]*SyntaxError: '\(' was never closed\n$/);
  });

  test("ends after its threads are joined and its exit handlers have run", async () => {
    const source = `
import atexit, threading, time
atexit.register(print, "exit")
threading.Thread(target=lambda: (time.sleep(0.05), print("thread"))).start()
print("main")
`;
    expect(await harness.run(source, how)).toMatchObject({ stdout: "main\nthread\nexit\n", returncode: 0 });
  });

  test("can use multiprocessing and subprocesses", async () => {
    const source = `
import multiprocessing, subprocess, sys
def double(x):
    return 2 * x
if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(pool.map(double, [1, 2, 3]))
    print(subprocess.run([sys.executable, "-c", "print(5)"], capture_output=True, text=True).stdout)
`;
    expect(await harness.run(source, how)).toMatchObject({
      stdout: "[2, 4, 6]\n5\n\n",
      stderr: "",
      returncode: 0,
    });
  });

  test("prints UTF-8, and unencodable text raises on stdout and is escaped on stderr", async () => {
    const source = "import sys\nprint('é☃')\nprint('\\ud800', file=sys.stderr)\nprint('\\ud800')\n";
    const { stdout, stderr, returncode } = await harness.run(source, how);
    expect([stdout, returncode]).toEqual(["é☃\n", 1]);
    expect(stderr).toMatch(/^\\ud800\n[^]*UnicodeEncodeError/);
    const broken = await harness.run("import os; os.write(1, b'a\\xffb')", how);
    expect(broken.stdout).toBe("a\ufffdb");
  });

  test("does not see a submodule that nothing imported", async () => {
    const source =
      "import importlib, xml, concurrent, email\nprint([hasattr(m, n) for m, n in ((xml, 'etree'), (concurrent, 'futures'))])";
    expect(await harness.run(source, how)).toMatchObject({ stdout: "[False, False]\n" });
  });

  test("is stopped when it does not end, and keeps its output", async () => {
    const result = await runLongEnough(`print("before")\nwhile True: pass`, how);
    expect(result).toMatchObject({
      stdout: "before\n",
      timed_out: true,
      returncode: -9,
      output_limit: false,
    });
  });

  test("is stopped when its output exceeds the limit, and the output is truncated", async () => {
    const flood = await harness.run("while True: print('x' * 1000)", how);
    expect(flood).toMatchObject({
      output_limit: true,
      stdout_truncated: true,
      returncode: -9,
      timed_out: false,
    });
    expect(flood.stdout).toHaveLength(65_536);
    const loud = await harness.run("import sys\nwhile True: sys.stderr.write('y' * 999)", {
      ...how,
      stderr_cap: 100,
    });
    expect(loud).toMatchObject({
      output_limit: true,
      stderr_truncated: true,
      stdout_truncated: false,
      stderr: "y".repeat(100),
    });
  });

  test("keeps output of exactly the limit, and the limit of stdout can be raised", async () => {
    const exact = await harness.run("print('x' * 65535)", how);
    expect(exact).toMatchObject({ output_limit: false, stdout_truncated: false, returncode: 0 });
    const raised = await harness.run("print('x' * 500000)", { ...how, stdout_cap: 1_000_000 });
    expect(raised.stdout).toHaveLength(500_001);
  });

  test("is reported although a daemon keeps its output open", async () => {
    const source = "import os, time\nif os.fork() == 0:\n    time.sleep(60)\nprint('parent')";
    const result = await harness.run(source, how);
    expect(result).toMatchObject({ stdout: "parent\n", returncode: 0, timed_out: false });
    expect(result.duration_ms).toBeLessThan(30_000);
  });

  test("cannot send frames by printing or writing to every descriptor", async () => {
    const source = `
import os, struct
body = b'{"type":"done"}'
for fd in range(256):
    try:
        os.write(fd, struct.pack(">I", len(body)) + body)
    except OSError:
        pass
`;
    const result = await harness.run(source, how);
    expect(result.stdout).toContain('{"type":"done"}');
    expect(await harness.run("print(1)")).toMatchObject({ stdout: "1\n" });
  });
});

describe("a program with a time limit", () => {
  test.each([
    ["sleeps", "import time; time.sleep(60)"],
    [
      "blocks every signal",
      "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nwhile True: pass",
    ],
    ["works inside C", "sum(range(10 ** 12))"],
    ["stops itself", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"],
    ["waits for a thread", "import threading, time; threading.Thread(target=time.sleep, args=(60,)).start()"],
    ["never leaves its exit handlers", "import atexit, time; atexit.register(time.sleep, 60)"],
  ])("is stopped in time when it %s", async (_name, source) => {
    expect(await harness.run(source, { wall_ms: 250 })).toMatchObject({ timed_out: true, returncode: -9 });
  });
});

describe("several programs in one request", () => {
  test("splices count code points, and each program starts clean", async () => {
    const source =
      'import os\nx = "é😀"; print(x, 1 + 2, os.listdir())\nopen("left", "w")\nos.chmod(".", 0)\n';
    const at = Array.from(source).indexOf("+");
    const programs = [
      { id: "a", mode: "watched", wall_ms: 5000 },
      {
        id: "b",
        mode: "watched",
        wall_ms: 5000,
        splices: [
          [at, at + 1, "*"],
          [at + 2, at + 3, "5"],
        ],
      },
    ];
    const frames = await harness.request("R", { source, total_ms: 10_000, programs });
    expect(frames).toMatchObject([
      { type: "result", id: "a", stdout: "é😀 3 ['main.py']\n" },
      { type: "result", id: "b", stdout: "é😀 5 ['main.py']\n" },
      { type: "done" },
    ]);
  });

  test("a seed gives the program another, repeatable hash order and no data of ours", async () => {
    const source =
      "import os, sys\ndef look():\n    return [hash('a'), sorted(os.listdir()), 'program' in sys.modules]\n";
    const looks = async (seed: object): Promise<string> => {
      const { judged } = await harness.check(source, "assert look() == 0", seed);
      return judged[0]!.got!;
    };
    const seen = [
      await looks({}),
      await looks({ seed: 1 }),
      await looks({ seed: 2 }),
      await looks({ seed: 1 }),
    ];
    expect(new Set(seen).size).toBe(3);
    expect(seen[1]).toBe(seen[3]);
    for (const each of seen) expect(each).toContain("['main.py'], False]");
  });

  test("programs beyond the time budget do not run", async () => {
    const programs = ["a", "b", "c"].map((id) => ({ id, mode: "watched", wall_ms: 5000 }));
    const frames: Frame[] = await harness.request("R", {
      source: "while True: pass",
      total_ms: 300,
      programs,
    });
    expect(frames).toMatchObject([
      { id: "a", ran: true, timed_out: true },
      { id: "b", ran: false, returncode: null, timed_out: false },
      { id: "c", ran: false },
      { type: "done" },
    ]);
  });
});
