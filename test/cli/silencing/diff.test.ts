import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toNotebook } from "../notebooks/notebook.ts";
import { openCliStage, type CliStage } from "../stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));

const lib = [
  "import pickle",
  "",
  "",
  "def size(n: int) -> int:",
  "    return n",
  "",
  "",
  "def load(data):",
  "    return pickle.loads(data)",
  "",
];
const files = {
  "pyproject.toml": "[project]\nname = 'p'\n",
  "lib.py": lib.join("\n"),
  "use.py": "from lib import size\n\nprint(size(2) + 1)\n",
};

function git({ folder }: CliStage, ...args: readonly string[]): void {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...who, ...args], { cwd: folder, stdio: "ignore" });
}

/** A repository whose branch `work` begins at the only commit of `main`. */
function openRepository(written: Readonly<Record<string, string>> = files): CliStage {
  const stage = openCliStage(written, home);
  git(stage, "init", "-b", "main");
  git(stage, "add", "-A");
  git(stage, "commit", "-m", "one");
  git(stage, "checkout", "-b", "work");
  return stage;
}

async function places(stage: CliStage, ...args: readonly string[]): Promise<string[]> {
  const { out } = await stage.assay(["check", "--diff", "main", ...args]);
  return out.split("\n").flatMap((line) => /^\S+\.py:\d+(?=[: ])/.exec(line)?.[0] ?? []);
}

const summary = (out: string): string => out.trim().split("\n").at(-1)!;

describe("assay check --diff", () => {
  test("tells what is new on changed lines, in new files, and in files that a change broke", async () => {
    const stage = openRepository();
    expect(await places(stage)).toEqual([]);
    stage.write({
      "lib.py": [
        "# moves everything",
        ...lib.with(3, "def size(n: int) -> str:").with(4, "    return str(n)"),
        "",
        "def again(data):",
        "    return pickle.loads(data) or None",
        "",
      ].join("\n"),
      "new.py": "exec(input())\n",
    });
    const { status, out } = await stage.assay(["check", "--diff", "main"]);
    expect(status).toBe(1);
    expect(await places(stage)).toEqual(["lib.py:14", "new.py:1", "use.py:3"]);
    expect(summary(out)).toBe("3 files checked: 3 errors, 3 files rejected; 1 not new.");
    expect((await stage.assay(["check"])).out).toContain("4 errors");
    // Committed, it is the same.
    git(stage, "add", "-A");
    git(stage, "commit", "-m", "two");
    expect(await places(stage)).toEqual(["lib.py:14", "new.py:1", "use.py:3"]);
    // What main has got since does not count.
    git(stage, "checkout", "main");
    stage.write({ "lib.py": "size = int\n" });
    git(stage, "commit", "-am", "three");
    git(stage, "checkout", "work");
    expect(await places(stage)).toEqual(["lib.py:14", "new.py:1", "use.py:3"]);
    expect(await places(stage, "use.py")).toEqual(["use.py:3"]);
  }, 60_000);

  test("one more finding on a line that is equal to another is new", async () => {
    const stage = openRepository();
    stage.write({
      "lib.py": [...lib, "", "def again(data):", "    return pickle.loads(data)", ""].join("\n"),
    });
    expect(await places(stage)).toEqual(["lib.py:13"]);
  });

  test("a file that has another name now keeps its findings", async () => {
    const stage = openRepository();
    renameSync(join(stage.folder, "lib.py"), join(stage.folder, "base.py"));
    stage.write({ "use.py": "from base import size\n\nprint(size(2) + 1)\n" });
    git(stage, "add", "-A");
    expect(await places(stage)).toEqual([]);
    git(stage, "commit", "-m", "two");
    expect(await places(stage)).toEqual([]);
  });

  test("a comment that silenced the other commit's findings is heard there", async () => {
    const silenced = `# ruff: noqa: S301\n${files["lib.py"]}`;
    const stage = openRepository({ ...files, "lib.py": silenced });
    stage.write({ "lib.py": files["lib.py"] });
    expect(await places(stage)).toEqual(["lib.py:9"]);
  });

  test("a project below the top of its repository, asked from there", async () => {
    const inner = Object.fromEntries(Object.entries(files).map(([name, text]) => [`inner/${name}`, text]));
    const stage = openRepository({ ...inner, "other.py": "import os\n" });
    stage.write({ "inner/sub dir/é.py": "exec(input())\n" });
    git(stage, "add", "-A");
    const { out } = await stage.assay(["check", "--diff", "main"], { cwd: join(stage.folder, "inner") });
    expect(out).toContain("sub dir/é.py:1 error ruff:S102");
    expect(summary(out)).toBe("3 files checked: 1 error, 1 file rejected; 1 not new.");
  });

  test("together with the baseline", async () => {
    const stage = openRepository();
    await stage.assay(["baseline"]);
    const { out } = await stage.assay(["check", "--diff", "main"]);
    expect(summary(out)).toBe("2 files checked: all valid; 1 in the baseline.");
  });

  test("refuses what cannot be compared", async () => {
    const stage = openRepository();
    const refusal = async (own: CliStage, ...args: readonly string[]): Promise<string> => {
      const { status, out, err } = await own.assay(["check", ...args]);
      expect({ status, out }).toEqual({ status: 2, out: "" });
      return err;
    };
    expect(await refusal(openCliStage(files, home), "--diff", "main")).toContain(
      "--diff needs a git repository",
    );
    expect(await refusal(stage, "--diff", "nosuch")).toContain(
      "--diff nosuch: git knows no such branch, tag or commit. Fetch it first: git fetch origin nosuch",
    );
    expect(await refusal(stage, "--diff=--output=x")).toContain("--diff needs a branch, a tag or a commit.");
    expect(await refusal(stage, "--diff", "main", "--url", "http://127.0.0.1:1")).toContain(
      "--diff compares files here with git",
    );
    git(stage, "checkout", "--orphan", "alone");
    git(stage, "commit", "-m", "alone");
    expect(await refusal(stage, "--diff", "main")).toContain("no commit in common with HEAD");
    rmSync(stage.folder, { recursive: true });
  });
});

test("a notebook is compared by its findings, not by the lines of its JSON", async () => {
  const old = "import pickle\n\npickle.loads(input().encode())";
  const stage = openRepository({ ...files, "a.ipynb": toNotebook([old]) });
  stage.write({ "a.ipynb": toNotebook(["print(1)", old, "exec(input())"]) });
  const { out } = await stage.assay(["check", "--diff", "main"]);
  expect(out).toContain("a.ipynb:cell 3:1");
  expect(out).not.toContain("cell 2");
});

test("settings of the other commit may extend a file of any name", async () => {
  const stage = openRepository({
    "lib.py": "import os\n",
    "ruff.toml": 'extend = "shared/rules-of-ours.toml"\n',
    "shared/rules-of-ours.toml": '[lint]\nselect = ["F"]\n',
  });
  stage.write({ "lib.py": "import os\nimport sys\n" });
  expect(await places(stage)).toEqual(["lib.py:2"]);
});
