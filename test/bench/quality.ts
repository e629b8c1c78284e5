import { inspect } from "../../engine/tasks/inspect.ts";
import { createLinter } from "../../engine/lint/lint.ts";
import { credentialSet } from "../quality/credential-set.ts";
import type { LabelledProgram, QualitySet } from "../quality/labelled.ts";
import { securitySets } from "../quality/security-sets.ts";
import { accusedByBandit } from "./bandit.ts";
import { measureBrokenPrograms } from "./broken-programs.ts";
import { measureLibraryRepairs } from "./library-repairs.ts";
import { measureLibrary } from "./standard-library.ts";

const sets: readonly QualitySet[] = [...securitySets, credentialSet];

type Linter = ReturnType<typeof createLinter>;
type Score = Readonly<{ found: number; accused: number }>;

function scoreOf({ bad, good }: QualitySet, accuses: (program: LabelledProgram) => boolean): Score {
  return { found: bad.filter(accuses).length, accused: good.filter(accuses).length };
}

function ruffAccuses(linter: Linter, { code }: LabelledProgram): boolean {
  return linter.check(code).some((finding) => /^S(?!10[1567]|4)\d/.test(finding.code));
}

function rowOf(name: string, set: QualitySet, { found, accused }: Score): string {
  const percent = (part: number, of: number): string =>
    `${((100 * part) / Math.max(1, of)).toFixed(1)} %`.padStart(8);
  return [
    name.padEnd(36),
    String(set.bad.length).padStart(5),
    String(set.good.length).padStart(6),
    percent(found, set.bad.length).padStart(9),
    percent(found, found + accused).padStart(10),
  ].join(" ");
}

/** How much of each labelled set is found, and how much of what is said is right. */
export async function measureQuality(library: string | undefined): Promise<void> {
  const linter = createLinter();
  console.log("set                                    bad   good    recall  precision");
  for (const set of sets) {
    const ours = scoreOf(set, ({ code }) => set.isAccused(inspect(linter, code)));
    console.log(rowOf(set.name, set, ours));
    if (!set.peer) continue;
    const byBandit = set.peer === "bandit" ? await accusedByBandit([...set.bad, ...set.good]) : undefined;
    const theirs = scoreOf(set, (program) => byBandit?.has(program) ?? ruffAccuses(linter, program));
    console.log(rowOf(`  ${set.peer} alone`, set, theirs));
  }
  await measureBrokenPrograms();
  if (library === undefined) return;
  await measureLibrary(library);
  await measureLibraryRepairs(library);
}
