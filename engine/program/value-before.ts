import type { Expression, Name, Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";

/** The last value a name is given before a statement of its scope, alone or with others: `low, high = 0, len(x)`. */
export function valueBefore(facts: ProgramFacts, statement: Node, name: string): Expression | undefined {
  const before = (facts.names.scopeOf(statement).variables.get(name)?.bindings ?? [])
    .filter((binding) => binding.start < statement.start)
    .at(-1);
  const parent = before?.parent;
  if (parent?.kind === "Assign") return parent.value;
  if (parent?.kind !== "Tuple" || parent.parent?.kind !== "Assign" || parent.parent.value.kind !== "Tuple")
    return undefined;
  return parent.parent.value.elts[parent.elts.indexOf(before as Name)];
}
