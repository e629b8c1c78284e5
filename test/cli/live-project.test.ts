import { existsSync, mkdtempSync, readFileSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFiles } from "../../cli/files/find-files.ts";
import type { CheckedFile } from "../../cli/finding.ts";
import { openLiveProject, type LiveProject } from "../../cli/project/live/live-project.ts";
import { ownersWord } from "../../cli/project/trust.ts";
import { readSettings } from "../../cli/settings/pyproject.ts";
import { childrenOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { openCliStage, terminalIn } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const files = {
  "pyproject.toml":
    '[tool.ruff.lint]\nselect = ["E", "F", "I", "S"]\n\n[tool.mypy]\nstrict = true\n\n[tool.assay]\nignore = ["S311"]\n',
  "shop/__init__.py": "",
  "shop/prices.py":
    "import os\n\n\ndef total(prices: list[int]) -> int:\n    return sum(prices)\n\n\ndef untyped(a):\n    return a\n",
  "shop/main.py": 'from shop.prices import total\n\nprint(total([1]))\nexec(input())\nTOKEN: int = "x"\n',
  "tests/conftest.py": 'RATE: int = "2"\n',
  "examples/conftest.py": "def broken(:\n",
};
const stage = openCliStage(files, home);
const said: string[] = [];
let live: LiveProject;

beforeAll(() => {
  live = openLiveProject(terminalIn(stage.folder, home), {
    trust: ownersWord,
    tell: (message) => said.push(message),
  });
});
afterAll(async () => live[Symbol.asyncDispose]());

/** The project now, with texts that are not saved. */
function state(unsaved: Readonly<Record<string, string>> = {}) {
  const settings = readSettings(stage.folder, undefined);
  const paths = findFiles(stage.folder, ["."], settings).files;
  const texts = Object.entries(unsaved).map(([name, text]) => [join(stage.folder, name), text] as const);
  return { paths, settings, unsaved: new Map(texts) };
}

const told = (found: readonly CheckedFile[]) =>
  found.map(({ file, status, findings }) => ({
    file,
    status,
    findings: findings.map(({ rule, line, column, message }) => ({ rule, line, column, message })),
  }));
const lines = (found: readonly CheckedFile[]): string[] =>
  found.flatMap(({ file, findings }) => findings.map(({ rule, line }) => `${file}:${line} ${rule}`));

/** From memory, once everything is read. */
async function quick(unsaved: Readonly<Record<string, string>> = {}): Promise<readonly CheckedFile[]> {
  let found: readonly CheckedFile[] | undefined;
  await until(async () => (found = await live.quick(state(unsaved))) !== undefined);
  return found!;
}

/** What the command says of the files on the disk. */
async function command() {
  const { out } = await stage.assay(["check", "--format", "json", "--no-cache"]);
  const { files: checked } = JSON.parse(out) as { files: CheckedFile[] };
  return told(checked);
}

describe("a project that is kept in memory", () => {
  test("has the findings of `assay check`, by its own settings, exactly and from memory, before and after a change on disk", async () => {
    const asked = await command();
    expect(asked.flatMap(({ findings }) => findings.map(({ rule }) => rule))).toEqual(
      expect.arrayContaining(["ruff:F401", "mypy:no-untyped-def", "mypy:assignment"]),
    );
    expect(told(await live.exact(state()))).toEqual(asked);
    expect(told(await quick())).toEqual(asked);
    stage.write({ "shop/prices.py": files["shop/prices.py"].replace("list[int]", "list[bytes]") });
    const after = await command();
    expect(after).not.toEqual(asked);
    expect(told(await quick())).toEqual(after);
    expect(told(await live.exact(state()))).toEqual(after);
    stage.write({ "shop/prices.py": files["shop/prices.py"] });
    expect(told(await quick())).toEqual(asked);
  });

  test("sees what is typed in one file in all the others, before it is saved", async () => {
    const typed = { "shop/prices.py": files["shop/prices.py"].replace("prices: list[int]", "price: int") };
    const before = lines(await quick());
    const added = lines(await quick(typed)).filter((line) => !before.includes(line));
    expect(added).toEqual(
      ["shop/main.py:3 mypy:arg-type"].concat(added.filter((line) => line.includes("prices"))),
    );
    expect(lines(await live.exact(state(typed)))).toEqual(
      expect.arrayContaining(["shop/main.py:3 mypy:arg-type"]),
    );
    expect(lines(await quick())).toEqual(before);
  });

  test("keeps what it knew of a text while that cannot be read", async () => {
    const broken = lines(await quick({ "shop/prices.py": `${files["shop/prices.py"]}\ndef late(\n` }));
    expect(broken.filter((line) => line.startsWith("shop/main.py"))).toEqual(
      lines(await quick()).filter((line) => line.startsWith("shop/main.py")),
    );
    expect(broken).toEqual(expect.arrayContaining([expect.stringMatching(/^shop\/prices\.py:\d+ .*syntax/)]));
  });

  test("knows of files that are new or gone", async () => {
    stage.write({ "shop/more.py": "from shop.prices import missing\n" });
    const found = lines(await live.exact(state()));
    expect(found).toContain("shop/more.py:1 mypy:attr-defined");
    expect(lines(await quick())).toEqual(found);
    unlinkSync(join(stage.folder, "shop/more.py"));
    expect(lines(await live.exact(state())).filter((line) => line.startsWith("shop/more.py"))).toEqual([]);
  });

  test("tells that a process was lost, reads everything again and finds the same", async () => {
    const before = await quick();
    for (const pid of warmProcesses()) process.kill(pid, "SIGKILL");
    await live.quick(state());
    expect(said.at(-1)).toMatch(/The types kept in memory were lost .* They are read again\./);
    expect(told(await live.exact(state()))).toEqual(told(before));
    expect(told(await quick())).toEqual(told(before));
  });

  test("leaves no process behind", async () => {
    const processes = warmProcesses();
    expect(processes).not.toEqual([]);
    await live[Symbol.asyncDispose]();
    await until(() => processes.every((pid) => !existsSync(`/proc/${pid}`)));
  });
});

function warmProcesses(): number[] {
  return childrenOf(process.pid).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("warm_project.py"),
  );
}
