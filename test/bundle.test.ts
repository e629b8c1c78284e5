import { spawnSync } from "node:child_process";
import { cpSync, existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { digestOf } from "./support/bundle/digest.ts";
import { plantTree } from "./support/plant-tree.ts";

const own = join(import.meta.dirname, "support", "bundle");

/** A checkout of two modules, the second loaded by the first, and a way to run it from a bundle. */
function plantProgram() {
  const root = plantTree({
    "program.ts": 'import { fail } from "./fail.ts";\nconsole.log(import.meta.url);\nfail("first");\n',
    "fail.ts":
      "type Word = string;\n\nexport function fail(word: Word): never {\n  throw new Error(word);\n}\n",
    "program.test.ts": "// not bundled\n",
    "package-lock.json": "{}",
    "package.json": '{ "type": "module" }',
  });
  cpSync(own, join(root, "test/support/bundle"), { recursive: true });
  symlinkSync(join(import.meta.dirname, "..", "node_modules"), join(root, "node_modules"));
  const bundles = (digest: string): string => join(root, ".tools", digest);
  return {
    root,
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    hasBundle: (digest: string) => existsSync(join(bundles(digest), "program.ts")),
    run: (digest: string) => {
      const preload = pathToFileURL(join(root, "test/support/bundle/load-bundled.mjs")).href;
      const env = { PATH: process.env["PATH"], TEST_BUNDLES: bundles(digest) };
      return spawnSync(process.execPath, ["--import", preload, join(root, "program.ts")], {
        env,
        encoding: "utf8",
      });
    },
  };
}

test("a program runs from a bundle, knows its own place, and its stack trace names the sources", () => {
  const planted = plantProgram();
  const digest = digestOf(planted.root);
  for (const _ of ["bundled", "already there"]) {
    const { stdout, stderr } = planted.run(digest);
    expect(stdout.trim()).toBe(pathToFileURL(join(planted.root, "program.ts")).href);
    expect(stderr).toMatch(/Error: first\n.*fail\.ts:4:\d+\)\n.*program\.ts:3:\d+/);
    expect(planted.hasBundle(digest)).toBe(true);
  }
});

test("sources that changed after the digest are loaded as they are, and no bundle of them is kept", () => {
  const planted = plantProgram();
  const digest = digestOf(planted.root);
  planted.write("fail.ts", 'export const fail = () => console.log("changed");\n');
  expect(planted.run(digest).stdout).toContain("changed");
  expect(planted.hasBundle(digest)).toBe(false);
  expect(planted.run(digestOf(planted.root)).stdout).toContain("changed");
});

test("a program that cannot be bundled does not start, and says why", () => {
  const planted = plantProgram();
  planted.write("fail.ts", "export const other = 1;\n");
  const { status, stderr } = planted.run(digestOf(planted.root));
  expect(status).toBe(1);
  expect(stderr).toContain('No matching export in "fail.ts" for import "fail"');
  expect(stderr).toContain("program.ts could not be bundled.");
});

test("the digest changes with sources and packages, and with nothing else", () => {
  const planted = plantProgram();
  const before = digestOf(planted.root);
  planted.write("README.md", "words");
  planted.write("program.test.ts", "// changed\n");
  expect(digestOf(planted.root)).toBe(before);
  planted.write("package-lock.json", '{ "version": 2 }');
  const after = digestOf(planted.root);
  expect(after).not.toBe(before);
  planted.write("program.ts", "");
  expect(digestOf(planted.root)).not.toBe(after);
});
