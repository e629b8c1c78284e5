import type { Expression, Node } from "../tree/nodes.ts";
import { namesBuiltin } from "./builtin-names.ts";
import { definitionOf } from "./classes.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";

/** What a parameter is annotated as, where a name can mean nothing else. */
export function annotationOf(facts: ProgramFacts, node: Expression): Expression | undefined {
  const binding = definitionOf(facts, node);
  return binding?.kind === "Arg" ? binding.annotation : undefined;
}

/** What a name is opened as: `open(p)` in `with open(p) as name`, where it can mean nothing else. */
export function openedAs(facts: ProgramFacts, node: Expression): Expression | undefined {
  const item = definitionOf(facts, node)?.parent;
  return item?.kind === "WithItem" ? item.context_expr : undefined;
}

/** Whether an expression is surely a dict or a set. */
export function isHashed(facts: ProgramFacts, node: Expression): boolean {
  const value = node.kind === "Name" ? onlyValue(facts, node) : node;
  if (value?.kind === "Call") return namesBuiltin(facts, value.func, "dict", "set");
  return value !== undefined && hashed.has(value.kind);
}

const hashed: ReadonlySet<Node["kind"]> = new Set(["Dict", "DictComp", "Set", "SetComp"]);

/** Whether it is surely a dict that is written out or made by `dict`. */
export function isDict(facts: ProgramFacts, node: Expression): boolean {
  const value = node.kind === "Name" ? onlyValue(facts, node) : node;
  return value?.kind === "Dict" || (value?.kind === "Call" && namesBuiltin(facts, value.func, "dict"));
}
