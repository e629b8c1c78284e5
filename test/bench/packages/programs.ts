import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PackageRefusal } from "../../../engine/package-refusal.ts";
import { packageOf } from "../../../engine/package-names/owner.ts";
import type { Verdict } from "../../../engine/verdict.ts";
import { printTable, share } from "../table.ts";
import { openPackageEngine, type PackageEngine } from "./engine.ts";

type Rejection = Readonly<{ rule: string; message: string; line: number | null }>;

type Outcome = Readonly<{
  program: string;
  packages: readonly string[];
  /** It ended by itself with status 0. */
  isRun: boolean;
  /** Why it is called invalid; none where it is valid. */
  rejections: readonly Rejection[];
  /** The end of what it wrote to standard error, or why it was refused. */
  said: string;
}>;

/** Every program of a folder in mode execute, once with the packages that it imports and once without. */
export async function measurePrograms(folder: string, isJson: boolean): Promise<number> {
  await using engine = await openPackageEngine();
  const programs = globSync("*.py", { cwd: folder }).toSorted();
  const [declared, without]: [Outcome[], Outcome[]] = [[], []];
  for (const program of programs) {
    const code = readFileSync(join(folder, program), "utf8");
    const packages = packagesOf(code);
    const outcome = await runOne(engine, program, code, packages);
    declared.push(outcome);
    without.push(await runOne(engine, program, code, []));
    const { isRun, rejections } = outcome;
    console.error(
      [`${program} ${packages.join(" ")}: ${isRun ? "run" : "not run"}`, ...rejections.map(toText)].join(
        "; ",
      ),
    );
  }
  const withoutCause = declared.filter(({ isRun, rejections }) => isRun && rejections.length > 0);
  if (isJson) {
    console.log(JSON.stringify({ declared, without }, null, 2));
    return withoutCause.length === 0 ? 0 : 1;
  }
  console.log(`\n${programs.length} programs in mode execute`);
  printTable({
    head: ["", "run to their end", "rejected", "rejected though they run"],
    rows: [row("with packages", declared), row("without", without)],
  });
  const rules = Map.groupBy(
    withoutCause.flatMap(({ program, rejections }) => rejections.map((each) => ({ program, ...each }))),
    ({ rule }) => rule,
  );
  for (const [rule, found] of rules) {
    console.log(`\n${rule}: rejects programs that run`);
    for (const { program, line, message } of found) console.log(`  ${program}:${line ?? ""} ${message}`);
  }
  console.log("\nNot run to their end with packages");
  for (const { program, said, rejections } of declared.filter(({ isRun }) => !isRun))
    console.log(`  ${program} ${[...rejections.map(toText), said].join("; ")}`);
  return withoutCause.length === 0 ? 0 : 1;
}

/** The popular packages that have the modules which a program imports. */
function packagesOf(code: string): string[] {
  const modules = [...code.matchAll(/^[ \t]*(?:import|from)[ \t]+(\w+)/gm)].map(([, module]) => module!);
  const packages = modules.map(packageOf).filter((each) => each !== undefined);
  return [...new Set(packages)].toSorted();
}

async function runOne(
  engine: PackageEngine,
  program: string,
  code: string,
  packages: readonly string[],
): Promise<Outcome> {
  const file = basename(program);
  try {
    const verdict = await engine.judge({ mode: "execute", code, options: { packages, timeout_s: 60 } });
    const { ran, returncode, timed_out, stderr } = verdict.runtime;
    const isRun = ran && returncode === 0 && !timed_out;
    return { program: file, packages, isRun, rejections: rejectionsOf(verdict), said: stderr.slice(-300) };
  } catch (error) {
    if (!(error instanceof PackageRefusal)) throw error;
    const rejection = { rule: "refused", message: error.message, line: null };
    return { program: file, packages, isRun: false, rejections: [rejection], said: "" };
  }
}

function rejectionsOf({ valid, diagnostics, security }: Verdict): Rejection[] {
  if (valid) return [];
  const found = [
    ...diagnostics,
    ...security.map(({ tool, id, ...rest }) => ({ ...rest, rule: `${tool}:${id}` })),
  ];
  return found
    .filter(({ severity }) => severity === "error")
    .map(({ rule, message, line }) => ({ rule, message, line }));
}

function row(what: string, outcomes: readonly Outcome[]): string[] {
  const counted = [
    outcomes.filter(({ isRun }) => isRun),
    outcomes.filter(({ rejections }) => rejections.length > 0),
    outcomes.filter(({ isRun, rejections }) => isRun && rejections.length > 0),
  ];
  return [what, ...counted.map(({ length }) => `${length} (${share(length, outcomes.length)})`)];
}

function toText({ rule, message }: Rejection): string {
  return `${rule} ${message}`;
}
