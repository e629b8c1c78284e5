import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { openWarmService } from "../support/services.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const programs = join(import.meta.dirname, "typed-clients");
const python = join(root, ".tools/clients-python/bin");

let service: TestService;
let folder: string;
let description: string;
beforeAll(async () => {
  service = await openWarmService();
  // Inside the checkout, so that what is made there finds its packages.
  await mkdir(join(root, ".tools"), { recursive: true });
  folder = await mkdtemp(join(root, ".tools/typed-clients-"));
  description = join(folder, "openapi.json");
  await writeFile(description, await (await service.send("/openapi.json")).text());
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await service[Symbol.asyncDispose]();
});

/** The output of both programs for the same calls. */
const told = {
  valid: false,
  rules: expect.arrayContaining(["ruff:F821"]) as string[],
  lines: expect.arrayContaining([2]) as number[],
  left: 24,
  refused: [400, "bad_request", ["code"]],
};

test("openapi-typescript creates types with which openapi-fetch calls the service", async () => {
  const generator = [
    "node_modules/openapi-typescript/bin/cli.js",
    description,
    "-o",
    join(folder, "schema.ts"),
  ];
  await run(process.execPath, ["--import", join(programs, "other-typescript.mjs"), ...generator], {
    cwd: root,
  });
  const client = join(folder, "client.ts");
  await copyFile(join(programs, "client.ts.txt"), client);
  const options = { extends: "../../tsconfig.json", include: ["*.ts"], compilerOptions: { noEmit: true } };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(options));
  await run(join(root, "node_modules/.bin/tsc"), ["-p", folder], { cwd: root }).catch((error: unknown) => {
    throw new Error((error as { stdout: string }).stdout);
  });
  const { stdout } = await run(process.execPath, [client, service.url]);
  expect(JSON.parse(stdout)).toEqual(told);
});

test("openapi-python-client creates a client of every operation, without a warning, that calls the service", async () => {
  const config = join(folder, "config.yml");
  // It would format its output with a ruff of its own.
  await writeFile(config, "post_hooks: []\n");
  const target = ["--meta", "none", "--output-path", join(folder, "assay_client"), "--config", config];
  const generated = await run(join(python, "openapi-python-client"), [
    "generate",
    "--path",
    description,
    ...target,
  ]);
  expect(generated.stdout + generated.stderr).not.toMatch(/warning|error/i);
  await copyFile(join(programs, "client.py"), join(folder, "client.py"));
  const { stdout } = await run(join(python, "python"), ["-B", join(folder, "client.py"), service.url]);
  expect(JSON.parse(stdout)).toEqual(told);
});
