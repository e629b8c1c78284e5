import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openCliStage } from "../stage.ts";

const program = `import json
import re
from collections import OrderedDict
from typing import Optional


def first(text: str, size: int = None) -> int:
    found = re.match("a", text)
    table = OrderedDict(a=json.loads(text))
    buffer: bytes = bytearray(b"a")
    for key, value in table.items():
        return found.group()
    return buffer


def untyped(a: list, b: Optional[int]):
    return a + b
`;
const ours = "[project]\nname = 'a'\n";
const withMypy = (lines: string): string => `${ours}[tool.mypy]\n${lines}`;

/** Every option that may change what is read of a stub, alone or with others. */
const settings = {
  "no settings of mypy": ours,
  "mypy's defaults": withMypy(""),
  strict: withMypy("strict = true\n"),
  "another Python": withMypy('python_version = "3.12"\n'),
  "another platform": withMypy('platform = "win32"\n'),
  "implicit Optional": withMypy("implicit_optional = true\n"),
  "no strict Optional": withMypy("strict_optional = false\n"),
  "strict bytes": withMypy("strict_bytes = true\n"),
  "options for a module of the library": withMypy(
    'strict = true\n[[tool.mypy.overrides]]\nmodule = "json.*"\nignore_errors = true\nfollow_imports = "skip"\n',
  ),
};

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const projects = join(".cache", "assay", "projects");

describe("what is kept of Python's library for the next project", { timeout: 120_000 }, () => {
  test.for(Object.entries(settings))("changes no finding: %s", async ([, pyproject]) => {
    const files = { "pyproject.toml": pyproject, "a.py": program };
    const check = ["check", "--format", "json"];
    const alone = await openCliStage(files).assay(check);
    expect(alone.out).toContain("mypy:");
    // The first leaves a start to the second, unless an earlier test has left it.
    expect(await openCliStage(files, home).assay(check)).toEqual(alone);
    expect(await openCliStage(files, home).assay(check)).toEqual(alone);
  });

  test("is what the next project begins with, also one that wants to be told more", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "assay-home-"));
    const [plain, strict] = [settings["mypy's defaults"], settings.strict];
    await openCliStage({ "pyproject.toml": plain, "a.py": program }, elsewhere).assay(["check"]);
    const known = entriesOf(join(elsewhere, projects));
    await openCliStage({ "pyproject.toml": strict, "b.py": program }, elsewhere).assay(["check"]);
    const all = entriesOf(join(elsewhere, projects));
    expect(all.size).toBeGreaterThan(100);
    // Mypy has written only what is the second project's own.
    expect([...all.keys()].filter((entry) => !known.has(entry) && !/ (?:b\.|@)/.test(entry))).toEqual([]);
  });

  test("is read the same under options by which mypy says more", async () => {
    const texts = await Promise.all(
      ["no settings of mypy", "mypy's defaults", "strict"].map(async (name) => {
        const alone = mkdtempSync(join(tmpdir(), "assay-home-"));
        const pyproject = settings[name as keyof typeof settings];
        await openCliStage({ "pyproject.toml": pyproject, "a.py": program }, alone).assay(["check"]);
        const entries = entriesOf(join(alone, projects)).values();
        return new Map(
          entries.filter(({ path }) => /\.data\./.test(path)).map((each) => [each.path, each.data]),
        );
      }),
    );
    const [first, ...others] = texts.map(
      (each) => new Map([...each].filter(([path]) => !path.startsWith("a."))),
    );
    expect(first!.size).toBeGreaterThan(40);
    for (const other of others) expect(other).toEqual(first);
  });

  test("is not kept where nothing is", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "assay-home-"));
    await openCliStage({ "pyproject.toml": ours, "a.py": program }, elsewhere).assay(["check", "--no-cache"]);
    expect(readdirSync(elsewhere)).not.toContain(".cache");
  });
});

type Row = Readonly<{ path: string; mtime: number; data: string }>;

/** What mypy has in its caches below a folder, by when it was written and by its name there. */
function entriesOf(folder: string): ReadonlyMap<string, Row> {
  const shards = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
    name.endsWith(".db"),
  );
  return new Map(
    shards.flatMap(({ parentPath, name }) => {
      using shard = new DatabaseSync(join(parentPath, name));
      const rows = shard.prepare("SELECT path, mtime, hex(data) AS data FROM files2").all() as Row[];
      return rows.map((row) => [`${row.mtime} ${row.path}`, row] as const);
    }),
  );
}
