import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { passedOn } from "../../support/processes.ts";

export type Run = Readonly<{
  code: number;
  output: string;
  /** Every failed check, as `scenario:check`, scored or not. */
  failed: string[];
  passed: number;
}>;

type Check = Readonly<{ id: string; status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO" }>;

const program = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** Runs the server scenarios that a revision of the protocol requires. */
export async function runSuite(url: string, revision: string): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), "assay-conformance-"));
  try {
    const options = ["--requirements", revision, "--expected-failures", baselineOf(revision), "-o", folder];
    const ended = await runOnLoopback([program, "server", "--url", url, ...options]);
    const checks = await readChecks(folder);
    const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    return {
      ...ended,
      failed: [...new Set(bad.map(({ scenario, id }) => `${scenario}:${id}`))].toSorted(),
      passed: checks.filter(({ status }) => status === "SUCCESS").length,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The allowed failures, in alphabetical order. */
export async function readBaseline(revision: string): Promise<string[]> {
  const text = await readFile(baselineOf(revision), "utf8");
  return Array.from(text.matchAll(/^ {2}- (\S+)$/gm), ([, entry]) => entry!).toSorted();
}

function baselineOf(revision: string): string {
  return join(import.meta.dirname, `baseline-${revision}.yml`);
}

/** Runs a script in a process that exits with 86 when it would connect to another machine. */
export async function runOnLoopback(args: readonly string[]): Promise<{ code: number; output: string }> {
  const guard = import.meta.resolve("./loopback-only.ts");
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--import", guard, ...args],
      { env: passedOn(), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: `${stdout}${stderr}` }),
    );
  });
}

/** Each scenario leaves a folder, named after it and its start time. */
async function readChecks(folder: string): Promise<(Check & { scenario: string })[]> {
  const found: (Check & { scenario: string })[] = [];
  for (const name of await readdir(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)![1]!;
    const checks = JSON.parse(await readFile(join(folder, name, "checks.json"), "utf8")) as Check[];
    found.push(...checks.map((check) => ({ ...check, scenario })));
  }
  return found;
}
