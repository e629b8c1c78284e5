import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createDice } from "../support/dice.ts";
import { buildCommand } from "../../scripts/pack/build-command.ts";

const root = join(import.meta.dirname, "..", "..");
const tools = join(root, ".tools", "bench-python", "bin");
const run = promisify(execFile);

/** What one project of its owner's costs and shows. Times are of the processor, of all processes together. */
export type MeasuredProject = Readonly<{
  name: string;
  files: number;
  lines: number;
  /** Findings a thousand lines, and files that are rejected. */
  findings: number;
  rejected: number;
  coldS: number;
  /** The same where the projects before it have been checked by the same user: nothing is known of this one. */
  laterS: number;
  unchangedS: number;
  /** Ruff, mypy and bandit, each with its cache where it has one. */
  othersColdS: number;
  othersUnchangedS: number;
  peakMb: number;
  /** Errors of types that the project's own run of mypy does not have; null where that run cannot be had. */
  falseTypes: number | null;
}>;

/** Each folder in the given one is a project; it is copied, and nothing of it is run. */
export async function* measureProjects(folder: string): AsyncGenerator<MeasuredProject> {
  await buildCommand();
  const used = mkdtempSync(join(tmpdir(), "assay-home-"));
  for (const name of readdirSync(folder).toSorted()) {
    const source = join(folder, name);
    if (globSync("**/*.py", { cwd: source }).length === 0) continue;
    const place = mkdtempSync(join(tmpdir(), "assay-project-"));
    cpSync(source, join(place, name), { recursive: true });
    yield await measureProject(name, join(place, name), { fresh: join(place, "home"), used });
    rmSync(place, { recursive: true, force: true });
  }
  rmSync(used, { recursive: true, force: true });
}

export type SampledFinding = Readonly<{ project: string; finding: Finding; lines: readonly string[] }>;

/** Findings to be read by somebody who says which of them are useful: as many as are asked for, drawn from all projects alike. */
export async function sampleFindings(
  folder: string,
  { count, seed }: Readonly<{ count: number; seed: number }>,
): Promise<readonly SampledFinding[]> {
  await buildCommand();
  const home = mkdtempSync(join(tmpdir(), "assay-home-"));
  const all: SampledFinding[] = [];
  for (const project of readdirSync(folder).toSorted()) {
    const cwd = join(folder, project);
    const { all: found } = await readFindings(checking, { cwd, env: environmentOf(home) });
    for (const finding of found) {
      const lines = readIfThere(join(cwd, finding.file)).split("\n");
      const line = finding.line ?? 1;
      all.push({ project, finding, lines: lines.slice(Math.max(0, line - 3), line + 2) });
    }
  }
  rmSync(home, { recursive: true, force: true });
  const dice = createDice(seed);
  return Array.from({ length: Math.min(count, all.length) }, () => all.splice(dice.below(all.length), 1)[0]!);
}

const checking = [join(root, "dist", "main.js"), "check", "--format=json"];

function environmentOf(home: string): Readonly<Record<string, string>> {
  return {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    ASSAY_PYTHON: join(root, ".tools/python/bin/python"),
  };
}

/** Where a user's caches are: of one who has checked nothing yet, and of one who has checked other projects. */
type Homes = Readonly<{ fresh: string; used: string }>;

async function measureProject(name: string, cwd: string, homes: Homes): Promise<MeasuredProject> {
  const home = homes.fresh;
  const env = environmentOf(home);
  const files = globSync("**/*.py", { cwd });
  const lines = files.map((file) => readFileSync(join(cwd, file), "utf8").split("\n").length);
  const mypy = [join(tools, "mypy"), "--output=json", `--cache-dir=${join(home, "mypy")}`];
  const isConfigured = /^\[tool\.mypy\]/m.test(readIfThere(join(cwd, "pyproject.toml")));
  const others = [
    [join(tools, "ruff"), "check", "--no-fix", "--quiet", `--cache-dir=${join(home, "ruff")}`],
    [
      ...mypy,
      ...(isConfigured ? configuredTargets(cwd) : ["--namespace-packages", "--explicit-package-bases", "."]),
    ],
    [join(tools, "bandit"), "--quiet", "--recursive", "."],
  ];
  const cost = async (command: readonly string[]): Promise<Used> => measureUse(command, { cwd, env });
  const costOfAll = async (): Promise<number> => {
    let seconds = 0;
    for (const each of others) seconds += (await cost(each)).cpuS;
    return seconds;
  };
  const [cold, othersColdS] = [await cost(checking), await costOfAll()];
  const later = await measureUse(checking, { cwd, env: environmentOf(homes.used) });
  const [unchanged, othersUnchangedS] = [await cost(checking), await costOfAll()];
  const found = await readFindings(checking, { cwd, env });
  return {
    name,
    files: files.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    findings: (found.all.length / lines.reduce((sum, each) => sum + each, 0)) * 1000,
    rejected: found.rejected,
    coldS: cold.cpuS,
    laterS: later.cpuS,
    unchangedS: unchanged.cpuS,
    othersColdS,
    othersUnchangedS,
    peakMb: cold.peakMb,
    falseTypes: await countFalseTypes(found.all, others[1]!, { cwd, env }),
  };
}

type How = Readonly<{ cwd: string; env: Readonly<Record<string, string>> }>;
type Used = Readonly<{ cpuS: number; peakMb: number }>;
type Finding = Readonly<{
  file: string;
  rule: string;
  severity: string;
  line: number | null;
  message: string;
}>;

/** Where mypy's settings name no files, it is given the sources. */
function configuredTargets(cwd: string): readonly string[] {
  const isNamed = /^(?:files|packages|modules)\s*=/m.test(readIfThere(join(cwd, "pyproject.toml")));
  return isNamed ? [] : globSync(["src", "[a-z]*/__init__.py"], { cwd }).map((each) => each.split("/")[0]!);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The processor time of a command and of all that it starts, and the most memory that they had at once. */
async function measureUse(command: readonly string[], { cwd, env }: How): Promise<Used> {
  const timing = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null; true';
  const child = spawn("bash", ["-c", timing, "bash", ...command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "close");
  let isOver = false;
  void ended.then(() => (isOver = true));
  let peak = 0;
  const said = text(child.stderr!);
  while (!isOver) {
    peak = Math.max(peak, memoryOfGroup(child.pid!));
    await Promise.race([ended, sleep(50)]);
  }
  const [user = 0, system = 0] = (await said).trim().split("\n").at(-1)!.split(" ").map(Number);
  return { cpuS: user + system, peakMb: peak / 2 ** 20 };
}

const pageBytes = 4096;

function memoryOfGroup(group: number): number {
  let bytes = 0;
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    // The name of a program may hold blanks; behind it stand the numbers.
    const [, , parent, ...rest] = readIfThere(`/proc/${entry}/stat`).split(") ").at(-1)!.split(" ");
    if (Number(parent) === group) bytes += Number(rest[18]) * pageBytes;
  }
  return bytes;
}

async function readFindings(
  command: readonly string[],
  how: How,
): Promise<Readonly<{ all: readonly Finding[]; rejected: number }>> {
  const [file = "", ...args] = command;
  const { stdout } = await run(file, args, { ...how, maxBuffer: 1 << 28 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const report = JSON.parse(stdout) as { files: { file: string; status: string; findings: Finding[] }[] };
  return {
    all: report.files.flatMap(({ file: of, findings }) => findings.map((each) => ({ ...each, file: of }))),
    rejected: report.files.filter(({ status }) => status === "rejected").length,
  };
}

async function countFalseTypes(
  findings: readonly Finding[],
  mypy: readonly string[],
  how: How,
): Promise<number | null> {
  const [file = "", ...args] = mypy;
  const { stdout } = await run(file, args, { ...how, maxBuffer: 1 << 28 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const said = stdout
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as { file: string; line: number }] : []));
  const stopped = stdout.includes("Duplicate module") || (said.length === 0 && !stdout.includes("Success"));
  if (stopped) return null;
  const places = new Set(said.map(({ file: of, line }) => `${of.replace(/^\.\//, "")}:${line}`));
  return findings.filter(
    ({ rule, severity, file: of, line }) =>
      rule.startsWith("mypy:") && severity === "error" && !places.has(`${of}:${line}`),
  ).length;
}
