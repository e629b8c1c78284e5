import { compareWithCPython } from "../support/folding/measure.ts";
import { requireDocker } from "../support/sandbox.ts";
import { printRows } from "./row.ts";

const programsEach = 40;

/** Compares what is worked out of random expressions with CPython, and answers how many were wrong. */
export async function measureFolding(seeds: number): Promise<number> {
  await requireDocker();
  const sum = { programs: 0, folded: 0, unknown: 0, raising: 0, wrong: 0 };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { programs, folded, unknown, raising, wrong } = await compareWithCPython(seed, programsEach);
    sum.programs += programs;
    sum.folded += folded;
    sum.unknown += unknown;
    sum.raising += raising;
    sum.wrong += wrong.length;
    console.error(`seed ${seed} of ${seeds}: ${programs} expressions, ${wrong.length} wrong`);
    for (const words of wrong.slice(0, 5)) console.error(`  ${words}`);
  }
  printRows("Text worked out, against CPython", [
    { what: "expressions", value: sum.programs, unit: "" },
    { what: "worked out", value: sum.folded, unit: "" },
    { what: "of these, CPython raises", value: sum.raising, unit: "" },
    { what: "unknown", value: sum.unknown, unit: "" },
    { what: "wrong", value: sum.wrong, unit: "" },
  ]);
  return sum.wrong;
}
