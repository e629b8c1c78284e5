import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, type Planned } from "./find-mutants.ts";
import { applyMutant, describeMutant } from "./mutant.ts";
import { firstFailure, type TestFailure } from "./run-tests.ts";

export type MutantOutcome = Readonly<{ planned: Planned; isNoticed: boolean; by: string }>;

/** Installed or built: the same for every copy. */
const shared = ["node_modules", ".tools", "artifacts", "cache"];

/** A copy of the checkout, and the tests that passed in it without any mutant. */
type Bench = Readonly<{ copy: string; passing: Set<string> }>;

/** Runs each mutant in a copy of the checkout, so that the checkout itself is never changed. */
export async function runMutants(planned: readonly Planned[], workers: number): Promise<MutantOutcome[]> {
  const waiting = [...planned.entries()];
  const outcomes: MutantOutcome[] = [];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const bench = { copy: copyCheckout(), passing: new Set<string>() };
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const outcome = await runOne(bench, next[1]);
          outcomes.push(outcome);
          const word = outcome.isNoticed ? "noticed " : "SURVIVED";
          const by = outcome.isNoticed ? `  (${outcome.by})` : "";
          console.log(
            `${outcomes.length}/${planned.length} ${word} ${describeMutant(outcome.planned.mutant)}${by}`,
          );
        }
      } finally {
        rmSync(bench.copy, { recursive: true, force: true });
      }
    }),
  );
  return outcomes;
}

function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "assay-mutants-"));
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], { cwd: root });
  for (const file of listed.toString().split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  }
  for (const folder of shared) {
    if (existsSync(join(root, folder))) symlinkSync(join(root, folder), join(copy, folder));
  }
  return copy;
}

async function runOne(bench: Bench, planned: Planned): Promise<MutantOutcome> {
  const file = join(bench.copy, planned.mutant.file);
  const text = readFileSync(file, "utf8");
  const withMutant = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    writeFileSync(file, applyMutant(text, planned.mutant));
    try {
      return await run();
    } finally {
      writeFileSync(file, text);
    }
  };
  for (const stage of planned.tests) {
    const failure = await failureByMutant(bench, stage, withMutant);
    if (failure) return { planned, isNoticed: true, by: failure.name };
  }
  return { planned, isNoticed: false, by: "" };
}

/**
 * What fails with the mutant, fails with it again, and passes without it. The rest fails for other reasons, for
 * instance because the machine was busy; then the stage is run once more, for its other tests did not run.
 */
async function failureByMutant(
  { copy, passing }: Bench,
  stage: readonly string[],
  withMutant: <Result>(run: () => Promise<Result>) => Promise<Result>,
): Promise<TestFailure | undefined> {
  for (const _ of ["once", "once more"]) {
    const failure = await withMutant(() => firstFailure(copy, stage));
    if (!failure) return undefined;
    const alone = failure.alone ?? stage;
    if (!(await withMutant(() => firstFailure(copy, alone)))) continue;
    await requirePassing(copy, alone, passing);
    return failure;
  }
  return undefined;
}

/** Tests that fail without a mutant would notice every one. */
async function requirePassing(copy: string, tests: readonly string[], passing: Set<string>): Promise<void> {
  const name = tests.join(" ");
  if (passing.has(name)) return;
  const failure = (await firstFailure(copy, tests)) && (await firstFailure(copy, tests));
  if (failure) throw new Error(`Without any mutant, ${name} fails: ${failure.name}`);
  passing.add(name);
}
