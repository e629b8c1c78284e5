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

test.runIf(isRoot)(
  "a process with the right to do so raises the priority of its threads and its session",
  async () => {
    expect(await standing(...ownSession)).toEqual([-7, -7, -7]);
  },
);

test.runIf(isRoot)("a session shared with other processes keeps its priority", async () => {
  expect(await standing(...ownSession, "sh", "-c", '"$@"; exit $?', "sh")).toEqual([-7, -7, 0]);
});

test("a process without the right keeps its priority and works", async () => {
  const withoutRights = isRoot ? ["setpriv", "--bounding-set", "-sys_nice"] : [];
  expect(await standing(...withoutRights, ...ownSession)).toEqual([0, 0, 0]);
});

test("a priority chosen by the user is kept", async () => {
  expect(await standing("nice", "-n", "5", ...ownSession)).toEqual([5, 5, 0]);
});
