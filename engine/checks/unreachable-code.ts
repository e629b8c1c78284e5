import type { ProgramFacts } from "../program/facts.ts";
import { blocksOf, type Statement } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const unreachableCode: Check = {
  id: "unreachable-code",
  severity: "warning",
  *find(facts) {
    for (const node of facts.tree.nodes) {
      for (const block of blocksOf(node)) {
        if (!mayEndEarly(block)) continue;
        const end = facts.flow.endOf(block);
        const next = end < 0 ? undefined : block[end + 1];
        if (!next || isMark(facts, block.slice(end + 1))) continue;
        const message = `This code is never reached: the ${words[block[end]!.kind] ?? "statement"} above always exits first. Remove it, or move it up.`;
        yield { node: next, message };
      }
    }
  },
};

/** Whether a statement before the last of a block may leave it: nothing else lets the flow be asked. */
function mayEndEarly(block: readonly Statement[]): boolean {
  for (let at = 0; at < block.length - 1; at += 1) if (leaving.has(block[at]!.kind)) return true;
  return false;
}

const leaving: ReadonlySet<string> = new Set(
  "Return Raise Break Continue If While For AsyncFor With AsyncWith Match Try TryStar".split(" "),
);

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
