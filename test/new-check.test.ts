import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantTree } from "./support/plant-tree.ts";

const root = join(import.meta.dirname, "..");

test("a new check with its repair is four files and two list entries, and passes the type check unchanged", () => {
  const copy = plantTree({ "package.json": '{ "type": "module" }' });
  for (const name of ["engine", "platform"]) cpSync(join(root, name), join(copy, name), { recursive: true });
  cpSync(join(root, "tsconfig.json"), join(copy, "tsconfig.json"));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, "scripts/new-check.ts"), "--root", copy, ...args], {
      encoding: "utf8",
    });

  expect(run("made-up-mistake")).toMatchObject({ status: 0, stderr: "" });

  const folders = ["engine/checks", "engine/repair/behaviour"];
  for (const folder of folders) {
    const list = readFileSync(join(copy, folder, "index.ts"), "utf8");
    expect(list.match(/\bmadeUpMistake\b/g)).toHaveLength(2);
    expect(readFileSync(join(copy, folder, "made-up-mistake.md"), "utf8")).toMatch(/^# made-up-mistake\n/);
  }
  const checked = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", copy], {
    encoding: "utf8",
  });
  expect(checked.stdout).toBe("");
  expect(run("made-up-mistake").status, "there is one already").toBe(2);
  expect(run("Not An Id").status).toBe(2);
});
