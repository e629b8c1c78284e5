import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { editedFiles } from "../../../cli/agents/hook/edited-files.ts";
import { openCliStage, programs } from "../stage.ts";
import { edits } from "./events.ts";
import { assay, runInShell } from "./project.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const claude = edits["Claude Code"]!;
const line = [...assay, "hook"].map((word) => `'${word}'`).join(" ");

/** The command in this process. */
async function hook(folder: string, event: object | string, ...args: string[]) {
  const stage = openCliStage({}, home);
  const text = typeof event === "string" ? event : JSON.stringify(event);
  return stage.assay(["hook", ...args], { cwd: folder, readInput: async () => Buffer.from(text) });
}

describe("assay hook", () => {
  test.for([
    ["", "not the JSON object of a hook"],
    ["[]", "not the JSON object of a hook"],
    ["{", "not the JSON object of a hook"],
  ])("ends with 1 and says so where standard input is %j", async ([input, words]) => {
    const { status, out, err } = await hook("/", input!);
    expect({ status, out, err }).toEqual({ status: 1, out: "", err: expect.stringContaining(words!) });
  });

  test.for([
    {},
    { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "ls *.py" } },
    { tool_input: null },
  ])("is silent about %j, which names no file", async (event) => {
    expect(await hook("/", event)).toEqual({ status: 0, out: "", err: "" });
  });

  test("says of a file that cannot be read why, with 1", async () => {
    const { folder } = openCliStage({ "latin.py": Buffer.from("x = '\u00e9'\n", "latin1") });
    const { status, err } = await hook(folder, claude(folder, "latin.py"));
    expect({ status, err }).toEqual({ status: 1, err: "assay: latin.py not checked: is not utf-8 text\n" });
  });

  test("says why where the engine does not start, with 1", () => {
    const { folder } = openCliStage({ "a.py": programs.valid });
    const env = { HOME: home, ASSAY_PYTHON: join(folder, "no-python", "bin", "python") };
    const { status, stdout, stderr } = runInShell(line, { folder, input: claude(folder, "a.py"), env });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(/^assay hook: .*no-python/);
  });

  test("honours the project's settings: what they exclude or ignore does not reject", async () => {
    const { folder } = openCliStage({
      "pyproject.toml": '[tool.assay]\nexclude = ["gen/"]\nignore = ["mypy:operator"]\n',
      "gen/a.py": programs.dangerous,
      "b.py": programs.wrong,
    });
    for (const name of ["gen/a.py", "b.py"])
      expect(await hook(folder, claude(folder, name))).toEqual({ status: 0, out: "", err: "" });
  });

  test("tells of settings that are wrong, with 1", async () => {
    const { folder } = openCliStage({
      "pyproject.toml": "[tool.assay]\nselct = []\n",
      "a.py": programs.valid,
    });
    const { status, err } = await hook(folder, claude(folder, "a.py"));
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining("selct is not known") });
  });

  test("--changed says where it is in no repository, with 1", async () => {
    const { folder } = openCliStage({ "a.py": programs.wrong });
    const { status, err } = await hook(folder, { cwd: folder }, "--changed");
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining("not a git repository") });
  });

  test("takes no files", async () => {
    const { status, err } = await hook("/", {}, "a.py");
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("the event names them") });
  });
});

describe("the files of an event", () => {
  test.for(Object.keys(edits))("are named by full paths, as %s tells them", (agent) => {
    const name = "shop/ä ö.py";
    expect(editedFiles({ ...edits[agent]!("/project", name) }, "/project")).toEqual([
      resolve("/project", name),
    ]);
  });

  test("are all those that a patch adds, changes or moves, and none that it deletes", () => {
    const command = [
      "*** Begin Patch",
      "*** Add File: new.py",
      "+*** Update File: quoted.py",
      "*** Update File: old/name.py",
      "*** Move to: new/name.py",
      "@@",
      "*** Delete File: gone.py",
      "*** End Patch",
    ].join("\r\n");
    const found = editedFiles({ tool_name: "apply_patch", tool_input: { command } }, "/p");
    expect(found).toEqual(["/p/new.py", "/p/old/name.py", "/p/new/name.py"]);
  });
});
