import { inspect } from "../../engine/tasks/inspect.ts";
import { createLinter } from "../../engine/lint/lint.ts";
import { credentialSet, laterCredentialSets } from "../quality/credential-set.ts";
import type { LabelledProgram, QualitySet } from "../quality/labelled.ts";
import { laterSets, securitySets } from "../quality/security-sets.ts";
import { measureBrokenPrograms } from "./broken-programs.ts";
import { measureLibraryRepairs } from "./library-repairs.ts";
import { askPeers } from "./quality-peers.ts";
import { measureLibrary } from "./standard-library.ts";

const sets: readonly QualitySet[] = [...securitySets, ...laterSets, credentialSet, ...laterCredentialSets];

/** In percent; `rejected`: of the bad programs, those that get an error. */
type Score = Readonly<{ recall: number; precision: number; rejected?: number }>;

function scoreOf({ bad, good }: QualitySet, accuses: (program: LabelledProgram) => boolean): Score {
  const found = bad.filter(accuses).length;
  const accused = good.filter(accuses).length;
  return { recall: share(found, bad.length), precision: share(found, found + accused) };
}

function share(part: number, of: number): number {
  return (100 * part) / Math.max(1, of);
}

function rowOf(name: string, set: QualitySet, { recall, precision, rejected }: Score): string {
  const percent = (value: number | undefined, width: number): string =>
    (value === undefined ? "" : `${value.toFixed(1)} %`).padStart(width);
  return [
    name.padEnd(36),
    String(set.bad.length).padStart(5),
    String(set.good.length).padStart(6),
    percent(recall, 9),
    percent(precision, 10),
    percent(rejected, 9),
  ].join(" ");
}

/** How much of each labelled set is found, how much of what is said is right, and how many of the bad are rejected. */
export async function measureQuality(library: string | undefined): Promise<void> {
  const linter = createLinter();
  console.log("set                                    bad   good    recall  precision  rejected");
  for (const set of sets) {
    const ours = scoreOf(set, ({ code }) => set.isAccused(inspect(linter, code)));
    console.log(rowOf(set.name, set, { ...ours, rejected: rejectedOf(set, linter) }));
    if (set.firstRun) console.log(rowOf("  first run", set, set.firstRun));
    if (set.unseen) console.log(rowOf("  before anybody looked at it", set, set.unseen));
    for (const [peer, accuses] of await askPeers(set, linter))
      console.log(rowOf(`  ${peer} alone`, set, scoreOf(set, accuses)));
  }
  await measureBrokenPrograms();
  if (library === undefined) return;
  await measureLibrary(library);
  await measureLibraryRepairs(library);
}

function rejectedOf({ bad }: QualitySet, linter: ReturnType<typeof createLinter>): number {
  const isRejected = ({ code }: LabelledProgram): boolean =>
    inspect(linter, code).security.some(({ severity }) => severity === "error");
  return share(bad.filter(isRejected).length, bad.length);
}
