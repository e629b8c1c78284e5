import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock, type Clock } from "../../platform/clock.ts";
import { Failed, type Failure } from "../../platform/failure.ts";
import { openThreads, type Threads } from "../../platform/threads/threads.ts";
import { manualClock } from "../support/manual-clock.ts";
import { until } from "../support/until.ts";
import type { Trial } from "../support/trying-thread.ts";

vi.setConfig({ testTimeout: 120_000 });

const file = new URL("../support/trying-thread.ts", import.meta.url);
const limitMs = 500;
const never = new AbortController().signal;
const question: Trial = { do: "answer", with: "still here" };

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
});

async function open(
  threads = 1,
  clock: Clock = systemClock,
  freshTasks = threads,
): Promise<Threads<Trial, string, string>> {
  const pool = await openThreads<Trial, string, string>(file, { threads, freshTasks, limitMs, clock });
  opened.push(pool);
  return pool;
}

/** Why a task was lost. */
async function failureOf(task: Promise<unknown>): Promise<Failure> {
  const error: unknown = await task.then(
    () => undefined,
    (why: unknown) => why,
  );
  expect(error).toBeInstanceOf(Failed);
  return (error as Failed).failure;
}

describe("a task that uses up its processor time", () => {
  test.for(["loop", "match"] as const)("is stopped in a %s, and the next is answered", async (how) => {
    const threads = await open();
    expect(await failureOf(threads.run({ do: how }, never))).toMatchObject({
      reason: "out of processor time",
    });
    expect(await threads.run(question, never)).toBe("still here");
  });

  test("is not stopped long before its limit", async () => {
    const threads = await open();
    const busy: Trial = { do: "tell", parts: ["a"], busyMs: limitMs * 0.7, next: question };
    expect(await threads.run(busy, never)).toBe("still here");
  });
});

test("time without the processor does not count against a task", async () => {
  const threads = await open();
  expect(await threads.run({ do: "wait", ms: limitMs * 4 }, never)).toBe("waited");
});

test("a thread that gets no processor time is abandoned after a minute", async () => {
  const clock = manualClock(0);
  const threads = await open(1, clock);
  const begun = Promise.withResolvers<void>();
  const task: Trial = { do: "tell", parts: ["begun"], busyMs: 1, next: { do: "wait", ms: 600_000 } };
  const failure = failureOf(threads.run(task, never, () => begun.resolve()));
  await begun.promise;
  await clock.advance(59_000);
  expect(await Promise.race([failure, new Promise((resolve) => setImmediate(resolve, "working"))])).toBe(
    "working",
  );
  await clock.advance(2000);
  expect(await failure).toMatchObject({ reason: "out of time" });
});

describe("a partial result of a task", () => {
  test("is delivered even when the rest is lost", async () => {
    const threads = await open();
    const heard: string[] = [];
    const task: Trial = { do: "tell", parts: ["a", "b"], busyMs: 1, next: { do: "loop" } };
    const { reason } = await failureOf(threads.run(task, never, (part) => heard.push(part)));
    expect([reason, heard]).toEqual(["out of processor time", ["a", "b"]]);
  });

  test("restarts the task's time limit", async () => {
    const threads = await open();
    const heard: string[] = [];
    const task: Trial = { do: "tell", parts: ["a", "b", "c", "d"], busyMs: limitMs * 0.7, next: question };
    expect(await threads.run(task, never, (part) => heard.push(part))).toBe("still here");
    expect(heard).toEqual(["a", "b", "c", "d"]);
  });

  test("does not extend the limit of the work after it", async () => {
    const threads = await open();
    const busy: Trial = { do: "tell", parts: ["never"], busyMs: limitMs * 4, next: question };
    const task: Trial = { do: "tell", parts: ["a"], busyMs: limitMs * 0.5, next: busy };
    const heard: string[] = [];
    await failureOf(threads.run(task, never, (part) => heard.push(part)));
    expect(heard).toEqual(["a"]);
  });
});

describe("a thread is replaced when its task", () => {
  test.for<[Trial["do"] & ("exit" | "refuse"), string]>([
    ["exit", "thread ended"],
    ["refuse", "TypeError"],
  ])("fails by %s", async ([how, reason]) => {
    const threads = await open();
    expect(await failureOf(threads.run({ do: how }, never))).toMatchObject({ reason });
    expect(await threads.run(question, never)).toBe("still here");
  });

  test("fills the memory", async () => {
    const threads = await open();
    await expect(threads.run({ do: "fill" }, never)).rejects.toThrow(/memory|processor time/);
    expect(await threads.run(question, never)).toBe("still here");
  });

  test("requests it, and the answer is delivered", async () => {
    const threads = await open();
    expect(await threads.run({ do: "give up" }, never)).toBe("given up");
    expect(await threads.run(question, never)).toBe("still here");
  });
});

test("an error contains its stack frames but not its message", async () => {
  const threads = await open();
  const failure = await failureOf(threads.run({ do: "refuse" }, never));
  expect(failure.frames[0]).toMatch(/trying-thread\.ts/);
  expect(JSON.stringify(failure)).not.toContain("secret");
});

describe("several tasks", () => {
  test("wait for a thread, and their time starts with the thread", async () => {
    const threads = await open();
    const busy: Trial = { do: "tell", parts: ["a"], busyMs: limitMs * 0.6, next: question };
    const answers = await Promise.all(Array.from({ length: 4 }, async () => threads.run(busy, never)));
    expect(answers).toEqual(Array(4).fill("still here"));
  });

  test("are not affected when one of them is lost", async () => {
    const threads = await open(2);
    const lost = failureOf(threads.run({ do: "exit" }, never));
    const answers = Array.from({ length: 6 }, async () => threads.run(question, never));
    expect(await Promise.all(answers)).toEqual(Array(6).fill("still here"));
    await lost;
  });
});

describe("a caller who leaves", () => {
  test("frees the thread", async () => {
    const threads = await open();
    await threads.run(question, never);
    const caller = new AbortController();
    const task: Trial = { do: "tell", parts: ["begun"], busyMs: 1, next: { do: "loop" } };
    const working = threads.run(task, caller.signal, () => caller.abort(new Error("gone")));
    await expect(working).rejects.toThrow("gone");
    expect(await threads.run(question, never)).toBe("still here");
  });

  test("does not cancel the thread's start for others", async () => {
    const threads = await open();
    const caller = new AbortController();
    const leaving = threads.run(question, caller.signal);
    const staying = threads.run(question, never);
    caller.abort(new Error("gone"));
    await expect(leaving).rejects.toThrow("gone");
    expect(await staying).toBe("still here");
  });
});

test("closing ends running tasks and starts no others", async () => {
  const threads = await open();
  const begun = Promise.withResolvers<void>();
  const task: Trial = { do: "tell", parts: ["begun"], busyMs: 1, next: { do: "wait", ms: 60_000 } };
  const working = failureOf(threads.run(task, never, () => begun.resolve()));
  await begun.promise;
  const waiting = threads.run(question, never).catch((error: unknown) => String(error));
  await threads[Symbol.asyncDispose]();
  expect(await working).toMatchObject({ reason: "thread ended" });
  expect(await waiting).toContain("closed");
});

describe("with a limit on new tasks", () => {
  const whichThread: Trial = { do: "priority", when: "now" };
  const long: Trial = { do: "tell", parts: ["begun", "over"], busyMs: limitMs * 0.8, next: whichThread };

  test("short tasks share a thread, and a long one leaves it to them", async () => {
    const threads = await open(3, systemClock, 1);
    const threadOf = (told: string): string => told.split(" ")[1]!;
    const shared = await Promise.all([1, 2, 3].map(async () => threads.run(whichThread, never)));
    expect(new Set(shared.map(threadOf)).size).toBe(1);
    const heard: string[] = [];
    const working = threads.run(long, never, (part) => heard.push(part));
    const other = await threads.run(whichThread, never);
    expect(threadOf(other)).not.toBe(threadOf(shared[0]!));
    expect(heard).not.toContain("over");
    expect(threadOf(await working)).toBe(threadOf(shared[0]!));
  });

  test("the number of threads does not exceed the number of tasks", async () => {
    const before = threadsNow();
    const threads = await open(1, systemClock, 3);
    expect(await threads.run(question, never)).toBe("still here");
    expect(threadsNow() - before).toBe(1);
  });

  test("a thread unused for half a minute is ended", async () => {
    const clock = manualClock(0);
    const threads = await open(3, clock, 1);
    await threads.run(question, never);
    const before = threadsNow();
    const answers = [1, 2].map(async () => threads.run(long, never));
    await until(async () => {
      await clock.advance(10);
      return threadsNow() > before;
    });
    await Promise.all(answers);
    const grown = threadsNow();
    expect(await threads.run(question, never)).toBe("still here");
    expect(threadsNow()).toBe(grown);
    await clock.advance(30_000);
    await until(() => threadsNow() === before);
    expect(await threads.run(question, never)).toBe("still here");
  });
});

/** How many of ours the system knows. */
function threadsNow(): number {
  const names = readdirSync("/proc/self/task").map((id) => nameOf(id));
  return names.filter((name) => name === "trying-thread").length;
}

function nameOf(id: string): string {
  try {
    return readFileSync(`/proc/self/task/${id}/comm`, "utf8").trim();
  } catch {
    return ""; // it has ended meanwhile
  }
}
