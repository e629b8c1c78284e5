import type { Tree } from "../tree/tree.ts";
import { bundle } from "./bundle.ts";
import { writeProgram, type TranslationRefusal } from "./program.ts";

/** Writes a program again in JavaScript or TypeScript; what would not mean the same there is refused. */
export function transpile(
  tree: Tree,
  target: "javascript" | "typescript",
): { code: string } | { refused: readonly TranslationRefusal[] } {
  const typed = target === "typescript";
  const program = writeProgram(tree, typed);
  if (program.refused.length > 0) return { refused: program.refused };
  return { code: [program.text, divider, bundle(program.used, typed), program.start].join("\n\n") + "\n" };
}

/** Between the program and the parts of Python that it needs. */
const divider = "// What Python does and JavaScript does not:";
