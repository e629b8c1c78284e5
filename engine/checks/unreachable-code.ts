import type { ProgramFacts } from "../program/facts.ts";
import { blocksOf, type Statement } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const unreachableCode: Check = {
  id: "unreachable-code",
  severity: "warning",
  *find(facts) {
    for (const node of facts.tree.nodes) {
      for (const block of blocksOf(node)) {
        const end = facts.flow.endOf(block);
        const next = end < 0 ? undefined : block[end + 1];
        if (!next || isMark(facts, block.slice(end + 1))) continue;
        const message = `This code is never reached: the ${words[block[end]!.kind] ?? "statement"} above always exits first. Remove it, or move it up.`;
        yield { node: next, message };
      }
    }
  },
};

const words: Readonly<Record<string, string>> = {
  Return: "`return`",
  Raise: "`raise`",
  Break: "`break`",
  Continue: "`continue`",
  While: "endless loop",
};

/** A `yield` that is never reached makes a function a generator; nothing else is meant by it. */
function isMark(facts: ProgramFacts, rest: readonly Statement[]): boolean {
  return rest.some((statement) =>
    facts.parts(statement).some(({ kind }) => kind === "Yield" || kind === "YieldFrom"),
  );
}
