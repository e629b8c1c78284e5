import { beforeAll, describe, expect, test } from "vitest";
import type { EngineUnavailable } from "../../../../engine/unavailable.ts";
import { openLog } from "../../../../platform/log.ts";
import { until } from "../../../support/until.ts";
import { findWorking } from "./working-container.ts";
import { outcomeOf } from "./outcome-of.ts";
import { BoxFailure } from "../../../../engine/workers/sandbox/sandbox.ts";
import {
  askDocker,
  config,
  containersOf,
  isGvisor,
  openTestSandbox,
  requireDocker,
  runOne,
  takeBox,
} from "../../../support/sandbox.ts";

const never = new AbortController().signal;

beforeAll(requireDocker);

describe("a box", () => {
  test.for(["fresh", "watched"] as const)("runs a program (%s) and reports what it did", async (mode) => {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    expect(box.python).toMatch(/^3\.1\d\.\d+$/);
    const source = "import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.exit(3)";
    expect(await runOne(box, source, { mode })).toMatchObject({
      ran: true,
      returncode: 3,
      stdout: "out\n",
      stderr: "err\n",
      timed_out: false,
    });
  });

  test("reports for a watched program which lines ran and where it raised", async () => {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    const source = `def look(n):
    if n:
        return n
    return {}["a"]
try:
    look(0)
except KeyError:
    print(look(2))
if len("a") > 1:
    print("never")
`;
    const { stdout, seen } = await runOne(box, source, { mode: "watched" });
    expect([stdout, seen?.lines.toSorted((a, b) => a - b)]).toEqual(["2\n", [1, 2, 3, 4, 5, 6, 7, 8, 9]]);
    expect(seen?.raised).toEqual(expect.arrayContaining([4, 6]));
    expect(seen?.raised).not.toEqual(expect.arrayContaining([3]));
    const forged = `import os\nos.write(3, b'{"line": "x"}\\n')\n`;
    expect((await runOne(box, forged, { mode: "watched" })).seen).toEqual({ lines: [], raised: [] });
  });

  test.for(["fresh", "watched"] as const)(
    "finds its packages after the standard library (%s)",
    async (mode) => {
      await using sandbox = await openTestSandbox();
      await using box = await takeBox(sandbox);
      expect(box.packages).toEqual(expect.arrayContaining(["iniconfig==2.3.1", "pytest==9.2.0"]));
      expect(sandbox.packages()).toEqual(box.packages);
      const source = `
import sys, pytest
assert sys.path[-1] == "/packages"
with open(pytest.__file__, "rb") as stream: print(pytest.__cached__, bool(stream.read()))
try: open("/packages/mine.py", "w")
except OSError as error: print(error.strerror)
`;
      const { stdout } = await runOne(box, source, { mode });
      const refused = isGvisor ? "Permission denied" : "Read-only file system";
      expect(stdout).toBe(`/packages/pytest/__pycache__/__init__.cpython-313.pyc True\n${refused}\n`);
    },
  );

  test.for(["fresh", "watched"] as const)(
    "lets a program signal its own processes, lock files and read its limits (%s)",
    async (mode) => {
      await using sandbox = await openTestSandbox();
      await using box = await takeBox(sandbox);
      const source = `
import fcntl, os, resource, signal, subprocess, sys, threading, time
seen = []
signal.signal(signal.SIGUSR1, lambda number, frame: seen.append(number))
os.kill(os.getpid(), signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
print(len(seen))
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
os.killpg(child.pid, signal.SIGTERM)
print(child.wait())
with open("lock", "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    fcntl.lockf(file, fcntl.LOCK_EX)
    os.set_blocking(file.fileno(), False)
    os.set_inheritable(file.fileno(), True)
print(os.isatty(1), resource.getrlimit(resource.RLIMIT_CORE))`;
      expect((await runOne(box, source, { mode })).stdout).toBe("3\n-15\nFalse (0, 0)\n");
    },
  );

  test("logs once when it lacks a package that its operator listed", async () => {
    const lines: string[] = [];
    const log = {
      ...openLog("silent"),
      error: (event: string, facts?: object) => void lines.push(`${event} ${JSON.stringify(facts)}`),
    };
    await using sandbox = await openTestSandbox({
      poolSize: 2,
      packages: ["pytest==9.2.0", "no.such==1"],
      log,
    });
    await until(() => sandbox.numbers().idle === 2);
    expect(lines).toEqual([
      expect.stringMatching(/^sandbox image lacks packages .*"lacking":\["no\.such==1"\]/),
    ]);
  });

  test("serves one caller, and the next one gets another container", async () => {
    await using sandbox = await openTestSandbox({ poolSize: 1 });
    const seen = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      await using box = await takeBox(sandbox);
      await runOne(box, "print('hello')");
      for (const { Id } of await containersOf(process.pid)) seen.add(Id);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  test("is reported as dead when it is removed from outside, and the next call is served", async () => {
    await using sandbox = await openTestSandbox({ poolSize: 1 });
    await using box = await takeBox(sandbox);
    const running = runOne(box, "import time; time.sleep(20)", { wallMs: 20_000 });
    const failure = running.catch((error: unknown) => error);
    const container = await findWorking();
    await askDocker("DELETE", `/containers/${container}?force=1`);
    expect(await failure).toBeInstanceOf(BoxFailure);
    expect(await failure).toMatchObject({ reason: "died" });
    await using next = await takeBox(sandbox);
    expect(await runOne(next, "print(1)")).toMatchObject({ stdout: "1\n" });
  });
});

describe("the sandbox image", () => {
  test("has nothing that is compiled at every start", async () => {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    const verbose = `
import subprocess, sys
told = subprocess.run([sys.executable, "-v", "-c", "import json, ast, doctest, decimal, asyncio"], capture_output=True, text=True)
print(told.returncode, "stale" in told.stderr, "wrote" in told.stderr, "could not create" in told.stderr)`;
    expect((await runOne(box, verbose)).stdout).toBe("0 False False False\n");
  });

  test("has no shell, no package manager and no writable program", async () => {
    await using sandbox = await openTestSandbox();
    await using box = await takeBox(sandbox);
    const look = `
import os, shutil
print([name for name in ("sh", "bash", "apt", "dpkg", "perl", "pip") if shutil.which(name)])
print([path for path in ("/sandbox", "/sandbox/harness.py", "/usr/bin", "/etc", "/") if os.access(path, os.W_OK)])`;
    const history = await askDocker("GET", `/images/${config.SANDBOX_IMAGE}/history`);
    // The public image keeps its shell; everything else holds for it too.
    const isPublic = history.body.includes("PYTHON_VERSION");
    const { stdout } = await runOne(box, look);
    expect(stdout).toMatch(isPublic ? /\n\[\]\n$/ : /^\[\]\n\[\]\n$/);
  });

  test("is reported at once when it is missing, and the sandbox is down", async () => {
    await using sandbox = await openTestSandbox({ image: "assay-sandbox:there-is-no-such" });
    expect(sandbox.state()).toBe("down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    expect(await containersOf(process.pid)).toEqual([]);
  });
});

describe("when all boxes are taken", () => {
  test("callers beyond the number of boxes that can start in a second are told to retry", async () => {
    await using sandbox = await openTestSandbox({ poolSize: 1 });
    const everyoneTold = Promise.withResolvers<void>();
    let waiting = 60;
    const told = (): void => {
      waiting -= 1;
      if (waiting === 0) everyoneTold.resolve();
    };
    const callers = Array.from({ length: waiting }, async () => {
      try {
        await using _box = await sandbox.take(never);
        told();
        await everyoneTold.promise;
        return "served";
      } catch (error) {
        told();
        return (error as EngineUnavailable).reason;
      }
    });
    const ends = await Promise.all(callers);
    expect(new Set(ends)).toEqual(new Set(["served", "busy"]));
  });
});

test("an image with another Python version than configured is not used", async () => {
  const lines: string[] = [];
  const log = {
    ...openLog("silent"),
    error: (words: string, fields?: object) => void lines.push(`${words} ${JSON.stringify(fields)}`),
  };
  await using sandbox = await openTestSandbox({ images: new Map([["3.12", config.SANDBOX_IMAGE]]), log });
  expect(sandbox.pythons).toEqual(["3.13", "3.12"]);
  await expect(sandbox.take(never, "3.12")).rejects.toMatchObject({ name: "EngineUnavailable" });
  await until(() => lines.length > 0);
  expect(lines.join()).toMatch(/SANDBOX_IMAGES: \S+ has Python 3\.13\.\d+, not 3\.12/);
  await using box = await takeBox(sandbox);
  expect(box.python).toMatch(/^3\.13\./);
});
