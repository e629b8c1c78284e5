import type { Facts } from "../program/facts.ts";
import { blocksOf, type Node, type Statement } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const unreachableCode: Check = {
  id: "unreachable-code",
  severity: "warning",
  *find(facts) {
    for (const node of facts.tree.nodes) {
      for (const block of blocksOf(node)) {
        const end = block.findIndex((statement) => ends(facts, statement));
        const next = end < 0 ? undefined : block[end + 1];
        if (!next || isMark(facts, block.slice(end + 1))) continue;
        const message = `This is never reached: the ${words[block[end]!.kind] ?? "statement"} above always leaves first. Remove it, or move it up.`;
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

function ends(facts: Facts, statement: Statement): boolean {
  if (
    statement.kind === "Return" ||
    statement.kind === "Raise" ||
    statement.kind === "Break" ||
    statement.kind === "Continue"
  )
    return true;
  if (statement.kind === "If")
    return (
      statement.orelse.length > 0 &&
      statement.body.some((part) => ends(facts, part)) &&
      statement.orelse.some((part) => ends(facts, part))
    );
  if (statement.kind !== "While" || statement.test.kind !== "Constant") return false;
  const { value } = statement.test;
  const isTrue = (value.type === "bool" || value.type === "int") && Boolean(value.value);
  return (
    isTrue && !facts.parts(statement).some((part) => part.kind === "Break" && loopOf(part) === statement)
  );
}

function loopOf(node: Node): Node | undefined {
  let at = node.parent;
  while (at && at.kind !== "For" && at.kind !== "While" && at.kind !== "AsyncFor") at = at.parent;
  return at;
}

/** A `yield` that is never reached makes a function a generator; nothing else is meant by it. */
function isMark(facts: Facts, rest: readonly Statement[]): boolean {
  return rest.some((statement) =>
    facts.parts(statement).some(({ kind }) => kind === "Yield" || kind === "YieldFrom"),
  );
}
