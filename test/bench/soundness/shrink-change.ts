import { compareRewritten, type VerdictChange } from "./compare-rewritten.ts";
import type { PythonProcess } from "./python-process.ts";

const maxSteps = 100;
/** A smaller program draws other dice: a few seeds are tried on each. */
const seedsTried = 3;

/** The smallest program found whose errors still change in the same way. */
export async function shrinkChange(python: PythonProcess, change: VerdictChange): Promise<VerdictChange> {
  let best = change;
  for (let step = 0; step < maxSteps; step += 1) {
    const smaller = await firstAlike(python, best);
    if (!smaller) return best;
    best = smaller;
  }
  return best;
}

async function firstAlike(python: PythonProcess, change: VerdictChange): Promise<VerdictChange | undefined> {
  const variants = await python.ask<{ texts: readonly string[] }>({ kind: "variants", text: change.text });
  for (const text of variants?.texts ?? []) {
    if (text.length >= change.text.length) continue;
    for (let tried = 0; tried < seedsTried; tried += 1) {
      const compared = await compareRewritten(python, text, change.way, change.seed + tried);
      if (compared?.change && isAlike(compared.change, change)) return compared.change;
    }
  }
  return undefined;
}

function isAlike(one: VerdictChange, other: VerdictChange): boolean {
  return (
    one.kind === other.kind &&
    one.ended === other.ended &&
    one.before.join() === other.before.join() &&
    one.after.join() === other.after.join()
  );
}
