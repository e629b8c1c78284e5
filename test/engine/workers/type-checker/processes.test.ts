import { readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alone, openTestEngine, openTestTypes, type TestEngine } from "../../../support/engine.ts";
import { childrenOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ workers: 1 });
});
afterAll(async () => engine[Symbol.asyncDispose]());

const program = "print(1 + '', nothing)\n";
const found = ["1:11 error mypy:operator", "1:15 error ruff:F821"];
/** Takes mypy longer the more classes there are, and the more sums of them. */
const sums = (classes: number, count: number) => `
${Array.from({ length: classes }, (_, n) => `class C${n}:\n    def __add__(self, o: "U") -> "U": raise ValueError\n`).join("")}
U = ${Array.from({ length: classes }, (_, n) => `C${n}`).join(" | ")}
def f(a: U, b: U) -> object:
    return ${Array(count + 1)
      .fill("a")
      .join(" + ")}
`;
const endless = sums(150, 39);

const zygote = () =>
  childrenOf(process.pid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("types_worker.py"),
  )!;

/** Processor time in ticks. */
const ticksOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
  return Number(fields[11]) + Number(fields[12]);
};

describe("a killed worker", () => {
  test("makes its current verdict incomplete, and the pool recovers", async () => {
    const [worker] = childrenOf(zygote());
    const before = ticksOf(worker!);
    const judging = engine.judge(endless);
    await until(() => ticksOf(worker!) > before + 5);
    process.kill(worker!, "SIGKILL");

    const { verdict, isComplete } = await judging;
    expect(isComplete).toBe(false);
    expect(verdict.diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", rule: "mypy:incomplete" }),
    );
    expect(await engine.find(program)).toEqual(found);
    expect(childrenOf(zygote())).not.toContain(worker);
    expect(engine.types.workers()).toBe(1);
  });

  test("is replaced when it was idle", async () => {
    const [worker] = childrenOf(zygote());
    process.kill(worker!, "SIGKILL");
    await until(() => engine.types.workers() === 0);
    expect(await engine.find(program)).toEqual(found);
  });
});

test("a worker with a long text lowers its priority, and is replaced after its answer", async () => {
  await until(() => engine.types.workers() === 1);
  const [worker] = childrenOf(zygote());
  const before = getPriority(worker);
  const checking = engine.types.check(alone(sums(60, 9)), new AbortController().signal);
  await until(() => getPriority(worker) === before + 10);
  expect((await checking).failures).toEqual([]);
  await until(() => !isAlive(worker!));
  expect(await engine.find(program)).toEqual(found);
  expect(childrenOf(zygote()).map((pid) => getPriority(pid))).toEqual([before]);
});

describe("the process that workers are forked from", () => {
  test("restarts when it is killed, and its workers end with it", async () => {
    const first = zygote();
    const [worker] = childrenOf(first);
    process.kill(first, "SIGKILL");
    await until(() => !engine.types.isUp());
    expect(engine.engine.isReady("static")).toBe(false);

    await until(() => engine.types.isUp());
    expect(zygote()).not.toBe(first);
    await until(() => !isAlive(worker!));
    expect(await engine.find(program)).toEqual(found);
    expect(engine.types.workers()).toBe(1);
  });

  test("answers a request made during its restart", async () => {
    process.kill(zygote(), "SIGKILL");
    await until(() => !engine.types.isUp());
    expect(await engine.find(program)).toEqual(found);
  });

  test("ends with the engine and its workers", async () => {
    const others = childrenOf(process.pid);
    const types = await openTestTypes({ workers: 2 });
    const [own] = childrenOf(process.pid).filter((pid) => !others.includes(pid));
    await until(() => types.workers() === 2);
    const workers = childrenOf(own!);
    await types[Symbol.asyncDispose]();
    const all = [own!, ...workers];
    await until(() => !all.some(isAlive));
    expect(all).toHaveLength(3);
  });
});

test("a hundred aborted waiting calls do not block others", async () => {
  const callers = Array.from({ length: 100 }, () => new AbortController());
  const leaving = callers.map(async ({ signal }) =>
    engine.types.check(alone(program), signal).catch(() => "left"),
  );
  const staying = engine.types.check(alone(program), new AbortController().signal);
  for (const caller of callers.slice(1)) caller.abort();
  expect((await staying).said!.messages).toHaveLength(2);
  await Promise.all(leaving);
  expect(await engine.find(program)).toEqual(found);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
