import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCliStage, programs } from "./stage.ts";

const root = join(import.meta.dirname, "..", "..");
const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { warned } = programs;
const fixed = warned.replace("import os\n", "");

/** What `assay fix` shows and leaves in a real terminal where these lines are typed. */
function fixTyping(answers: readonly string[], ...options: string[]) {
  const { folder } = openCliStage({ "a.py": warned, "b.py": warned, "c.py": warned });
  const command = [process.execPath, "--liftoff-only", join(root, "cli", "main.ts"), "fix", ...options];
  const runner = join(import.meta.dirname, "in_terminal.py");
  const { stdout, status } = spawnSync(
    join(root, ".tools/python/bin/python"),
    [runner, "[q]uit ", JSON.stringify(answers), ...command],
    { cwd: folder, encoding: "utf8", env: { HOME: home, PATH: process.env.PATH, TERM: "dumb" } },
  );
  const texts = ["a.py", "b.py", "c.py"].map((name) => readFileSync(join(folder, name), "utf8"));
  return {
    shown: stdout,
    status,
    isFixed: texts.map((text) => text === fixed),
    texts,
    files: readdirSync(folder),
  };
}

test("each fix is shown and written on a yes; after a quit nothing more", () => {
  const { shown, status, isFixed } = fixTyping(["n\n", "what\n", "YES\n", "q\n"]);
  expect(shown).toContain("-import os");
  expect(shown.match(/Apply this fix to \w\.py\? \[y\]es \/ \[n\]o \/ \[a\]ll \/ \[q\]uit/g)).toHaveLength(4);
  expect(shown).toContain("Fixed b.py: line 1: removed the unused import of `os` (preserving)");
  expect(shown).toContain("3 files: 1 file fixed, 2 fixes declined.");
  expect({ status, isFixed }).toEqual({ status: 1, isFixed: [false, true, false] });
});

test("all takes those that are left without asking again", () => {
  const { status, isFixed } = fixTyping(["n\n", "a\n"]);
  expect({ status, isFixed }).toEqual({ status: 1, isFixed: [false, true, true] });
});

test.each([
  ["Ctrl+C", "\u0003", 130],
  ["the end of the input", "\u0004", 1],
])("%s writes nothing more, and leaves no half of a file", (_name, key, ends) => {
  const { status, isFixed, texts, files } = fixTyping(["y\n", key]);
  expect({ status, isFixed }).toEqual({ status: ends, isFixed: [true, false, false] });
  expect(texts.slice(1)).toEqual([warned, warned]);
  expect(files.toSorted()).toEqual(["a.py", "b.py", "c.py"]);
});

test.each([
  ["--diff", [false, false, false], 1],
  ["--write", [true, true, true], 0],
])("%s asks nothing", (option, isFixed, status) => {
  const said = fixTyping([], option);
  expect(said.shown).not.toContain("Apply this fix");
  expect(said).toMatchObject({ status, isFixed });
});
