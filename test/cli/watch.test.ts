import { mkdtempSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../support/until.ts";
import { openCliStage, programs } from "./stage.ts";

const home = mkdtempSync(join(tmpdir(), "assay-home-"));
const { valid, wrong } = programs;

test("check --watch checks after every change, with the current settings, until it is interrupted", async () => {
  const { assay, write, folder } = openCliStage({ "a.py": valid, "sub/b.py": valid }, home);
  const interrupted = new AbortController();
  let [out, err] = ["", ""];
  const running = assay(["check", "--watch"], {
    signal: interrupted.signal,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  const waits = (): number => err.split("Waiting for changes").length - 1;
  /** What is printed after a change. */
  const after = async (change: () => void): Promise<string> => {
    const [printed, seen] = [out.length, waits()];
    change();
    await until(() => waits() > seen);
    return out.slice(printed);
  };

  await until(() => waits() === 1);
  expect(out).toContain("2 files checked: all valid.");
  expect(await after(() => write({ "sub/b.py": wrong }))).toContain("sub/b.py:2:22 error mypy:operator");
  expect(await after(() => write({ "pyproject.toml": '[tool.assay]\nignore = ["mypy"]\n' }))).toContain(
    "2 files checked: all valid.",
  );
  expect(await after(() => write({ "pyproject.toml": "[tool.assay" }))).toBe("");
  expect(err).toContain("not valid TOML");
  expect(await after(() => write({ "pyproject.toml": "" }))).toContain("mypy:operator");
  expect(await after(() => unlinkSync(join(folder, "sub/b.py")))).toContain("1 file checked");

  interrupted.abort();
  expect(await running).toMatchObject({ status: 130 });
});

test("a change during a check is not lost", async () => {
  const { assay, write } = openCliStage({ "a.py": valid }, home);
  const interrupted = new AbortController();
  let out = "";
  let isChanged = false;
  const running = assay(["check", "--watch"], {
    signal: interrupted.signal,
    out: (text) => {
      out += text;
      // The first report is printed before the command waits for changes.
      if (!isChanged) write({ "a.py": wrong });
      isChanged = true;
    },
  });
  await until(() => out.includes("a.py:2:22 error mypy:operator"));
  interrupted.abort();
  expect((await running).status).toBe(130);
});
