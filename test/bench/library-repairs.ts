import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isIncomplete } from "../../engine/repair/compare.ts";
import type { Choice } from "../../engine/repair/propose.ts";
import { repairs } from "../../engine/repair/repairs.ts";
import { syntaxRepairs } from "../../engine/repair/syntax/repairs.ts";
import type { AppliedFix } from "../../engine/verdict.ts";
import { openRepairer, remembering } from "../support/repairer.ts";
import { modulesIn } from "./standard-library.ts";

/** Everything but ruff's fixes. */
const own: Choice = { syntax: syntaxRepairs, own: repairs, lint: () => [] };
/** What the service takes at most, unless it is told otherwise. */
const maxCharacters = 200_000;

type Tally = Readonly<{ files: string[]; fixes: Map<string, number> }>;

/** What the repair changes in modules that are known to be right: nothing, but for ruff's safe fixes. */
export async function measureLibraryRepairs(folder: string): Promise<void> {
  await using repairer = await openRepairer();
  const [ours, all] = [newTally(), newTally()];
  let judged = 0;
  for (const name of await modulesIn(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    if (text.length > maxCharacters) continue;
    const { check, repair } = remembering(repairer);
    const findings = await check(text);
    if (findings.isBroken || isIncomplete(findings)) continue;
    judged += 1;
    count(ours, name, (await repair(text, own)).fixes);
    count(all, name, (await repair(text)).fixes);
  }
  console.log(`\nrepair of ${judged} modules in ${folder}`);
  print("our own repairs", ours);
  for (const file of ours.files) console.log(`    ${file}`);
  print("with ruff's safe fixes", all);
}

function newTally(): Tally {
  return { files: [], fixes: new Map() };
}

function count({ files, fixes }: Tally, name: string, done: readonly AppliedFix[]): void {
  if (done.length > 0) files.push(`${name}: ${done.map(({ text }) => text).join("; ")}`);
  for (const { text: words } of done) {
    const kind = words.replace(/^line \d+: /, "").replaceAll(/`[^`]*`(?:(?:, | and )`[^`]*`)*/g, "`…`");
    fixes.set(kind, (fixes.get(kind) ?? 0) + 1);
  }
}

function print(name: string, { files, fixes }: Tally): void {
  console.log(`  ${name}: ${files.length} changed`);
  for (const [words, times] of [...fixes].toSorted((a, b) => b[1] - a[1]))
    console.log(`  ${String(times).padStart(6)}  ${words}`);
}
