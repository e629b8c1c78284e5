import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../../../service/config.ts";

// The standard library's types are read from their source, more than once.
vi.setConfig({ testTimeout: 300_000 });

const worker = new URL("../../../../engine/python/", import.meta.url).pathname;

/** Warms a checker as a start does, with an environment of its own, and has it check one text. */
function checkIn(environment: string, text: string): string[] {
  const program = `
import json, sys
sys.path.insert(0, ${JSON.stringify(worker)})
import type_checker
sys.prefix = ${JSON.stringify(environment)}
print(json.dumps(type_checker.warm_checker(${JSON.stringify(environment)}, "3.13").check(${JSON.stringify(text)})))
`;
  const said = execFileSync(readConfig({}).PYTHON, ["-I", "-c", program], { cwd: environment });
  return (JSON.parse(String(said)) as string[]).map((line) => (JSON.parse(line) as { code: string }).code);
}

function anEnvironment(): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-types-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const text = "import decimal\nsecret_of_a_caller: int = 'a' + 1\n";

function keptIn(environment: string): string[] {
  return globSync("types-cache/**/*", { cwd: environment, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

test("the cache on disk speeds up the next start, contains nothing of any text, and may be damaged", () => {
  const environment = anEnvironment();
  const first = checkIn(environment, text);
  const kept = keptIn(environment);
  expect(kept.length).toBeGreaterThan(100);
  for (const path of kept) expect(readFileSync(path, "latin1")).not.toContain("secret_of_a_caller");
  expect(checkIn(environment, text)).toEqual(first);
  expect(first).toContain("operator");

  for (const path of kept) writeFileSync(path, "\u0000\u0001damaged");
  expect(checkIn(environment, text)).toEqual(first);
});
