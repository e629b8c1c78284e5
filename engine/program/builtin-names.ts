import type { Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";

/** Which of Python's own names a name stands for; undefined where the text binds the name, or changes what Python's stand for. */
export function builtinName(facts: ProgramFacts, node: Node | undefined): string | undefined {
  if (node?.kind !== "Name" || facts.names.lookUp(node, node.id) || facts.changesBuiltins) return undefined;
  return node.id;
}

/** Whether a node means one of these names of Python's own. */
export function namesBuiltin(
  facts: ProgramFacts,
  node: Node | undefined,
  ...names: readonly string[]
): boolean {
  const name = builtinName(facts, node);
  return name !== undefined && names.includes(name);
}

/** Whether a node calls one of these functions of Python's own. */
export function callsBuiltin(
  facts: ProgramFacts,
  node: Node | undefined,
  ...names: readonly string[]
): boolean {
  return node?.kind === "Call" && namesBuiltin(facts, node.func, ...names);
}
