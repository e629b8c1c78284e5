import { describeMutant } from "./mutant.ts";
import type { MutantOutcome } from "./run-mutants.ts";

const minShare = 0.85;

/** Prints a row for each area and every survivor. Returns the exit status. */
export function reportOutcomes(outcomes: readonly MutantOutcome[]): number {
  console.log("");
  for (const [area, inArea] of Map.groupBy(outcomes, ({ planned }) => planned.area)) {
    const noticed = inArea.filter(({ isNoticed }) => isNoticed).length;
    console.log(`${area.padEnd(9)} ${noticed} of ${inArea.length} noticed`);
  }
  const survivors = outcomes.filter(({ isNoticed }) => !isNoticed);
  if (survivors.length > 0) console.log("\nNo test noticed:");
  for (const { planned } of survivors) console.log(`  ${describeMutant(planned.mutant)}`);
  const share = 1 - survivors.length / Math.max(1, outcomes.length);
  console.log(
    `\n${(share * 100).toFixed(1)} % of ${outcomes.length} noticed (at least ${minShare * 100} % wanted)`,
  );
  return share >= minShare ? 0 : 1;
}
