import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { areas } from "../scripts/mutation/areas.ts";

const root = join(import.meta.dirname, "..");

/** An argument of vitest that selects tests: a file, or the start of several paths. */
function namesTests(path: string): boolean {
  return path.endsWith(".ts") ? existsSync(join(root, path)) : globSync(`${path}*`, { cwd: root }).length > 0;
}

test.for(Object.entries(areas))("the mutation area %s names files and tests that exist", ([, rows]) => {
  const paths = rows.flatMap(({ tests }) => tests.flat()).filter((argument) => argument.startsWith("test/"));
  expect(paths.filter((path) => !namesTests(path))).toEqual([]);
  const files = rows.flatMap((row) => row.files);
  expect(files.filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual([]);
});
