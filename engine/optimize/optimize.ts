import type { Rewrite } from "../text/rewrite.ts";
import { readTree, type Tree } from "../tree/tree.ts";
import { analyse, type Analysis } from "./analysis.ts";
import { dropDeadCode } from "./dead-code.ts";
import type { OptimizeStep } from "./edit.ts";
import { foldConstants } from "./fold.ts";
import { keepsMeaning } from "./proof.ts";
import { together } from "./together.ts";

/** Each pass is edits of the text that the one before it made. */
type Optimized = Readonly<{ passes: readonly Rewrite[][]; text: string }>;

const kinds = [dropDeadCode, foldConstants];
/** One nearly always does; the rest is for what only shows once something else is gone. */
const maxRounds = 8;

/** A program without what never runs, its constant expressions worked out. Undefined when nothing changes, or when it is not proven to do the same. */
export function optimize(tree: Tree): Optimized | undefined {
  const before = analyse(tree);
  const passes: Rewrite[][] = [];
  let now = before;
  for (let round = 0; round < maxRounds; round += 1) {
    const known = passes.length;
    for (const kind of kinds) {
      const next = take(now, kind(now), passes);
      if (next === undefined) return undefined;
      now = next;
    }
    if (passes.length === known) break;
  }
  return passes.length > 0 && keepsMeaning(before, now) ? { passes, text: now.tree.text } : undefined;
}

/** The program after some edits, read again. Undefined when it is none any more. */
function take(analysis: Analysis, edits: readonly OptimizeStep[], passes: Rewrite[][]): Analysis | undefined {
  if (edits.length === 0) return analysis;
  const pass = together(analysis.tree.text, edits);
  if (pass === undefined) return undefined;
  passes.push(pass.edits);
  const tree = readTree(pass.text);
  return tree && analyse(tree);
}
