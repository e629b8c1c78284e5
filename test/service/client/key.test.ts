import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../../support/service.ts";
import { openTestServices, type TestServices } from "../../support/services.ts";
import { openStage, type Stage } from "./stage.ts";

let services: TestServices;
let service: TestService;
let stage: Stage;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(async () => services[Symbol.asyncDispose]());
beforeEach(async () => {
  service = await services.open({ env: { FREE_CALLS_PER_DAY: "3", KEYS_PER_ADDRESS_PER_DAY: "1" } });
  stage = await openStage();
  await stage.write({ "app.py": "x = 1\n", "b.py": "x = 2\n" });
  return async () => {
    await service[Symbol.asyncDispose]();
    await stage[Symbol.asyncDispose]();
  };
});

const readFunnel = async () =>
  (await (await service.send("/v1/funnel")).json()) as { keys: number; by_origin: object };
const keysCreated = async (): Promise<number> => (await readFunnel()).keys;
const fileOf = (url: string): string => join(stage.config, "assay", `${url.slice(7).replace(":", "_")}.key`);

describe("without a key of its own the client", () => {
  test("creates one, stores it outside the project for its owner only, and uses it again", async () => {
    const first = await stage.check(service.url, ["app.py"]);
    expect(first.stderr).toBe(`assay: A free key was created and is kept in ${fileOf(service.url)}\n`);
    expect(statSync(fileOf(service.url)).mode & 0o777).toBe(0o600);
    expect(statSync(join(stage.config, "assay")).mode & 0o777).toBe(0o700);
    const kept = readFileSync(fileOf(service.url), "utf8");
    expect(kept).toMatch(/^asy_\w{40}\n$/);
    const second = await stage.check(service.url, ["app.py"]);
    expect([first.code, second.code, second.stderr]).toEqual([0, 0, ""]);
    expect(readFileSync(fileOf(service.url), "utf8")).toBe(kept);
    expect(await keysCreated()).toBe(1);
    expect(readdirSync(stage.folder)).toEqual(["app.py", "b.py"]);
    expect(readdirSync(join(stage.config, "assay"))).toHaveLength(1);
  });

  test("sends no service the key of another", async () => {
    await using other = await services.open();
    await stage.check(service.url, ["app.py"]);
    await stage.check(other.url, ["app.py"]);
    expect(readFileSync(fileOf(other.url), "utf8")).not.toBe(readFileSync(fileOf(service.url), "utf8"));
  });

  test("is counted under the given name", async () => {
    await stage.check(service.url, ["app.py"], { ASSAY_SOURCE: "pre-commit" });
    expect((await readFunnel()).by_origin).toEqual({ "pre-commit": { trials: 0, keys: 1, payments: 0 } });
  });

  test("stores it at ASSAY_KEY_FILE", async () => {
    const file = join(stage.config, "elsewhere", "key");
    const { code } = await stage.check(service.url, ["app.py"], { ASSAY_KEY_FILE: file });
    expect([code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  });

  test("continues when it cannot be stored, and says so", async () => {
    const file = join(stage.folder, "app.py", "key");
    const { code, stderr } = await stage.check(service.url, ["app.py"], { ASSAY_KEY_FILE: file });
    // A file has the name of the needed folder.
    expect([code, stderr]).toEqual([0, expect.stringContaining("could not be kept")]);
  });

  test("says what to do when no more keys can be created", async () => {
    await service.createKey();
    const { code, stderr, stdout } = await stage.check(service.url, ["app.py"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^assay: No key could be created\. .*Or set ASSAY_API_KEY\.\n$/);
  });

  test("creates none when there is nothing to check", async () => {
    await stage.write({ "empty/notes.txt": "" });
    const { code, stdout } = await stage.check(service.url, ["empty"]);
    expect([code, stdout, await keysCreated()]).toEqual([0, "assay: 0 files: nothing to check\n", 0]);
  });
});

describe("with a key the client", () => {
  test("prefers ASSAY_API_KEY to any file", async () => {
    await stage.check(service.url, ["app.py"]);
    await using other = await services.open();
    const env = { ASSAY_API_KEY: await other.createKey(), ASSAY_KEY_FILE: fileOf(service.url) };
    expect((await stage.check(other.url, ["app.py"], env)).code).toBe(0);
  });

  test("stops when its calls are used up, says when they are renewed, and reports its findings so far", async () => {
    await stage.write({ "c.py": "def f(:\n", "d.py": "x = 4\n", "e.py": "x = 5\n" });
    const { code, lines, stderr } = await stage.check(service.url, ["."]);
    expect(code).toBe(2);
    expect(lines.at(-1)).toMatch(/^assay: 5 files: .*2 not checked$/);
    expect(stderr).toMatch(
      /Daily limit of free checks reached\. Try again after 00:00 UTC\. That is \d{4}-\d\d-\d\dT00:00:00/,
    );
  });

  test("says where an unknown key came from, and never prints it", async () => {
    const env = { ASSAY_API_KEY: "asy_thisisunknown" };
    const { code, stdout, stderr } = await stage.check(service.url, ["app.py"], env);
    expect(code).toBe(2);
    expect(stderr).toContain("Unknown key");
    expect(stderr).toContain("The key came from ASSAY_API_KEY");
    expect(stdout + stderr).not.toContain("asy_thisisunknown");
  });

  test("refuses an invalid key before it is sent", async () => {
    const { code, stderr } = await stage.check(service.url, ["app.py"], { ASSAY_API_KEY: "two\nwords" });
    expect([code, stderr]).toEqual([
      2,
      "assay: What ASSAY_API_KEY contains is not a key: a key is one word.\n",
    ]);
  });

  test("says when the key does not cover repair, and what to do", async () => {
    const { code, stderr } = await stage.check(service.url, ["--write", "app.py"]);
    expect(code).toBe(2);
    expect(stderr).toContain("This key does not cover mode repair.");
    expect(stderr).toContain("ask the operator of this deployment");
    expect(readFileSync(join(stage.folder, "app.py"), "utf8")).toBe("x = 1\n");
  });
});
