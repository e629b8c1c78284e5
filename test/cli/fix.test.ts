import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openCliStage, programs, type CliRun } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { valid, warned, wrong } = programs;
const fixed = warned.replace("import os\n", "");
const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("assay fix", () => {
  const stage = openCliStage({ "valid.py": valid, "warned.py": warned, "wrong.py": wrong }, home);
  let printed: CliRun;

  beforeAll(async () => {
    printed = await stage.assay(["fix"]);
  });

  test("prints a patch that git applies, and writes nothing", () => {
    expect(printed).toMatchObject({
      status: 1,
      err: "3 files: 1 file can be fixed, 1 file still rejected. Write them with --write.\n",
    });
    expect(read(stage.folder, "warned.py")).toBe(warned);
    stage.write({ "fix.patch": printed.out });
    execFileSync("git", ["apply", "fix.patch"], { cwd: stage.folder });
    expect(read(stage.folder, "warned.py")).toBe(fixed);
  });

  test("writes the fixed file in its own form, and no other", async () => {
    const { folder, assay } = openCliStage(
      { "valid.py": valid, "warned.py": warned.replaceAll("\n", "\r\n"), "wrong.py": wrong },
      home,
    );
    chmodSync(join(folder, "warned.py"), 0o640);
    const before = statSync(join(folder, "wrong.py")).mtimeMs;
    const { status, out, err } = await assay(["fix", "--write"]);
    expect(read(folder, "warned.py")).toBe(fixed.replaceAll("\n", "\r\n"));
    expect(statSync(join(folder, "warned.py")).mode & 0o777).toBe(0o640);
    expect(statSync(join(folder, "wrong.py")).mtimeMs).toBe(before);
    expect(readdirSync(folder).toSorted()).toEqual(["valid.py", "warned.py", "wrong.py"]);
    expect(err).toMatch(/^Fixed warned\.py: .+\n3 files: 1 file fixed, 1 file still rejected\.\n$/);
    expect({ status, out }).toEqual({ status: 1, out: "" });
  });

  test("leaves out a fix that also changes what an ignored rule finds", async () => {
    const { folder, assay } = openCliStage({ "warned.py": warned }, home);
    const { status, err } = await assay(["fix", "--write", "--ignore", "F401"]);
    expect(err).toContain("Skipped the fix of warned.py: the fix also changes what an ignored rule finds.");
    expect(read(folder, "warned.py")).toBe(warned);
    expect(status).toBe(0);
  });

  test("does not write a file that is not UTF-8", async () => {
    const latin = Buffer.from(`# coding: latin-1\n# \u00e9\n${warned}`, "latin1");
    const { folder, assay } = openCliStage({ "a.py": latin }, home);
    const { status } = await assay(["fix", "--write"]);
    expect(readFileSync(join(folder, "a.py"))).toEqual(latin);
    expect(status).toBe(2);
  });
});
