import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, type Planned } from "./find-mutants.ts";
import { applyMutant, describeMutant } from "./mutant.ts";

export type Outcome = Readonly<{ planned: Planned; isNoticed: boolean; by: string }>;

/** A mutant that makes the tests run this long has changed something that they notice. */
const maxSeconds = 600;
/** Installed or built: the same for every copy. */
const shared = ["node_modules", ".tools", "artifacts", "cache"];

/** Runs each mutant in a copy of the checkout, so that the checkout itself is never changed. */
export async function runMutants(planned: readonly Planned[], workers: number): Promise<Outcome[]> {
  const waiting = [...planned.entries()];
  const outcomes: Outcome[] = [];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const copy = copyCheckout();
      const passing = new Set<string>();
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          await requirePassing(copy, next[1], passing);
          const outcome = await runOne(copy, next[1]);
          outcomes.push(outcome);
          const word = outcome.isNoticed ? "noticed " : "SURVIVED";
          const by = outcome.isNoticed ? `  (${outcome.by})` : "";
          console.log(
            `${outcomes.length}/${planned.length} ${word} ${describeMutant(outcome.planned.mutant)}${by}`,
          );
        }
      } finally {
        rmSync(copy, { recursive: true, force: true });
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

/** Tests that fail without a mutant would notice every one. */
async function requirePassing(copy: string, { tests }: Planned, passing: Set<string>): Promise<void> {
  for (const stage of tests) {
    const name = stage.join(" ");
    if (passing.has(name)) continue;
    const failure = await firstFailure(copy, stage);
    if (failure !== undefined) throw new Error(`Without any mutant, ${name} fails: ${failure}`);
    passing.add(name);
  }
}

async function runOne(copy: string, planned: Planned): Promise<Outcome> {
  const { mutant, tests } = planned;
  const file = join(copy, mutant.file);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, applyMutant(text, mutant));
  try {
    for (const stage of tests) {
      const by = await firstFailure(copy, stage);
      if (by !== undefined) return { planned, isNoticed: true, by };
    }
    return { planned, isNoticed: false, by: "" };
  } finally {
    writeFileSync(file, text);
  }
}

/** The name of the first test that fails; undefined when all pass. */
async function firstFailure(copy: string, tests: readonly string[]): Promise<string | undefined> {
  const vitest = join(copy, "node_modules", ".bin", "vitest");
  const child = spawn(vitest, ["run", "--bail=1", "--reporter=tap-flat", ...tests], {
    cwd: copy,
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  let output = "";
  child.stdout.on("data", (part: Buffer) => (output += part.toString()));
  const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), maxSeconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  if (code === 0) return undefined;
  if (code === null) return `the tests did not end in ${maxSeconds} s`;
  // A file that was not run any more is "not ok" too, under its own name alone.
  return /^not ok \d+ - (.* > .*?)(?: # .*)?$/m.exec(output)?.[1] ?? "the tests could not be loaded";
}
