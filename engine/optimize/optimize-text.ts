import type { Rewrite } from "../text/rewrite.ts";
import { readTree } from "../tree/tree.ts";
import { optimize } from "./optimize.ts";

/** The passes that make a text shorter and keep all it does; none where that cannot be proven. */
export function optimizeText(text: string): readonly Rewrite[][] {
  const tree = readTree(text);
  try {
    return (tree && optimize(tree)?.passes) ?? [];
  } catch (error) {
    // Nested deeper than a thread's stack can follow.
    if (error instanceof RangeError) return [];
    throw error;
  }
}
