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

  test("writes the fixed file in its own encoding and line endings, and no other file", async () => {
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

  test("fixes nothing of a rule that is ignored", async () => {
    const { folder, assay } = openCliStage({ "warned.py": warned }, home);
    expect(await assay(["fix", "--write", "--ignore", "F401"])).toMatchObject({
      status: 0,
      err: "1 file: 0 files fixed.\n",
    });
    expect(read(folder, "warned.py")).toBe(warned);
  });

  test("shows a doubtful fix, and writes it only with --unsafe", async () => {
    const unclosed = "print('hello)\n";
    const { folder, assay } = openCliStage(
      { "open.py": unclosed, "colon.py": "if True\n    print(1)\n" },
      home,
    );
    const shown = await assay(["fix"]);
    expect(shown.out).toContain("+print('hello')");
    expect(shown.err).toBe("2 files: 2 files can be fixed. Write them with --write.\n");
    const left = await assay(["fix", "--write"]);
    expect(left.err).toContain(
      "Skipped the fix of open.py: the text could be meant in more than one way; look at the fix without --write, and write it with --unsafe.\n",
    );
    expect(left).toMatchObject({ status: 1 });
    expect([read(folder, "open.py"), read(folder, "colon.py")]).toEqual([
      unclosed,
      "if True:\n    print(1)\n",
    ]);
    expect(await assay(["fix", "--write", "--unsafe"])).toMatchObject({ status: 0 });
    expect(read(folder, "open.py")).toBe("print('hello')\n");
  });

  test("does not write a file that is not UTF-8", async () => {
    const latin = Buffer.from(`# coding: latin-1\n# \u00e9\n${warned}`, "latin1");
    const { folder, assay } = openCliStage({ "a.py": latin }, home);
    const { status } = await assay(["fix", "--write"]);
    expect(readFileSync(join(folder, "a.py"))).toEqual(latin);
    // What tells of its cookie rejects it.
    expect(status).toBe(1);
  });
});

describe("assay fix of files that import each other", () => {
  const main = "from pricing import totl\n\nprint(totl([1, 2]))\n";
  const pricing = "def total(prices: list[int]) -> int\n    return sum(prices)\n";
  const report = "import os\n\nimport pricing\n\nprint(pricing.total([3]))\n";
  const shop = { "shop/main.py": main, "shop/pricing.py": pricing, "shop/report.py": report };

  test("fixes how one uses the other, each in its own patch, and checks all of them again", async () => {
    const changing = "def add(item, into=[]):\n    into.append(item)\n    return into\n";
    const { folder, assay } = openCliStage({ ...shop, "shared.py": changing }, home);
    const printed = await assay(["fix"]);
    expect(printed.err).toBe("4 files: 3 files can be fixed. Write them with --write.\n");
    expect(printed.out.match(/^--- .*/gm)).toEqual(
      ["main", "pricing", "report"].map((name) => `--- a/shop/${name}.py`),
    );
    expect(read(folder, "shop/main.py")).toBe(main);
    expect(await assay(["fix", "--write"])).toMatchObject({ status: 0, out: "" });
    expect(read(folder, "shared.py")).toBe(changing);
    expect(read(folder, "shop/main.py")).toBe(main.replaceAll("totl", "total"));
    expect(read(folder, "shop/pricing.py")).toBe(pricing.replace("int\n", "int:\n"));
    expect(await assay(["check"])).toMatchObject({ status: 0 });
  });

  test("leaves out a file that is unwanted or cannot be written, and checks the others without it", async () => {
    const latin = Buffer.from(`# coding: latin-1\n# \u00e9\n${pricing}`, "latin1");
    const linked = "from names import _sqrt\n\nprint(1)\n";
    const names = "from math import sqrt as _sqrt\n\nhalf = 0.5\n";
    const ignores = '"shop/report.py" = ["F401"]\n"src/main.py" = ["F401"]\n';
    const { folder, assay } = openCliStage(
      {
        ...shop,
        "old/main.py": main,
        "old/pricing.py": latin,
        "src/main.py": linked,
        "src/names.py": names,
        "pyproject.toml": `[tool.assay.per-file-ignores]\n${ignores}`,
      },
      home,
    );
    const { status, err } = await assay(["fix", "--write", "--unsafe"]);
    expect(err.split("\n")).toEqual([
      "Fixed old/main.py: line 1: renamed `totl` to `total` (certain)",
      "Fixed shop/main.py: line 1: renamed `totl` to `total` (certain)",
      "Fixed shop/pricing.py: line 1: added the missing `:` (certain)",
      "old/pricing.py: is not written: its encoding is latin1",
      "7 files: 3 files fixed, 1 file not checked.",
      "",
    ]);
    expect(read(folder, "src/names.py")).toBe(names);
    expect(read(folder, "shop/report.py")).toBe(report);
    expect(readFileSync(join(folder, "old/pricing.py"))).toEqual(latin);
    expect(status).toBe(2);
  });
});
