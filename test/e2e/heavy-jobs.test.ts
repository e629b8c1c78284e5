import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { heavyJobs, type HeavyJob } from "../support/heavy-jobs.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";

/** How long the main thread may work without a pause. */
const maxWorkedMs = 50;
/** One garbage collection may be added to it. */
const tries = 2;
const operator = "the-operator-of-this-test-pays-for-it";

let service: ServiceProcess;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-heavy-"));
  service = await startServiceProcess({ DATA_DIR: folder, SERVICE_KEY: operator }, { isMeasured: true });
  await service.validate(operator, { code: "print(1)\n", files: { "a.py": "x = 1\n" } });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function maxWorkedFor(job: HeavyJob): Promise<number> {
  await service.workedMs();
  const { status, body } = await service.validate(operator, job);
  expect({ status, message: body.message }).toEqual({ status: 200, message: undefined });
  return Math.max(...(await service.workedMs()));
}

describe("the main thread is never blocked for long by a job with", () => {
  // Jobs that take many seconds of other threads are left to `npm run bench -- hostile`.
  test.for(
    [
      "unused imports of two files",
      "unused imports that another file takes",
      "many small files",
      "names passed on from file to file",
      "many names lent to many files",
      "many errors of types in many files",
      "many credentials",
      "examples of a million characters",
      "dead code",
    ].map((name): [string, (share: number) => HeavyJob] => [name, heavyJobs[name]!]),
  )("%s", { retry: tries - 1 }, async ([, make]) => {
    expect(await maxWorkedFor(make(0.6))).toBeLessThan(maxWorkedMs);
  });
});

describe("a file name that is a pattern", () => {
  test.for(["(a+)+!.py", "a(b.py", "[.py", "*.py", "\\.py"])("%s is refused at once", async (path) => {
    await service.workedMs();
    const code = `from ${"a".repeat(60)} import x\n`;
    const { status, body } = await service.validate(operator, { code, files: { [path]: "import os\n" } });
    expect({ status, error: body.error }).toEqual({ status: 400, error: "bad_request" });
    expect(Math.max(...(await service.workedMs()))).toBeLessThan(maxWorkedMs);
    expect(service.log()).not.toContain(path);
  });
});

test("findings left out of an answer are counted", async () => {
  const { body } = await service.validate(operator, { code: "1 + ''\n".repeat(3000) });
  expect(body.diagnostics).toHaveLength(1001);
  const [last] = body.diagnostics.slice(-1);
  expect(last).toMatchObject({ severity: "info", rule: "python:more-findings" });
  // Each line has a type error and a lint warning.
  expect(last.message).toBe("5000 more were found and are not listed.");
  expect(body.diagnostics.filter(({ severity }: { severity: string }) => severity === "error")).toHaveLength(
    1000,
  );
});

test("findings left out of an answer about many files are counted once", async () => {
  const text = "1 + ''\n".repeat(60);
  const files = Object.fromEntries(Array.from({ length: 29 }, (_, at) => [`part_${at}.py`, text]));
  const { body } = await service.validate(operator, { code: text, files });
  expect(body.diagnostics).toHaveLength(1001);
  expect(body.diagnostics.at(-1).message).toBe("2600 more were found and are not listed.");
});
