import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPackageIndex, type PackageIndex } from "../../support/package-index.ts";
import { openTestService, type TestService } from "../../support/service.ts";
import { writeWheels } from "../../support/wheels.ts";

let folder: string;
let index: PackageIndex;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-packages-"));
  const files = { "tool.py": "def double(n: int) -> int:\n    return n * 2\n", "py.typed": "" };
  writeWheels(folder, [
    { name: "tool", files },
    { name: "other", files: { "other.py": "" } },
  ]);
  index = await openPackageIndex(folder);
  service = await openTestService({ env: { PACKAGE_INDEX_URL: index.url, PACKAGE_CREDITS: "2" } });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await index?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const left = async (key: string): Promise<string | null> =>
  (await service.validate(key, { code: "x = 1\n" })).headers.get("x-credits-remaining");

describe("packages that were not installed before", () => {
  test("cost what the operator says beside the mode, once", async () => {
    const key = await service.createKey();
    await service.grant(key, 10);
    const ask = async (code: string) => service.validate(key, { code, options: { packages: ["tool"] } });
    const cold = await ask("import tool\n");
    expect([cold.status, cold.headers.get("x-credits-remaining")]).toEqual([200, "7"]);
    expect(cold.body.meta.packages.installed).toMatchObject([{ name: "tool", version: "1.0" }]);
    const warm = await ask("import tool  # again\n");
    expect([warm.status, warm.headers.get("x-credits-remaining")]).toEqual([200, "7"]);
  });

  test("are refused with their price where the key does not cover it", async () => {
    const key = await service.createKey();
    const { status, body } = await service.validate(key, {
      code: "x = 1\n",
      options: { packages: ["other"] },
    });
    expect([status, body.error]).toEqual([402, "payment_required"]);
    expect(body.remedy.price_credits ?? body.remedy.credits).toBe(3);
  });
});

describe("packages that do not come are refused, and cost nothing:", () => {
  test.for([
    ["a name nobody has", { packages: ["no-such-tool"] }, /There is no package `no-such-tool`/],
    ["a version nobody has", { packages: ["tool==9"] }, /do not fit together/],
    ["an address", { packages: ["tool @ https://example.com/tool.whl"] }, /must name packages of the index/],
    ["too many", { packages: Array.from({ length: 21 }, (_, n) => `tool${n}`) }, /at most 20/],
  ] as const)("%s", async ([, options, message]) => {
    const key = await service.createKey();
    await service.grant(key, 10);
    const { status, body } = await service.validate(key, { code: "x = 1\n", options });
    expect([status, body.error]).toEqual([400, "bad_request"]);
    expect(JSON.stringify(body)).toMatch(message);
    expect(await left(key)).toBe("10");
  });

  test("an option of pip in a file", async () => {
    const files = { "requirements.txt": "-r /etc/passwd\n" };
    const { status, body } = await service.validate(await service.createKey(), { code: "x = 1\n", files });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("without options of pip");
    expect(JSON.stringify(body)).not.toContain("root:");
  });

  test("an index that is away", async () => {
    const key = await service.createKey();
    await service.grant(key, 10);
    index.misbehave("fails");
    const { status, body } = await service.validate(key, {
      code: "x = 1\n",
      options: { packages: ["other"] },
    });
    index.misbehave(undefined);
    expect([status, body.error]).toEqual([503, "engine_unavailable"]);
    expect(await left(key)).toBe("10");
  });
});

test("a deployment can install none: a block in the code is then a comment, and asking for one is refused", async () => {
  await using off = await openTestService({ env: { PACKAGES: "off" } });
  const key = await off.createKey();
  const script = "# /// script\n# dependencies = ['tool']\n# ///\nx = 1\n";
  expect((await off.validate(key, { code: script })).status).toBe(200);
  const { status, body } = await off.validate(key, { code: "x = 1\n", options: { packages: ["tool"] } });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain("Packages are not installed here");
});
