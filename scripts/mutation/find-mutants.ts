import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { areas, type Row } from "./areas.ts";
import type { Mutant } from "./mutant.ts";
import { pythonMutants } from "./python-mutants.ts";
import { typescriptMutants } from "./typescript-mutants.ts";

export const root = join(import.meta.dirname, "..", "..");

/** A mutant and the tests that should notice it. */
export type Planned = Readonly<{ area: string; mutant: Mutant; tests: Row["tests"] }>;

type Choice = Readonly<{
  /** Areas; none means all. */
  names: readonly string[];
  file: string | undefined;
  /** How many of each area; 0 means all. */
  sample: number;
  seed: number;
  /** How many of each sample are left out. */
  skip: number;
}>;

export function findMutants({ names, file, sample, seed, skip }: Choice): Planned[] {
  const chosen = Object.entries(areas).filter(([name]) => names.length === 0 || names.includes(name));
  return chosen.flatMap(([area, rows]) => {
    const every = rows.flatMap((row) => plannedOf(area, row, file));
    return sample === 0 ? every : shuffle(every, seed).slice(skip, sample);
  });
}

function plannedOf(area: string, { files, tests }: Row, only: string | undefined): Planned[] {
  return globSync(files as string[], { cwd: root })
    .toSorted()
    .filter((file) => only === undefined || file === only)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const mutants = file.endsWith(".py") ? pythonMutants(file, text) : typescriptMutants(file, text);
      return mutants.map((mutant) => ({ area, mutant, tests }));
    });
}

/** The same order for the same seed. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const shuffled = [...items];
  let state = seed;
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other]!, shuffled[at]!];
  }
  return shuffled;
}
