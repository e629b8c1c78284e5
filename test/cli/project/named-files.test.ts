import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openCliStage, type CliStage } from "../stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));

type Report = Readonly<{ files: readonly Readonly<{ file: string; findings: readonly object[] }>[] }>;

async function findingsOf({ assay }: CliStage, ...args: string[]): Promise<ReadonlyMap<string, object>> {
  const { out } = await assay(["check", "--format=json", ...args]);
  return new Map((JSON.parse(out) as Report).files.map(({ file, findings }) => [file, findings]));
}

/** Modules of a package, each of which uses the one before; every third uses it wrongly. */
function chain(length: number): Record<string, string> {
  const modules = Array.from({ length }, (_, at) => {
    const before = at === 0 ? "" : `from .step${at - 1} import value as before\n\n\n`;
    const taken = at === 0 ? "1" : at % 3 === 0 ? 'before("x")' : "before(1)";
    return [`app/step${at}.py`, `${before}def value(n: int) -> int:\n    return n + ${taken}\n`] as const;
  });
  return { "pyproject.toml": "", "app/__init__.py": "", ...Object.fromEntries(modules) };
}

const shop = {
  "pyproject.toml": '[tool.ruff.lint]\nselect = ["F", "S"]\n[tool.mypy]\nstrict = true\n',
  "shop/__init__.py": "",
  "shop/tools.py": "import subprocess as runner\n\nimport os\n",
  "shop/prices.py": "def total(prices: list[int]) -> int:\n    return sum(prices)\n",
  "shop/order.py":
    'from shop.prices import total\nfrom shop.tools import runner\n\n\ndef go(name: str) -> int:\n    runner.run("ls " + name, shell=True)\n    return total([name])\n',
  "tests/test_order.py": "from shop.order import go\n\n\ndef test_go() -> None:\n    assert go(1) == 2\n",
};

describe.each([
  ["a package and its tests", shop, 3],
  ["a chain of modules", chain(12), 3],
])("in %s", (_name, files, rejected) => {
  const stage = openCliStage(files, home);
  let all: ReadonlyMap<string, object>;

  beforeAll(async () => {
    all = await findingsOf(stage, ".");
  });

  test("a file that is named has the findings that it has among all", async () => {
    expect([...all.values()].filter((findings) => (findings as object[]).length > 0)).toHaveLength(rejected);
    for (const [file, findings] of all)
      expect([...(await findingsOf(stage, file))]).toEqual([[file, findings]]);
    // Looked at anew, not taken from what was kept.
    for (const [file, findings] of [...all].slice(-2))
      expect([...(await findingsOf(stage, "--no-cache", file))]).toEqual([[file, findings]]);
  });

  test("names are those of the folder that the command runs in", async () => {
    const [[file, findings] = ["", []]] = [...all].filter(([name]) => name.includes("/")).slice(-1);
    const [folder = "", base = ""] = file.split("/");
    const { out } = await stage.assay(["check", "--format=json", base], { cwd: join(stage.folder, folder) });
    expect((JSON.parse(out) as Report).files).toMatchObject([{ file: base, findings }]);
  });
});

test("files beside each other that are no project do not know each other", async () => {
  const stage = openCliStage({
    "main.py": "from pricing import totl\n\nprint(totl)\n",
    "pricing.py": "total = 1\n",
  });
  expect(await stage.assay(["check", "pricing.py"])).toMatchObject({
    status: 0,
    out: "1 file checked: all valid.\n",
  });
});

test("the hooks of pre-commit read the project and tell of the staged files", async () => {
  const hooks = parse(readFileSync(".pre-commit-hooks.yaml", "utf8")) as readonly Readonly<{
    id: string;
    entry: string;
  }>[];
  const { folder, write, assay } = openCliStage(
    { ...shop, "shop/order.py": "", "tests/test_order.py": "" },
    home,
  );
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
  write({ "tests/test_order.py": "from shop.prices import total\n\nprint(total(1))\n" });
  git("add", "-A");
  const staged = git("diff", "--cached", "--name-only").trim().split("\n");
  const run = async (hook: string) =>
    assay([
      ...hooks
        .find(({ id }) => id === hook)!
        .entry.split(" ")
        .slice(1),
      ...staged,
    ]);
  const { status, out } = await run("assay");
  expect(status).toBe(1);
  expect(out).toMatch(/^tests\/test_order\.py:3:13 error mypy:arg-type /);
  // What is wrong in a file that is not staged is not told, and not fixed.
  expect(out).not.toContain("shop/tools.py");
  await run("assay-fix");
  expect(readFileSync(join(folder, "shop/tools.py"), "utf8")).toBe(shop["shop/tools.py"]);
});
