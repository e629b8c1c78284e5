import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { toNotebookSource } from "../../../cli/notebooks/notebook-source.ts";
import { createDice, type Dice } from "../../support/dice.ts";
import { openCliStage, type CliRun } from "../stage.ts";
import { toNotebook } from "./notebook.ts";

const before = ["import os\n", "import json\n", "%time x = 'caf\u00e9'\n", "if x is 'a':\n", "    !ls {x}"];
const after = ["import os\n", "%time x = 'caf\u00e9'\n", "if x == 'a':\n", "    !ls {x}"];
const untouched = ["%%bash\nls", { markdown: "import json" }, "%timeit os.getcwd()\nfiles = !ls\nx"] as const;
const asText = (cells: readonly unknown[]): string => toNotebook(cells as never);
const forms: Readonly<Record<string, (json: string) => string>> = {
  "as Jupyter writes it": (json) => json,
  "without a newline at its end": (json) => json.trimEnd(),
  "with Windows line ends": (json) => json.replaceAll("\n", "\r\n"),
  "in one line": (json) => JSON.stringify(JSON.parse(json)),
  "indented by tabs": (json) => `${JSON.stringify(JSON.parse(json), undefined, "\t")}\n`,
  "in ASCII": (json) => json.replaceAll("\u00e9", "\\u00e9"),
};

describe("assay fix", () => {
  const stage = openCliStage({
    ...Object.fromEntries(
      Object.values(forms).map((form, at) => [`${at}.ipynb`, form(asText([before, ...untouched]))]),
    ),
    "text.ipynb": asText([before.join("")]),
    "windows.ipynb": asText([before.join("").replaceAll("\n", "\r\n")]),
    "await.ipynb": asText(["import asyncio\nimport json", "await asyncio.sleep(1)"]),
    "future.ipynb": asText(["x = 1", "from __future__ import annotations\nimport json\nx"]),
    "clean.ipynb": asText(["import os\nos.getcwd()"]),
  });
  let run: CliRun;

  beforeAll(async () => {
    run = await stage.assay(["fix", "--write", "--unsafe"]);
  });

  const read = (name: string): string => readFileSync(join(stage.folder, name), "utf8");

  test.for(Object.entries(forms).map(([name, form], at) => [name, form, at] as const))(
    "changes the source alone of a notebook %s",
    ([, form, at]) => {
      expect(read(`${at}.ipynb`)).toBe(form(asText([after, ...untouched])));
    },
  );

  test("keeps a source that is one text, and its line ends", () => {
    expect(read("text.ipynb")).toBe(asText([after.join("").replace("import os\n", "")]));
    expect(read("windows.ipynb")).toBe(
      asText([after.join("").replace("import os\n", "").replaceAll("\n", "\r\n")]),
    );
  });

  test("leaves what only notebooks may do", () => {
    expect(read("await.ipynb")).toBe(asText(["import asyncio\nimport json", "await asyncio.sleep(1)"]));
    expect(read("future.ipynb")).toBe(asText(["x = 1", "from __future__ import annotations\nx"]));
    expect(read("clean.ipynb")).toBe(asText(["import os\nos.getcwd()"]));
    expect(run.status).toBe(0);
  });

  test("prints a patch of the JSON", async () => {
    const printing = openCliStage({ "a.ipynb": asText([before, ...untouched]) });
    const { out, status } = await printing.assay(["fix"]);
    expect(out).toContain('-    "import json\\n",\n');
    expect(out).toContain("--- a/a.ipynb\n+++ b/a.ipynb\n");
    expect(status).toBe(1);
  });
});

const pieces = [
  "x = 1",
  "%matplotlib inline",
  "!ls \\",
  "  -l",
  "names = !ls",
  "y = (1,",
  "  %2)",
  "'''",
  "%time z = f(x)",
  "print?",
  "# %% assay cell 1",
  "# %% assay names",
  "%%time",
  "%%bash",
  "from __future__ import annotations",
  "display(x)",
  "import os",
  "",
  "    pass",
  "\u{1f600} = '\\u2028\u2028'",
  "pass  # %matplotlib inline",
];

function anyNotebook(dice: Dice): string {
  const cells = Array.from({ length: dice.below(6) }, () => {
    const lines = Array.from({ length: dice.below(7) }, () => dice.pick(pieces));
    const newline = dice.pick(["\n", "\n", "\r\n"]);
    const source = lines.join(newline) + dice.pick(["", newline]);
    if (dice.below(5) === 0) return { markdown: source };
    return dice.below(2) === 0 ? source : (source.match(/[^\n]*\n|[^\n]+/g) ?? []);
  });
  return dice.pick(Object.values(forms))(toNotebook(cells));
}

describe("a notebook that is written back", () => {
  test("without another text is the same, byte for byte", () => {
    const dice = createDice(44);
    for (let round = 0; round < 2000; round += 1) {
      const json = anyNotebook(dice);
      const source = toNotebookSource(json);
      if (typeof source === "string") throw new Error(source);
      expect(source.write(source.text)).toBe(json);
    }
  });

  test("has a new line in the cell where it was added", () => {
    const dice = createDice(45);
    for (let round = 0; round < 500; round += 1) {
      const json = anyNotebook(dice);
      const source = toNotebookSource(json);
      if (typeof source === "string") throw new Error(source);
      const marks = [...source.text.matchAll(/^# %% assay cell (\d+)$/gm)];
      const last = marks.at(-1);
      if (!last) continue;
      const cells = (text: string) => (JSON.parse(text) as { cells: { source: string | string[] }[] }).cells;
      const written = source.write(`${source.text}# added\n`);
      if (typeof written !== "string") throw new Error(written.problem);
      const number = Number(last[1]);
      const expected = cells(json).map(({ source: each }, at) => {
        const text = [each].flat().join("");
        return at + 1 === number ? `${text}${text.includes("\r\n") ? "\r\n" : "\n"}# added` : text;
      });
      expect(cells(written).map(({ source: each }) => [each].flat().join(""))).toEqual(expected);
    }
  });

  test.for([
    ["moves code from one cell to another", (text: string) => text.replace("# %% assay cell 2\n", "")],
    ["changes a magic of cell 1", (text: string) => text.replace("pass  # %cd", "pass  # %ls")],
    ["changes a magic of cell 1", (text: string) => text.replace("pass  # %cd\n", "")],
    ["changes what is above the cells", (text: string) => `print(1)\n${text}`],
  ] as const)("is refused where a fix %s", ([problem, change]) => {
    const source = toNotebookSource(toNotebook(["%cd\nx = 1", "y = 2"]));
    if (typeof source === "string") throw new Error(source);
    expect(source.write(change(source.text))).toEqual({ problem: `the fix ${problem}` });
  });

  test("takes an import that a fix puts above everything into its first cell", () => {
    const source = toNotebookSource(toNotebook(["display(json)"]));
    if (typeof source === "string") throw new Error(source);
    expect(source.write(`import json\n${source.text}`)).toBe(toNotebook(["import json\ndisplay(json)"]));
  });
});
