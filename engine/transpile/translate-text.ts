import { readTree } from "../tree/tree.ts";
import type { Target } from "./targets.ts";
import { transpile } from "./transpile.ts";

/** A copy of a program in another language, or what in it stands against one. */
export type Translation =
  | Readonly<{ code: string }>
  | Readonly<{ refused: readonly Readonly<{ construct: string; line: number; column: number }>[] }>;

/** Translates a text that Python accepts. */
export function translateText(text: string, target: Target): Translation {
  const tree = readTree(text);
  if (!tree) return { refused: [{ construct: "this way of writing it", line: 1, column: 1 }] };
  try {
    return transpile(tree, target);
  } catch (error) {
    // Nested deeper than a thread's stack can follow.
    if (error instanceof RangeError)
      return { refused: [{ construct: "an expression this deep", line: 1, column: 1 }] };
    throw error;
  }
}
