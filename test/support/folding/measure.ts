import { createDice } from "../dice.ts";
import { allows, foldProgram, isClaimed } from "./compare.ts";
import { askCPython } from "./cpython.ts";
import { operations, writeProgram, type Program } from "./expressions.ts";

/** How many programs of one seed were computed, left open, or computed wrongly. */
export type Folding = Readonly<{
  programs: number;
  folded: number;
  unknown: number;
  wrong: readonly string[];
  /** Programs that were computed although they raise: they have no value to compare. */
  raising: number;
  /** The operations of which at least one program was computed. */
  seen: ReadonlySet<string>;
}>;

/** Follows random programs over every operation, and compares their values with CPython. */
export async function compareWithCPython(seed: number, programsEach: number): Promise<Folding> {
  const dice = createDice(seed);
  const programs: Program[] = operations.flatMap((operation) =>
    Array.from({ length: programsEach }, () => writeProgram(dice, operation)),
  );
  const reals = await askCPython(programs);
  const wrong: string[] = [];
  const seen = new Set<string>();
  let folded = 0;
  let raising = 0;
  for (const [at, { operation, before, expression }] of programs.entries()) {
    const real = reals[at]!;
    const value = foldProgram(before, expression);
    const isRefused = real[0] === "raised";
    // Code that neither reaches makes no claim; a syntax error is reported before anything is followed.
    if (value === undefined) continue;
    const isFolded = isClaimed(value);
    if (isFolded) folded += 1;
    if (isFolded && !isRefused) seen.add(operation);
    if (isFolded && isRefused) raising += 1;
    if (!isRefused && !allows(value, real))
      wrong.push(`${operation}: ${before}${expression} is ${JSON.stringify(real)}, not ${describe(value)}`);
  }
  return { programs: programs.length, folded, unknown: programs.length - folded, wrong, raising, seen };
}

function describe(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : part instanceof Map ? [...part] : part,
  );
}
