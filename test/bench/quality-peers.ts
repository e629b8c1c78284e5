import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { promisify } from "node:util";
import type { createLinter } from "../../engine/lint/lint.ts";
import type { LabelledProgram, Peer, QualitySet } from "../quality/labelled.ts";

const tools = new URL("../../.tools/bench-python/bin/", import.meta.url).pathname;
const run = promisify(execFile);

export type Accusers = ReadonlyMap<Peer, (program: LabelledProgram) => boolean>;

/** What other tools say of the programs of a set. Imports, assertions and guessed passwords are left out of all. */
export async function askPeers(set: QualitySet, linter: ReturnType<typeof createLinter>): Promise<Accusers> {
  const accusers = new Map<Peer, (program: LabelledProgram) => boolean>();
  for (const peer of set.peers ?? []) {
    if (peer === "ruff S")
      accusers.set(peer, ({ code }) =>
        linter.check(code).some((finding) => /^S(?!10[1567]|4)\d/.test(finding.code)),
      );
    else {
      const accused = await askCommand(set, peer === "bandit" ? banditFiles : secretFiles);
      accusers.set(peer, (program) => accused.has(program));
    }
  }
  return accusers;
}

type AskCommand = (folder: string) => Promise<Iterable<string>>;

/** Every program in a file of its own, and the ones a command speaks of. */
async function askCommand({ bad, good }: QualitySet, ask: AskCommand): Promise<Set<LabelledProgram>> {
  const folder = await mkdtemp(join(tmpdir(), "quality-"));
  try {
    const programs = [...bad, ...good];
    for (const [at, { code }] of programs.entries()) await writeFile(join(folder, `p${at}.py`), code);
    const accused = new Set<LabelledProgram>();
    for (const file of await ask(folder)) accused.add(programs[Number(basename(file).slice(1, -3))]!);
    return accused;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const maxBuffer = 64 * 1024 * 1024;

async function banditFiles(folder: string): Promise<Iterable<string>> {
  const { findings } = await askBandit(folder);
  return findings.filter(({ rule }) => !/^B(?:10[1567]|4)/.test(rule)).map(({ file }) => file);
}

type BanditFinding = Readonly<{ file: string; rule: string; cwe: number }>;
type BanditReport = Readonly<{
  results: readonly { filename: string; test_id: string; issue_cwe: { id?: number } }[];
  errors: readonly unknown[];
}>;

/** Everything bandit says of the programs in a folder, and how many it cannot read with the Python it runs on. */
export async function askBandit(
  folder: string,
): Promise<Readonly<{ findings: readonly BanditFinding[]; unread: number }>> {
  // It answers with 1 when it has found anything.
  const { stdout } = await run(`${tools}bandit`, ["-q", "--exit-zero", "-f", "json", "-r", folder], {
    maxBuffer,
  });
  const { results, errors } = JSON.parse(stdout) as BanditReport;
  const findings = results.map(({ filename, test_id, issue_cwe }) => ({
    file: relative(folder, filename),
    rule: test_id,
    cwe: issue_cwe.id ?? 0,
  }));
  return { findings, unread: errors.length };
}

async function secretFiles(folder: string): Promise<Iterable<string>> {
  const { stdout } = await run(`${tools}detect-secrets`, ["scan", "--no-verify", "--all-files", "."], {
    cwd: folder,
    maxBuffer,
  });
  return Object.keys((JSON.parse(stdout) as { results: Record<string, unknown> }).results);
}
