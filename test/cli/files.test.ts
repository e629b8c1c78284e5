import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { changedFiles } from "../../cli/files/changed-files.ts";
import { findFiles } from "../../cli/files/find-files.ts";
import { shownPath } from "../../cli/files/shown-path.ts";
import { toBytes, toSource } from "../../cli/files/source.ts";
import { readSettings } from "../../cli/settings/pyproject.ts";
import { openCliStage } from "./stage.ts";

function found(folder: string, paths: readonly string[] = ["."]): string[] {
  const { files } = findFiles(folder, paths, readSettings(folder, undefined));
  return files.map((path) => shownPath(folder, path));
}

describe("files", () => {
  test("are the *.py and *.pyi of a folder, without caches, hidden folders and environments", () => {
    const { folder } = openCliStage({
      "a.py": "",
      "b.pyi": "",
      "c.txt": "",
      "pack/d.py": "",
      "__pycache__/e.py": "",
      ".hidden/f.py": "",
      "env/pyvenv.cfg": "",
      "env/lib/g.py": "",
    });
    expect(found(folder)).toEqual(["a.py", "b.pyi", "pack/d.py"]);
  });

  test("are left out when .gitignore names them, in nested folders too, and the innermost wins", () => {
    const { folder } = openCliStage({
      ".gitignore": "build/\n*_pb2.py\n",
      "build/a.py": "",
      "x_pb2.py": "",
      "kept/.gitignore": "!y_pb2.py\nlocal.py\n",
      "kept/y_pb2.py": "",
      "kept/local.py": "",
      "kept/z.py": "",
    });
    expect(found(folder)).toEqual(["kept/y_pb2.py", "kept/z.py"]);
  });

  test("are also ignored by the .gitignore files above the given folder, inside a repository", () => {
    const { folder } = openCliStage({
      ".gitignore": "inner/made.py\n",
      "inner/made.py": "",
      "inner/a.py": "",
    });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    expect(found(`${folder}/inner`)).toEqual(["a.py"]);
  });

  test("named by the user are checked despite .gitignore, unless the settings exclude them", () => {
    const { folder } = openCliStage({
      ".gitignore": "a.py\n",
      "pyproject.toml": '[tool.assay]\nexclude = ["gen/"]\n',
      "a.py": "",
      script: "",
      "gen/b.py": "",
    });
    expect(found(folder, ["a.py", "script", "gen/b.py"])).toEqual(["a.py", "script"]);
    expect(found(folder)).toEqual([]);
  });

  test("are a usage error when they do not exist", () => {
    const { folder } = openCliStage();
    expect(() => found(folder, ["nosuch.py"])).toThrow("nosuch.py: no such file or folder.");
  });

  test("count as changed when they differ from the last commit, or are new and not ignored", () => {
    const { folder, write } = openCliStage({ "a.py": "a = 1\n", "b.py": "b = 1\n", ".gitignore": "d.py\n" });
    const git = (...args: string[]): Buffer =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t.test", ...args], { cwd: folder });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "one");
    write({ "b.py": "b = 2\n", "c.py": "", "d.py": "", "e.txt": "" });
    expect(changedFiles(folder, "HEAD").map((path) => path.split("/").at(-1))).toEqual(["b.py", "c.py"]);
  });

  test("cannot be filtered by --changed outside a repository: a usage error", () => {
    const { folder } = openCliStage();
    expect(() => changedFiles(folder, "HEAD")).toThrow("git rev-parse failed");
  });
});

describe("a source", () => {
  test("keeps its line endings and its byte order mark when it is written", () => {
    const bytes = Buffer.from("\ufeffa = 1\r\nb = 2\r\n");
    const source = toSource(bytes);
    expect(source.text).toBe("\ufeffa = 1\nb = 2\n");
    expect(toBytes(source, source.text)).toEqual(bytes);
  });

  test("is read in its declared encoding, and only UTF-8 is written", () => {
    const source = toSource(Buffer.from("# -*- coding: latin-1 -*-\nx = '\u00e9'\n", "latin1"));
    expect(source.text).toContain("'\u00e9'");
    expect(() => toBytes(source, source.text)).toThrow("latin1");
  });

  test("is not decoded by guessing when it does not match its encoding", () => {
    expect(() => toSource(Buffer.from([0x78, 0xff, 0x0a]))).toThrow("is not utf-8 text");
  });
});
