import { readFacts } from "../facts/facts.ts";
import type { Tree } from "../tree.ts";
import type { Diagnostic } from "../verdict.ts";
import type { Check } from "./check.ts";
import { checks } from "./index.ts";

/** How often one check may speak of one text; what comes after repeats itself. */
const mostFindings = 100;

/** What our own checks say of a text, in the order of the text. */
export function runChecks(tree: Tree, chosen: readonly Check[] = checks): Diagnostic[] {
  const facts = readFacts(tree);
  return chosen.flatMap(({ id, severity, find }) => {
    const found = new Map<string, Diagnostic>();
    for (const { node, message } of find(facts)) {
      const place = placeOf(tree, node.start);
      const key = `${place.line} ${message}`;
      if (!found.has(key)) found.set(key, { severity, rule: `python:${id}`, message, ...place });
      if (found.size === mostFindings) break;
    }
    return [...found.values()];
  });
}

function placeOf({ text, positions }: Tree, offset: number): { line: number; column: number } {
  const line = positions.lineOf(offset);
  return { line, column: Array.from(text.slice(positions.startOf(line), offset)).length + 1 };
}
