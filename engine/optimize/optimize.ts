import { readTree, type Tree } from "../tree/tree.ts";
import { analyse, type Analysis } from "./analysis.ts";
import { dropDeadCode } from "./dead-code.ts";
import type { OptimizeStep } from "./edit.ts";
import { foldConstants } from "./fold.ts";
import { keepsMeaning } from "./proof.ts";
import { inSequence } from "./sequence.ts";

type Optimized = Readonly<{ steps: readonly OptimizeStep[]; text: string }>;

const passes = [dropDeadCode, foldConstants];
/** One nearly always does; the rest is for what only shows once something else is gone. */
const maxRounds = 8;

/** A program without what never runs, its constant expressions worked out. Undefined when nothing changes, or when it is not proven to do the same. */
export function optimize(tree: Tree): Optimized | undefined {
  const before = analyse(tree);
  const steps: OptimizeStep[] = [];
  let now = before;
  for (let round = 0; round < maxRounds; round += 1) {
    const known = steps.length;
    for (const pass of passes) {
      const next = take(now, pass(now), steps);
      if (next === undefined) return undefined;
      now = next;
    }
    if (steps.length === known) break;
  }
  return steps.length > 0 && keepsMeaning(before, now) ? { steps, text: now.tree.text } : undefined;
}

/** The program after some edits, read again. Undefined when it is none any more. */
function take(
  analysis: Analysis,
  edits: readonly OptimizeStep[],
  steps: OptimizeStep[],
): Analysis | undefined {
  if (edits.length === 0) return analysis;
  const sequence = inSequence(analysis.tree.text, edits);
  if (sequence === undefined) return undefined;
  steps.push(...sequence.steps);
  const tree = readTree(sequence.text);
  return tree && analyse(tree);
}
