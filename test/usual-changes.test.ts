/** The changes that a newcomer makes first, each made in a copy of the checkout: what it touches, and what says that something is missing. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantTree } from "./support/plant-tree.ts";

const root = join(import.meta.dirname, "..");
const git = (cwd: string, ...args: string[]) =>
  execFileSync("git", args, { cwd, encoding: "utf8" }).split("\0").filter(Boolean);

const settings = "tsconfig.one-file.json";

type Copy = Readonly<{
  read(path: string): string;
  write(path: string, text: string): void;
  node(...args: string[]): void;
  /** What a check says of the copy; nothing where it passes. */
  check(test: string, name?: string): string;
  /** What the type checker says of a file and what it imports. */
  types(path: string): string;
  /** The files that are not as they are in the checkout, or not in it. */
  touched(): string[];
}>;

/** A copy of all source, and what a newcomer's tools do there. */
function copyCheckout(): Copy {
  const copy = plantTree({});
  const files = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  for (const path of files) if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  git(copy, "init", "--quiet");
  git(copy, "add", "--all");
  const made = ["node_modules", ".tools", "artifacts", "site/dist"];
  for (const path of made) if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
  writeFileSync(join(copy, ".git/info/exclude"), [...made, settings].join("\n"));
  const run = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      cwd: copy,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
  return {
    read: (path) => readFileSync(join(copy, path), "utf8"),
    write: (path, text) => writeFileSync(join(copy, path), text),
    node: (program, ...args) => expect(run(program, ...args)).toMatchObject({ status: 0 }),
    check: (test, name = "") => {
      const { status, stdout, stderr } = run("node_modules/vitest/vitest.mjs", "run", test, "-t", name);
      return status === 0 ? "" : stdout + stderr;
    },
    types: (path) => {
      writeFileSync(join(copy, settings), JSON.stringify({ extends: "./tsconfig.json", include: [path] }));
      return run("node_modules/typescript/bin/tsc", "-p", settings).stdout;
    },
    touched: () =>
      [
        ...git(copy, "diff", "-z", "--name-only"),
        ...git(copy, "ls-files", "-z", "--others", "--exclude-standard"),
      ].toSorted(),
  };
}

test("a new limit is a row of the table; the page of limits is written, and the check says so until it is", () => {
  const copy = copyCheckout();
  const [table = ""] = globSync("parts/limits/table.ts", { cwd: root });
  const row = `madeUp: {
    program: "service",
    counts: "made-up requests",
    by: "key",
    max: 5,
    forS: 60,
    refusal: { message: "Limit reached: {max} made-up requests per key and minute." },
  },`;
  copy.write(
    table,
    copy.read(table).replace("  unknownKeys: {", () => `  ${row}\n  unknownKeys: {`),
  );
  expect(copy.touched()).toEqual([table]);
  expect(copy.check("test/docs.test.ts", "limits")).toMatch(/run npm run docs[\s\S]*made-up requests/);
  copy.node("scripts/write-docs.ts");
  expect(copy.check("test/docs.test.ts", "limits")).toBe("");
  expect(copy.touched()).toEqual(["docs/limits.md", table].toSorted());
  expect(copy.types(table)).toBe("");
  // What its refusal lacks is told by the types.
  copy.write(table, copy.read(table).replace('    by: "key",\n    max: 5,\n', '    by: "key",\n'));
  expect(copy.types(table)).toMatch(/table\.ts\(\d+,\d+\): error .*/);
});

test("a new check is its page, its repair and two lists; the checks name the page and the pages of the docs that are missing", () => {
  const copy = copyCheckout();
  const written = ["engine/checks", "engine/repair/behaviour"].flatMap((folder) => [
    `${folder}/index.ts`,
    `${folder}/made-up-mistake.md`,
    `${folder}/made-up-mistake.ts`,
  ]);
  copy.node("scripts/new-check.ts", "made-up-mistake", "--root", ".");
  expect(copy.touched()).toEqual(written.toSorted());
  expect(copy.check("test/docs.test.ts", "rules")).toMatch(/run npm run docs[\s\S]*made-up-mistake/);
  copy.node("scripts/write-docs.ts");
  expect(copy.check("test/docs.test.ts", "rules|repairs")).toBe("");
  expect(copy.touched()).toEqual([...written, "docs/repairs.md", "docs/rules.md"].toSorted());
  const page = "engine/checks/made-up-mistake.md";
  copy.write(page, copy.read(page).replace(/```[\s\S]*$/, ""));
  expect(copy.check("test/engine/checks/pages.test.ts", "made-up-mistake")).toContain("made-up-mistake");
});
