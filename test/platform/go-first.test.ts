import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../support/first-process.ts", import.meta.url));
const run = promisify(execFile);
const isRoot = process.geteuid?.() === 0;

/** The priority of a process that asks to go first, of a thread of it, and of its session. */
async function standing(...words: readonly string[]): Promise<unknown> {
  const [command, ...rest] = [...words, "setsid", "--wait", process.execPath, program];
  return JSON.parse((await run(command!, rest)).stdout);
}

test.runIf(isRoot)("a process that may goes first, with its threads and in its session", async () => {
  expect(await standing()).toEqual([-7, -7, -7]);
});

test("a process that may not works as before", async () => {
  const withoutRights = isRoot ? ["setpriv", "--bounding-set", "-sys_nice"] : [];
  expect(await standing(...withoutRights)).toEqual([0, 0, 0]);
});

test("a priority that somebody has chosen is kept", async () => {
  expect(await standing("nice", "-n", "5")).toEqual([5, 5, 0]);
});
