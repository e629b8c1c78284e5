import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCliStage, programs } from "../stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { valid, warned } = programs;
const fixed = warned.replace("import os\n", "");
const read = (folder: string, name: string): string => readFileSync(join(folder, name), "utf8");

describe("assay fix in a project", () => {
  test("leaves alone what its settings of ruff ignore or exclude", async () => {
    const settings = `
[tool.ruff]
extend-exclude = ["made"]
[tool.ruff.lint]
select = ["F"]
[tool.ruff.lint.per-file-ignores]
"kept.py" = ["F401"]
`;
    const { folder, assay } = openCliStage(
      { "pyproject.toml": settings, "kept.py": warned, "made/out.py": warned, "own.py": warned },
      home,
    );
    const { status, err } = await assay(["fix", "--write"]);
    expect(err).toBe(
      "Fixed own.py: line 1: removed the unused import of `os` (preserving)\n2 files: 1 file fixed.\n",
    );
    expect(["kept.py", "made/out.py", "own.py"].map((name) => read(folder, name))).toEqual([
      warned,
      warned,
      fixed,
    ]);
    expect(status).toBe(0);
  });

  test("leaves alone what its ruff does not look for", async () => {
    const { folder, assay } = openCliStage({ "ruff.toml": 'lint.select = ["E4"]\n', "a.py": warned }, home);
    expect(await assay(["fix", "--write"])).toMatchObject({ status: 0, err: "1 file: 0 files fixed.\n" });
    expect(read(folder, "a.py")).toBe(warned);
  });

  test("leaves alone an error of types that its own mypy does not have", async () => {
    const slip = "class Shop:\n    name = 'x'\n\n\ndef show(shop: Shop) -> str:\n    return shop.naem\n";
    const settings = "[mypy]\n[mypy-loose]\nignore_errors = True\n";
    const { folder, assay } = openCliStage(
      { "mypy.ini": settings, "loose.py": slip, "tight.py": slip },
      home,
    );
    const { err } = await assay(["fix", "--write"]);
    expect(err).toContain("Fixed tight.py: line 6: ");
    expect(read(folder, "tight.py")).toContain("shop.name");
    expect(read(folder, "loose.py")).toBe(slip);
  });

  test("asks the engine nothing where there is nothing to fix", async () => {
    const alone = mkdtempSync(join(tmpdir(), "assay-home-"));
    const { assay } = openCliStage({ "pyproject.toml": "", "a.py": valid, "b.py": valid }, alone);
    expect(await assay(["fix"])).toMatchObject({
      status: 0,
      out: "",
      err: "2 files: 0 files can be fixed.\n",
    });
    expect(existsSync(join(alone, ".cache", "assay", "verdicts"))).toBe(false);
  });

  test("makes no fix that breaks a file of a program too long to be judged at once", async () => {
    const lender =
      "import filler\n\n\nclass Shop:\n    rate = filler.X\n\n    def total(prices: list[int]) -> int:\n        return self.rate * sum(prices)\n";
    const borrower = "from lender import Shop\n\nprint(Shop.total([4]))\n";
    const filler = `X = 1\n${"# a line that says nothing\n".repeat(9000)}`;
    const { folder, assay } = openCliStage(
      { "pyproject.toml": "", "lender.py": lender, "borrower.py": borrower, "filler.py": filler },
      home,
    );
    const { err } = await assay(["fix", "--write"]);
    expect(err).toContain(
      "Skipped the fix of lender.py: with it the check of the whole project finds something that it did not find before.\n",
    );
    expect(read(folder, "lender.py")).toBe(lender);
  });

  test("sees what was edited since the last fix", async () => {
    const { folder, assay } = openCliStage({ "pyproject.toml": "", "a.py": valid }, home);
    await assay(["fix", "--write"]);
    writeFileSync(join(folder, "a.py"), warned);
    await assay(["fix", "--write"]);
    expect(read(folder, "a.py")).toBe(fixed);
  });
});
