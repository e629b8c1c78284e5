import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { LabelledProgram } from "../quality/labelled.ts";

const command = new URL("../../.tools/bench-python/bin/bandit", import.meta.url).pathname;
const run = promisify(execFile);

/** The programs that bandit says anything about but an import or an `assert`. */
export async function accusedByBandit(
  programs: readonly LabelledProgram[],
): Promise<ReadonlySet<LabelledProgram>> {
  const folder = mkdtempSync(join(tmpdir(), "assay-bandit-"));
  for (const [at, { code }] of programs.entries()) writeFileSync(join(folder, `${at}.py`), code);
  const { stdout } = await run(command, ["--quiet", "-r", "-f", "json", "-s", "B101", folder], {
    maxBuffer: 1 << 26,
  }).catch((error: { code?: unknown; stdout: string }) => {
    if (error.code !== 1) throw error;
    return error;
  });
  rmSync(folder, { recursive: true, force: true });
  const { results } = JSON.parse(stdout) as { results: { filename: string; test_id: string }[] };
  return new Set(
    results
      .filter(({ test_id }) => !test_id.startsWith("B4"))
      .map(({ filename }) => programs[Number(basename(filename, ".py"))]!),
  );
}
