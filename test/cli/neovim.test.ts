import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { patienceMs } from "../support/until.ts";
import { assayOnPath } from "./assay-on-path.ts";
import { openCliStage, programs } from "./stage.ts";

const settings = join(import.meta.dirname, "..", "..", "deploy", "editors", "neovim.lua");
const script = join(import.meta.dirname, "neovim.lua");

test(
  "Neovim, with the settings that we give, shows what is found, follows what is typed and applies the fixes",
  async () => {
    try {
      execFileSync("nvim", ["--version"]);
    } catch {
      throw new Error("Neovim is missing: sudo apt-get install --no-install-recommends neovim");
    }
    const { folder } = openCliStage({ "wrong.py": programs.wrong, "pyproject.toml": "" });
    const home = mkdtempSync(join(tmpdir(), "assay-home-"));
    chmodSync(home, 0o700);
    const result = join(home, "result.jsonl");
    const env = { ...assayOnPath(home), SETTINGS: settings, RESULT: result, XDG_STATE_HOME: home };
    await promisify(execFile)("nvim", ["--headless", "-u", "NONE", "-c", `luafile ${script}`], {
      cwd: folder,
      env,
      timeout: 4 * patienceMs,
    });
    const said = readFileSync(result, "utf8").trimEnd().split("\n");
    expect(said.map((line) => JSON.parse(line) as unknown)).toEqual([
      { arrived: true, shown: [{ line: 1, code: "mypy:operator", source: "assay", severity: 1 }] },
      { arrived: true, shown: expect.anything() },
      { arrived: true, shown: expect.arrayContaining([expect.objectContaining({ code: "ruff:F401" })]) },
      { text: expect.not.stringContaining("import os") },
    ]);
  },
  5 * patienceMs,
);
