import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passedOn } from "../support/processes.ts";
import { until } from "../support/until.ts";

let folder: string;
let product: ReturnType<typeof run>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-people-"));
  product = run("scripts/start.ts", { PORT: "0", AGENT_PORT: "0" });
  let said = "";
  product.stdout.on("data", (chunk: Buffer) => (said += chunk));
  await Promise.race([until(() => said.includes("#key=")), once(product, "exit")]);
});
afterAll(async () => {
  if (product.exitCode === null) {
    const ended = once(product, "exit");
    product.kill("SIGINT");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

function run(script: string, env: Readonly<Record<string, string>> = {}) {
  return spawn(process.execPath, ["--liftoff-only", script], {
    // Packages would be asked for from outside of this machine.
    env: {
      ...passedOn(),
      DATA_DIR: folder,
      PACKAGE_SETS: "",
      SANDBOX_IMAGE: process.env["SANDBOX_IMAGE"] ?? "",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

test("six persons get from arriving to done, by mouse and by keyboard alone, without a dead end", async () => {
  const people = run("scripts/people.ts");
  const [told, [code]] = await Promise.all([text(people.stdout), once(people, "exit")]);
  const outcomes = told.split("\n").filter((line) => / presses /.test(line));
  expect(outcomes).toHaveLength(12);
  expect(outcomes.filter((line) => !/ done {3}\(/.test(line))).toEqual([]);
  expect(told).toContain("6 persons, 2 ways, dead ends: 0");
  expect(code).toBe(0);
});
