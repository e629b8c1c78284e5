import { execFile, spawn } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { threadOf } from "../../platform/threads/os-priority.ts";
import { createPriorities, type Priorities } from "../../platform/threads/priority.ts";
import { manualClock } from "../support/manual-clock.ts";
import { until } from "../support/until.ts";

const never = new AbortController().signal;
const program = fileURLToPath(new URL("../support/long-work-process.ts", import.meta.url));
const run = promisify(execFile);
const isRoot = process.geteuid?.() === 0;
/** Without the right to raise what was lowered; only root has it by itself. */
const withoutRights = isRoot ? ["setpriv", "--bounding-set", "-sys_nice"] : [];

type Standing = Readonly<{ priority: number; thread: string }>;

/** The threads that did the first work, the long one, and the one after it. */
async function watchThreads(words: readonly string[]): Promise<Standing[]> {
  const [command, ...rest] = [...words, process.execPath, program];
  const { stdout } = await run(command!, rest);
  return stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .map(([priority, thread]) => ({ priority: Number(priority), thread: thread! }));
}

describe("a thread with long work", { timeout: 120_000 }, () => {
  test("lowers its priority, and is replaced for the next work when it may not raise it", async () => {
    const [first, long, next] = await watchThreads(withoutRights);
    expect(long).toEqual({ priority: 10, thread: first!.thread });
    expect(next!.priority).toBe(first!.priority);
    expect(next!.thread).not.toBe(first!.thread);
  });

  test.runIf(isRoot)("lowers its priority, and is kept for the next work when it may raise it", async () => {
    const [first, long, next] = await watchThreads([]);
    expect(long).toEqual({ priority: 10, thread: first!.thread });
    expect(next).toEqual(first);
  });
});

/** A process of one thread that never stops. */
function spawnBusy(priority: number) {
  const child = spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" });
  setPriority(child.pid!, priority);
  return { pid: child.pid!, [Symbol.dispose]: () => child.kill("SIGKILL") };
}

describe("another process", () => {
  test.for([
    [5, 10],
    [15, 15],
  ])("goes from priority %i to %i once its work is long", async ([before, then]) => {
    using busy = spawnBusy(before!);
    const work = createPriorities(systemClock).begin(threadOf(busy.pid), never);
    await until(() => work.isLong());
    expect(getPriority(busy.pid)).toBe(then);
    work.end(0);
  });

  test("keeps its priority once its work is over", async () => {
    const clock = manualClock(0);
    using busy = spawnBusy(5);
    const priorities = createPriorities(clock);
    const over = priorities.begin(threadOf(busy.pid), never);
    await clock.advance(50);
    expect(over.end(0)).toBe(true);
    const other = priorities.begin(threadOf(busy.pid), never);
    for (let looks = 0; !other.isLong(); looks += 1) {
      expect(looks).toBeLessThan(2000);
      await systemClock.sleep(5);
      await clock.advance(50);
    }
    expect([over.isLong(), other.isLong()]).toEqual([false, true]);
  });
});

describe("a call with many short pieces", () => {
  /** How the process stands at the beginning of a piece of the call. */
  function nextPiece(priorities: Priorities, pid: number, call: AbortSignal): number {
    const work = priorities.begin(threadOf(pid), call);
    const standing = getPriority(pid);
    work.end(60);
    return standing;
  }

  test.runIf(isRoot)("runs further pieces at low priority, and others do not", async () => {
    using busy = spawnBusy(0);
    const priorities = createPriorities(systemClock);
    const long = priorities.begin(threadOf(busy.pid), never);
    await until(() => long.isLong());
    expect([long.end(60), getPriority(busy.pid)]).toEqual([true, 0]);
    const { signal: call } = new AbortController();
    const standing = [1, 2, 3].map(() => nextPiece(priorities, busy.pid, call));
    expect(standing).toEqual([0, 0, 10]);
    expect(nextPiece(priorities, busy.pid, new AbortController().signal)).toBe(0);
  });

  test.runIf(isRoot)("runs at low priority from the start when it was put behind", () => {
    using busy = spawnBusy(0);
    const priorities = createPriorities(systemClock);
    const { signal: call } = new AbortController();
    priorities.putBehind(call);
    expect(nextPiece(priorities, busy.pid, call)).toBe(10);
    expect(nextPiece(priorities, busy.pid, new AbortController().signal)).toBe(0);
  });
});

describe("the right to raise a priority again", () => {
  const source = `import { createPriorities } from ${JSON.stringify(new URL("../../platform/threads/priority.ts", import.meta.url).href)};
    process.stdout.write(String(createPriorities({}).mayComeBack()))`;
  const asked = async (...words: readonly string[]): Promise<string> => {
    const [command, ...rest] = [...words, process.execPath, "--input-type=module", "-e", source];
    return (await run(command!, rest)).stdout;
  };

  test.runIf(isRoot)("is detected at the start", async () => {
    expect(await asked()).toBe("true");
  });

  test("is known to be missing at the start", async () => {
    expect(await asked(...withoutRights)).toBe("false");
  });
});

test("a thread that only waits keeps its priority", async () => {
  const clock = manualClock(0);
  const idle = spawn("sleep", ["60"], { stdio: "ignore" });
  const work = createPriorities(clock).begin(threadOf(idle.pid!), never);
  for (let looks = 0; looks < 20; looks += 1) await clock.advance(50);
  expect([work.isLong(), work.end(0)]).toEqual([false, true]);
  idle.kill("SIGKILL");
});

test.for([undefined, "1/task/999999999"])(
  "a thread that cannot be inspected (%s) keeps its priority",
  async (name) => {
    const clock = manualClock(0);
    let isMaybeLong = false;
    const work = createPriorities(clock).begin(name, never, () => (isMaybeLong = true));
    for (let looks = 0; looks < 5; looks += 1) await clock.advance(50);
    expect([isMaybeLong, work.isLong(), work.end(0)]).toEqual([true, false, true]);
  },
);
