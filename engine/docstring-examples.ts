import { isDocstring } from "./tree/docstring.ts";
import { readTree } from "./tree/tree.ts";

/** A docstring that shows examples. Lines count from 1. */
export type DocstringExamples = Readonly<{
  /** Where the definition begins that the docstring belongs to. */
  line: number;
  firstLine: number;
  lastLine: number;
  count: number;
}>;

/** Every docstring with doctest examples; none where the text cannot be read as Python. */
export function docstringExamples(text: string): DocstringExamples[] {
  const tree = text.includes(">>> ") ? readTree(text) : undefined;
  if (!tree) return [];
  const { lineOf } = tree.positions;
  return tree.nodes.filter(isDocstring).flatMap((node) => {
    const count = text.slice(node.start, node.end).match(/^[ \t]*(?:[a-z]*["']{1,3})?>>> /gim)?.length ?? 0;
    if (count === 0) return [];
    const owner = node.parent?.kind === "Module" ? node : node.parent!;
    return [{ line: lineOf(owner.start), firstLine: lineOf(node.start), lastLine: lineOf(node.end), count }];
  });
}
