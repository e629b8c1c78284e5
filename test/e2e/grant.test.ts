import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readArguments } from "../../scripts/grant/read-arguments.ts";
import { startServiceProcess, type ServiceProcess } from "../support/service-process.ts";
import { nodeArguments, passedOn } from "../support/processes.ts";

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-grant-"));
  service = await startServiceProcess({ DATA_DIR: folder, FREE_CALLS_PER_DAY: "0" });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

type Ended = Readonly<{ code: number; stdout: string; stderr: string }>;

/** What `npm run grant` runs once everything is set up. */
async function grant(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const options = { env: { ...passedOn(), DATA_DIR: folder, ...env } };
  try {
    const run = promisify(execFile)(
      process.execPath,
      [...nodeArguments, "scripts/grant-credits.ts", ...args],
      options,
    );
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as Ended;
  }
}

const aKey = `asy_${"0".repeat(40)}`;

test("credits granted while the service runs can be used at once", async () => {
  const key = await service.createKey();
  expect((await service.validate(key, { code: "x = 1" })).status).toBe(402);
  expect(await grant([key, "5"])).toEqual({
    code: 0,
    stdout: "Added 5 credits; the key now holds 5.\n",
    stderr: "",
  });
  expect(await service.validate(key, { code: "x = 1" })).toMatchObject({ status: 200, remaining: 4 });
  expect((await grant([key, "2"])).stdout).toBe("Added 2 credits; the key now holds 6.\n");
});

describe("a grant is refused with advice for", () => {
  test.for<[string, string[]]>([
    ["nothing", []],
    ["no amount", [aKey]],
    ["no key", ["5"]],
    ["an invalid key", ["asy_short", "5"]],
    ["swapped arguments", ["5", aKey]],
    ["an amount of zero", [aKey, "0"]],
    ["a negative amount", [aKey, "-5"]],
    ["half a credit", [aKey, "1.5"]],
    ["an amount in words", [aKey, "five"]],
    ["an empty amount", [aKey, ""]],
    ["an unreasonable amount", [aKey, "1000001"]],
    ["one argument too many", [aKey, "5", "6"]],
  ])("%s", ([, args]) => {
    expect(readArguments(args)).toBeUndefined();
  });

  test("unknown words, with the usage", async () => {
    const { code, stdout, stderr } = await grant([aKey]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("npm run grant -- <api_key> <credits>");
  });

  test("an unknown key", async () => {
    const { code, stderr } = await grant([aKey, "5"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/Unknown key.*POST \/v1\/keys.*DATA_DIR or DATABASE_URL/);
  });

  test("a revoked key", async () => {
    const key = await service.createKey();
    await fetch(`${service.url}/v1/keys/self`, { method: "DELETE", headers: { "x-api-key": key } });
    expect((await grant([key, "5"])).code).toBe(1);
  });

  test("a bad configuration", async () => {
    const { code, stderr } = await grant([aKey, "5"], { DATABASE_URL: "nonsense" });
    expect(code).toBe(1);
    expect(stderr).toContain("DATABASE_URL");
  });

  test("an unreachable store, without a stack trace", async () => {
    const { code, stderr } = await grant([aKey, "5"], { DATABASE_URL: "postgres://127.0.0.1:1/assay" });
    expect(code).toBe(1);
    expect(stderr).toContain("store cannot be reached");
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test("--help prints the usage", async () => {
  expect(await grant(["--help"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("npm run grant --"),
  });
});
