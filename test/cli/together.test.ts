import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importedModules } from "../../cli/files/local-imports.ts";
import { groupPrograms } from "../../cli/checking/programs/programs.ts";
import { openCliStage } from "./stage.ts";

const pricing = "def total(prices: list[int]) -> int:\n    return sum(prices)\n";

test("imports are read from the statements, relative ones with their dots", () => {
  const text = `import os, app.models as m
from . import views, urls
from ..core.base import Thing  # why
from pkg import (
    one,
    two as second,
)
def f():
    import late; from x import *
`;
  expect(importedModules(text)).toEqual(
    expect.arrayContaining([
      "os",
      "app.models",
      ".views",
      ".urls",
      "..core.base",
      "pkg",
      "pkg.one",
      "pkg.two",
      "late",
    ]),
  );
});

test("files that import each other are one program, relative to their import root", () => {
  const sources = new Map([
    ["/w/main.py", "from app.models import Item\n"],
    ["/w/app/__init__.py", ""],
    ["/w/app/models.py", "from .names import name\n"],
    ["/w/app/names.py", "name = 1\n"],
    ["/w/alone.py", "import os\n"],
    ["/w/alone.pyi", "import main\n"],
    ["/w/scripts/a.py", "import b\n"],
    ["/w/scripts/b.py", "x = 1\n"],
  ]);
  const programs = groupPrograms(sources);
  const { path, files } = programs.get("/w/app/names.py")!;
  expect({ path, files: Object.keys(files).toSorted() }).toEqual({
    path: "main.py",
    files: ["app/__init__.py", "app/models.py", "app/names.py"],
  });
  expect(programs.get("/w/main.py")).toBe(programs.get("/w/app/models.py"));
  expect(programs.get("/w/alone.py") ?? programs.get("/w/alone.pyi")).toBeUndefined();
  expect(programs.get("/w/scripts/b.py")).toMatchObject({ path: "a.py", files: { "b.py": "x = 1\n" } });
});

test("a module of a package that imports its neighbour brings the package with it", () => {
  const sources = new Map([
    ["/w/app/__init__.py", ""],
    ["/w/app/run.py", "from .models import Item\n"],
    ["/w/app/models.py", "Item = 1\n"],
  ]);
  expect(groupPrograms(sources).get("/w/app/models.py")).toMatchObject({
    path: "app/run.py",
    files: { "app/__init__.py": "", "app/models.py": "Item = 1\n" },
  });
});

test("assay check finds an error across files, and names file and line", async () => {
  const { assay, write } = openCliStage({
    "shop/main.py": 'from pricing import total\n\nprint(total("12"))\n',
    "shop/pricing.py": pricing,
    "other/pricing.py": "import os\n",
  });
  const { status, out } = await assay(["check"]);
  expect(out).toMatch(/^shop\/main\.py:3:13 error mypy:arg-type /m);
  expect(status).toBe(1);
  // The same file is beside another one here: the kept verdicts must not be mixed up.
  write({
    "shop/pricing.py": pricing.replace("list[int]", "str").replace("sum", "len"),
  });
  expect(await assay(["check", "shop"])).toMatchObject({ status: 0 });
});

test("the types of the packages in SANDBOX_PACKAGES_DIR are known, and a missing folder is reported", async () => {
  const home = mkdtempSync(join(tmpdir(), "assay-home-"));
  const { assay, folder } = openCliStage({
    "use.py": 'import shapes\n\nshapes.area("2")\n',
    ".kept/packages/shapes/py.typed": "",
    ".kept/packages/shapes/__init__.py": "def area(side: int) -> int:\n    return side * side\n",
  });
  const packages = join(folder, ".kept/packages");
  const env = { HOME: home, PATH: process.env.PATH, SANDBOX_PACKAGES_DIR: packages };
  const { status, out } = await assay(["check"], { env });
  expect(out).toMatch(/^use\.py:3:13 error mypy:arg-type /m);
  expect(status).toBe(1);
  const missing = await assay(["check"], { env: { ...env, SANDBOX_PACKAGES_DIR: join(packages, "gone") } });
  expect(missing).toMatchObject({
    status: 2,
    err: expect.stringContaining("SANDBOX_PACKAGES_DIR must be a folder"),
  });
});
