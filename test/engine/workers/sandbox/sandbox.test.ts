import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { EngineUnavailable } from "../../../../engine/unavailable.ts";
import { openLog } from "../../../../platform/log.ts";
import { createMetrics } from "../../../../service/parts/metrics.ts";
import { createdLabel, ownerLabel } from "../../../../engine/workers/sandbox/docker/container-options.ts";
import { BoxFailure, type Sandbox } from "../../../../engine/workers/sandbox/sandbox.ts";
import { isExhaustive } from "../../../support/exhaustive.ts";
import {
  askDocker,
  config,
  containersOf,
  isGvisor,
  openTestSandbox,
  processesIn,
  processesOutside,
  requireDocker,
  runOne,
  takeBox,
  type Container,
} from "../../../support/sandbox.ts";
import { until } from "../../../support/until.ts";
import { startEngineProxy } from "./docker/engine-proxy.ts";

const never = new AbortController().signal;

/** The container in which a program runs; another may stand ready beside it. */
async function findWorking(): Promise<string> {
  if (isGvisor) return findOldest();
  let found: string | undefined;
  await until(async () => {
    found = (await containersOf(process.pid)).find(({ Id }) => processesIn(Id) > 1)?.Id;
    return found !== undefined;
  });
  return found!;
}

/** What stands ready was made after what is in use. */
async function findOldest(): Promise<string> {
  const age = ({ Labels }: Container): number => Number(Labels[createdLabel]);
  return (await containersOf(process.pid)).toSorted((a, b) => age(a) - age(b))[0]!.Id;
}

beforeAll(requireDocker);

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "served",
    (error: { reason?: unknown }) => error.reason ?? error,
  );
}

describe("a box", () => {
  test.for(["fresh", "fork"] as const)("runs a program (%s) and reports what it did", async (mode) => {
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

  test.for(["fresh", "fork"] as const)(
    "finds its packages behind the standard library (%s)",
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

  test.for(["fresh", "fork"] as const)(
    "lets a program signal its own processes, lock files and ask for its limits (%s)",
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

  test("without a package that its operator named is told in the log, once", async () => {
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

  test("serves one caller: what the next one gets is another container", async () => {
    await using sandbox = await openTestSandbox({ poolSize: 1 });
    const seen = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      await using box = await takeBox(sandbox);
      await runOne(box, "print('hello')");
      for (const { Id } of await containersOf(process.pid)) seen.add(Id);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  test("that is removed from outside is told as dead, and the next call is served", async () => {
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

describe("the image", () => {
  test("has nothing that would be compiled again at every start", async () => {
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

  test("that is missing means down, and is told at once", async () => {
    await using sandbox = await openTestSandbox({ image: "assay-sandbox:there-is-no-such" });
    expect(sandbox.state()).toBe("down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    expect(await containersOf(process.pid)).toEqual([]);
  });
});

describe("when all boxes are taken", () => {
  test("callers beyond what can be started in a second are told to come back", async () => {
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

describe("an engine", () => {
  test("that is not there lets the sandbox open, down, and coming up by itself", async () => {
    const proxy = await startEngineProxy();
    await using _proxy = proxy;
    proxy.kill();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost });
    expect(sandbox.state()).toBe("down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    proxy.revive();
    await until(() => sandbox.state() === "ok");
    await using box = await takeBox(sandbox);
    expect(await runOne(box, "print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("whose socket does not exist is the same", async () => {
    const folder = mkdtempSync(join(tmpdir(), "assay-engine-"));
    await using sandbox = await openTestSandbox({ dockerHost: `unix://${folder}/docker.sock` });
    expect(sandbox.state()).toBe("down");
    rmSync(folder, { recursive: true });
  });

  test("whose runtime ignores the profile of system calls runs nothing, and says why", async () => {
    const lines: string[] = [];
    const log = {
      ...openLog("silent"),
      error: (event: string, facts?: object) => void lines.push(`${event} ${JSON.stringify(facts)}`),
    };
    await using proxy = await startEngineProxy({ ignoresProfile: true });
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost, log });
    expect(sandbox.state()).toBe("down");
    expect(sandbox.trouble()).toContain("--oci-seccomp");
    expect(lines).toEqual([expect.stringMatching(/^sandbox box cannot be started .*--oci-seccomp/)]);
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    await until(async () => (await containersOf(process.pid)).length === 0);
  });

  test("that hangs fails a request for silence long before its time is over, then opens the breaker, and recovers", async () => {
    await using proxy = await startEngineProxy();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost, poolSize: 2 });
    await using box = await takeBox(sandbox);
    proxy.freeze();
    const startedAt = performance.now();
    const failure = await runOne(box, "print(1)").catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: "silent" });
    expect(performance.now() - startedAt).toBeLessThan(8000);
    await until(() => sandbox.state() === "down");
    expect(await outcomeOf(sandbox.take(never))).toBe("down");
    expect(sandbox.numbers()).toMatchObject({ idle: 0 });
    proxy.revive();
    await until(() => sandbox.state() === "ok");
    await using next = await takeBox(sandbox);
    expect(await runOne(next, "print(1)")).toMatchObject({ stdout: "1\n" });
  });

  test("that dies in the middle of a run is told at once", async () => {
    await using proxy = await startEngineProxy();
    await using sandbox = await openTestSandbox({ dockerHost: proxy.dockerHost });
    await using box = await takeBox(sandbox);
    const running = runOne(box, "import time; time.sleep(20)", { wallMs: 20_000 }).catch(
      (error: unknown) => error,
    );
    await findWorking();
    // A container that is made but not started would stay: nobody can remove it while the engine is away.
    await until(() => sandbox.numbers().starting === 0);
    proxy.kill();
    expect(await running).toMatchObject({ reason: "died" });
    await until(() => sandbox.state() === "down");
  });
});

describe("nothing is left behind", () => {
  const stranger = "elsewhere 0 pid|1|1|stranger";

  async function plant(labels: Record<string, string>): Promise<string> {
    const { body } = await askDocker("POST", "/containers/create", {
      Image: config.SANDBOX_IMAGE,
      Labels: labels,
    });
    return (JSON.parse(body) as { Id: string }).Id;
  }
  async function isThere(id: string): Promise<boolean> {
    return (await askDocker("GET", `/containers/${id}/json`)).status === 200;
  }

  test("of a service that has ended, or of any after fifteen minutes; what others may use stays", async () => {
    const minutesAgo = (minutes: number): string => String(Date.now() - minutes * 60_000);
    const old = await plant({ [ownerLabel]: stranger, [createdLabel]: minutesAgo(16) });
    const young = await plant({ [ownerLabel]: stranger, [createdLabel]: minutesAgo(14) });
    const notOurs = await plant({ other: "label" });
    const metrics = createMetrics();
    try {
      await using _sandbox = await openTestSandbox({ metrics });
      await until(async () => !(await isThere(old)));
      await until(async () => /events_total\{event="reaped"\} [1-9]/.test((await metrics.text()).body));
      expect(await isThere(young)).toBe(true);
      expect(await isThere(notOurs)).toBe(true);
    } finally {
      for (const id of [young, notOurs]) await askDocker("DELETE", `/containers/${id}?force=1`);
    }
  });

  test("by a service that is closed, not even a container whose making was never answered", async () => {
    const before = new Set((await containersOf(process.pid)).map(({ Id }) => Id));
    const sandbox = await openTestSandbox({ poolSize: 1 });
    const known = (await containersOf(process.pid)).find(({ Id }) => !before.has(Id));
    const unknown = await plant({ ...known!.Labels });
    await sandbox[Symbol.asyncDispose]();
    expect([await isThere(known!.Id), await isThere(unknown)]).toEqual([false, false]);
  });

  test("two services on one engine do not take each other's boxes", async () => {
    await using first = await openTestSandbox({ poolSize: 2 });
    await until(() => first.numbers().idle === 2);
    const before = (await containersOf(process.pid)).map(({ Id }) => Id);
    await using second = await openTestSandbox({ poolSize: 1 });
    await until(() => second.numbers().idle === 1);
    await using box = await takeBox(first);
    expect(await runOne(box, "print(1)")).toMatchObject({ stdout: "1\n" });
    const after = (await containersOf(process.pid)).map(({ Id }) => Id);
    expect(after).toEqual(expect.arrayContaining(before.slice(0, 1)));
  });

  test("by a service killed outright, with boxes ready, taken and at work", async () => {
    const child = spawn(process.execPath, [new URL("owning-process.ts", import.meta.url).pathname], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect((await containersOf(child.pid!)).length).toBeGreaterThanOrEqual(2);
    child.kill("SIGKILL");
    // What ran ends with its input. What was made and not started yet is removed by the next service.
    await until(async () => (await containersOf(child.pid!)).every(({ State }) => State === "created"));
    await using _next = await openTestSandbox();
    await until(async () => (await containersOf(child.pid!)).length === 0);
  });

  test("by many runs, in the engine or in our own memory", { timeout: 300_000 }, async () => {
    const sandbox: Sandbox = await openTestSandbox({ poolSize: 4 });
    const runs = isExhaustive ? 200 : 60;
    let left = runs;
    let early = 0;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        if (left === runs / 2) early = process.memoryUsage().rss;
        await using box = await takeBox(sandbox);
        expect(await runOne(box, "import os\nif os.fork(): print('parent')")).toMatchObject({
          stdout: "parent\n",
        });
      }
    };
    await Promise.all([caller(), caller()]);
    expect(process.memoryUsage().rss - early).toBeLessThan(64 * 2 ** 20);
    await sandbox[Symbol.asyncDispose]();
    expect(await containersOf(process.pid)).toEqual([]);
  });

  test("not even a process, when every sandbox has been closed", async () => {
    expect(await containersOf(process.pid)).toEqual([]);
    await until(async () => {
      const { body } = await askDocker("GET", "/containers/json?all=1");
      return processesOutside((JSON.parse(body) as { Id: string }[]).map(({ Id }) => Id)) === 0;
    });
  });
});
