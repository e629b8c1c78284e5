import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("../support/first-process.ts", import.meta.url));
const run = promisify(execFile);
const isRoot = process.geteuid?.() === 0;

const ownSession = ["setsid", "--wait"];

/** The priority of a process that asks to go first, of a thread of it, and of its session. */
async function standing(...words: readonly string[]): Promise<unknown> {
  const [command, ...rest] = [...words, process.execPath, program];
  return JSON.parse((await run(command!, rest)).stdout);
}

test.runIf(isRoot)("a process that may goes first, with its threads and in its session", async () => {
  expect(await standing(...ownSession)).toEqual([-7, -7, -7]);
});

test.runIf(isRoot)("a session that it shares with others is left as it is", async () => {
  expect(await standing(...ownSession, "sh", "-c", '"$@"; exit $?', "sh")).toEqual([-7, -7, 0]);
});

test("a process that may not works as before", async () => {
  const withoutRights = isRoot ? ["setpriv", "--bounding-set", "-sys_nice"] : [];
  expect(await standing(...withoutRights, ...ownSession)).toEqual([0, 0, 0]);
});

test("a priority that somebody has chosen is kept", async () => {
  expect(await standing("nice", "-n", "5", ...ownSession)).toEqual([5, 5, 0]);
});
