import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestService } from "../../support/service.ts";
import { openWarmService } from "../../support/services.ts";
import { openStage, type Stage } from "./stage.ts";

let service: TestService;
let env: Record<string, string>;
beforeAll(async () => {
  service = await openWarmService();
  const key = await service.createKey();
  await service.grant(key, 100);
  env = { ASSAY_API_KEY: key };
});
afterAll(async () => service[Symbol.asyncDispose]());

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  return async () => stage[Symbol.asyncDispose]();
});

const read = (name: string): string => readFileSync(join(stage.folder, name), "utf8");

test("--write leaves files as the service repairs them, and a second run finds nothing to fix", async () => {
  await stage.write({
    "area.py": "import os\r\n\r\n\r\ndef area(r)\r\n    return math.pi * r**2\r\n",
    "fine.py": "print('fine')\n",
  });
  const first = await stage.check(service.url, ["--write", "area.py", "fine.py"], env);
  expect(first.code).toBe(1);
  expect(first.lines.at(-1)).toBe("assay: 2 files: 1 accepted, 1 rewritten");
  expect(read("area.py")).toBe("import math\r\n\r\n\r\ndef area(r):\r\n    return math.pi * r**2\r\n");
  expect(read("fine.py")).toBe("print('fine')\n");

  const second = await stage.check(service.url, ["--write", "area.py", "fine.py"], env);
  expect(second.code).toBe(0);
  expect(second.lines.at(-1)).toBe("assay: 2 files: 2 accepted");
});

test("--mode repair says that a repaired source is available, and writes nothing", async () => {
  await stage.write({ "area.py": "print(math.pi)\n" });
  const { code, lines } = await stage.check(service.url, ["--mode", "repair", "area.py"], env);
  expect(code).toBe(1);
  expect(lines.join("\n")).toContain("--write takes it");
  expect(read("area.py")).toBe("print(math.pi)\n");
});

test("--write does not change a file with an ambiguous fix", async () => {
  await stage.write({ "open.py": "print('hello)\n" });
  const { code, lines } = await stage.check(service.url, ["--write", "open.py"], env);
  expect(code).toBe(1);
  expect(lines.join("\n")).toContain("take it by hand");
  expect(read("open.py")).toBe("print('hello)\n");
});
