import { beforeAll, describe, expect, test } from "vitest";
import type { CheckedFile } from "../../../cli/finding.ts";
import { openCliStage, type CliStage } from "../stage.ts";

const files = {
  "noqa.py": "import os  # noqa: F401\n\na = 1  # noqa: F401, E501, S301\n",
  "whole.py": "a = 1  # noqa: F401\n",
  "others.py": "a = 1  # noqa: E501, WPS432\nb = 1  # noqa\n",
  "policy.py": "import hashlib\n\na = hashlib.md5(b'')  # noqa: S324\n",
  "nosec.py":
    "import pickle\n\na = pickle.loads(b'')  # nosec B301, B602\nb = 1  # nosec B101\nc = 1  # nosec\n",
  "harmless.py": 'import subprocess\n\nsubprocess.run("ls", shell=True)  # nosec B602\n',
  "secret.py": 'a = "b"  # pragma: allowlist secret\n',
  "own.py":
    "import pickle\n\na = pickle.loads(b'')  # assay: ignore[S301, S602]\nb = 1  # assay: ignore[policy]\nc = 1  # assay: ignore\nd = 1  # assay: ignore[E501]\n",
  "ignored.py": "a = 1  # type: ignore\nb = 1  # type: ignore[operator]\n",
};

let stage: CliStage;

async function notes(...options: readonly string[]): Promise<Record<string, string[]>> {
  const { out } = await stage.assay(["check", "--format", "json", ...options]);
  const told = (JSON.parse(out) as { files: CheckedFile[] }).files.map(({ file, findings }) => [
    file,
    findings
      .filter(({ rule }) => rule === "assay:unused-comment")
      .map(({ line, severity, message }) => `${line} ${severity} ${message}`),
  ]);
  return Object.fromEntries(told) as Record<string, string[]>;
}

describe("comments that silence nothing", () => {
  let found: Record<string, string[]>;
  beforeAll(async () => {
    stage = openCliStage(files);
    found = await notes();
  }, 60_000);

  test.for([
    [
      "noqa.py",
      ["3 info Unused F401, S301 in `# noqa: F401, E501, S301`: nothing is found here without it."],
    ],
    ["whole.py", ["1 info Unused `# noqa: F401`: nothing is found here without it. Remove it."]],
    ["nosec.py", ["3 info Unused B602 in `# nosec B301, B602`: nothing is found here without it."]],
    [
      "own.py",
      [
        "3 info Unused S602 in `# assay: ignore[S301, S602]`: nothing is found here without it.",
        "4 info Unused `# assay: ignore[policy]`: nothing is found here without it. Remove it.",
        "5 info `# assay: ignore` names no rule, so it silences nothing. Write `# assay: ignore[rule] reason`.",
      ],
    ],
  ] as const)("%s: %j", ([file, words]) => {
    expect(found[file]).toHaveLength(words.length);
    for (const [at, start] of words.entries()) expect(found[file]![at]!.startsWith(start)).toBe(true);
  });

  test.for([
    ["others.py", "codes that nobody looks for here, and comments for everything"],
    ["policy.py", "a code by which only the policy finds something"],
    ["harmless.py", "a finding that the policy knows to be harmless"],
    ["secret.py", "what another tool may find"],
    ["ignored.py", "what mypy says itself by its own setting"],
  ] as const)("%s is not called unused: %s", ([file]) => {
    expect(found[file]).toEqual([]);
  });

  test("the rule has a page", async () => {
    const { out } = await stage.assay(["explain", "assay:unused-comment"]);
    expect(out).toMatch(/^# assay:unused-comment\n\n.*`# noqa: S301`/);
  });

  test("nothing is told of rules that are off", async () => {
    expect(await notes("own.py", "--ignore", "ruff:S602", "--ignore", "policy")).toEqual({
      "own.py": [expect.stringContaining("names no rule")],
    });
    expect(await notes("whole.py", "--ignore", "assay:unused-comment")).toEqual({ "whole.py": [] });
    expect(await notes("--strict-comments", "whole.py", "own.py")).toEqual({ "whole.py": [], "own.py": [] });
  });

  test("a project that ignores ruff's rule for it hears nothing of noqa", async () => {
    const own = openCliStage({ ...files, "ruff.toml": 'lint.ignore = ["RUF100"]\n' });
    const { out } = await own.assay(["check", "whole.py"]);
    expect(out).toBe("1 file checked: all valid.\n");
  });
});
