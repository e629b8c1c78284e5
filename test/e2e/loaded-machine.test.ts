import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { afterEach, expect, test } from "vitest";
import { openTestEngine } from "../support/engine.ts";

/** A policy finding, a credential, and enough else to take a tenth of a second of processor time. */
const code = `import os
os.system(input())
KEY = "AKIAQ3EGRIQWZ5JX7K2P"
${Array.from({ length: 60 }, (_, n) => `def f${n}(x: int, y: list[int]) -> list[int]:\n    return [x + n for n in y if n > ${n}]\n`).join("")}`;

/** This many per processor, so that a thread of ours gets a small part of one. */
const busyAProcessor = 4;
let busy: readonly ChildProcess[] = [];

async function makeBusy(): Promise<void> {
  const script = "process.stdout.write('on'); for (;;);";
  const children = Array.from({ length: busyAProcessor * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "ignore"] }),
  );
  busy = children;
  await Promise.all(children.map(async ({ stdout }) => once(stdout, "data")));
}

afterEach(async () => {
  await Promise.all(
    busy.map(async (child) => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }),
  );
});

test("a busy machine does not make a verdict incomplete or lose findings", { timeout: 300_000 }, async () => {
  const limitMs = 2 * (await processorTime());
  await using engine = await openTestEngine({ inspectMs: limitMs, typesMs: 20_000 });
  await makeBusy();
  const startedAt = performance.now();
  const { verdict, isComplete } = await engine.judge(code);
  // The processor time is within the limit, and the elapsed time is not.
  expect(performance.now() - startedAt).toBeGreaterThan(limitMs);
  const security = verdict.security.map(({ id, line, severity }) => `${line} ${severity} ${id}`);
  expect(security).toEqual(["2 error S605", "3 error aws-access-key"]);
  expect(verdict.meta.incomplete).toEqual([]);
  expect(isComplete).toBe(true);
});

/** The processor time of one verdict in this process, in milliseconds: more than any single tool takes. */
async function processorTime(): Promise<number> {
  await using engine = await openTestEngine();
  const before = process.cpuUsage();
  await engine.judge(`${code}first = 1\n`);
  const { user, system } = process.cpuUsage(before);
  return Math.ceil((user + system) / 1000);
}
