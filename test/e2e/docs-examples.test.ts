import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAsDocumented, readDocumentedExamples } from "../support/documented-examples.ts";
import { config, requireDocker } from "../support/sandbox.ts";
import { openTestService, type TestService } from "../support/service.ts";

const examples = readDocumentedExamples();
const run = examples.filter(({ whyNotRun }) => whyNotRun === undefined);
const adminToken = "a secret of the documents, 32 characters".replaceAll(" ", "-");

let service: TestService;
let folder: string;
let key: string;
beforeAll(async () => {
  await requireDocker();
  service = await openTestService({
    env: {
      SANDBOX: "docker",
      SANDBOX_IMAGE: config.SANDBOX_IMAGE,
      ADMIN_TOKEN: adminToken,
      RECORD_REJECTED: "on",
    },
  });
  key = await service.createKey();
  await service.grant(key, 100);
  folder = await mkdtemp(join(tmpdir(), "assay-docs-"));
  await writeFile(join(folder, "app.py"), "print(1)\n");
  const git = "git -c user.name=reader -c user.email=reader@assay.example";
  await shell(
    `git init -q . && git add app.py && ${git} commit -qm first && git update-ref refs/remotes/origin/main HEAD`,
  );
  await writeFile(join(folder, "app.py"), "print(2)\n");
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** As a reader's shell runs it, but for the address; a refused request is a failure. */
async function shell(script: string): Promise<string> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    HOST: service.url,
    BASE_URL: service.url,
    ASSAY_API_KEY: key,
    ADMIN_TOKEN: adminToken,
  };
  const commands = `set -e\ncurl() { command curl -fsS "$@"; }\n${script.replaceAll("http://127.0.0.1:8402", service.url)}`;
  const { stdout } = await promisify(execFile)("bash", ["-c", commands], { cwd: folder, env });
  return stdout;
}

test.for(run.map((example) => [example.place, example] as const))(
  "the example at %s works",
  async ([, example]) => {
    expect(example.language).toBe("sh");
    const output = await shell(example.text);
    expect(output).not.toMatch(/"error"\s*:/);
    const { answer } = example;
    expect(answer === undefined || isAsDocumented(JSON.parse(answer), JSON.parse(output))).toBe(true);
  },
);

test("an example that is not run says why, and their number has not changed", () => {
  const others = examples.filter(({ whyNotRun }) => whyNotRun !== undefined);
  for (const { whyNotRun } of others) expect(whyNotRun).toMatch(/^[^]{9,}$/);
  expect([run.length, others.length]).toEqual([11, 46]);
});
