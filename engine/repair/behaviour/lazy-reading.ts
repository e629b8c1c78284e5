import type { ProgramFacts } from "../../program/facts.ts";
import type { Node } from "../../tree/nodes.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

/** Whether a comprehension is evaluated at once; a generator may be iterated over later. */
export function isAtOnce(facts: ProgramFacts, node: Node): boolean {
  if (node.kind !== "GeneratorExp") return true;
  const { parent } = node;
  if (parent?.kind !== "Call" || parent.args[0] !== node) return false;
  if (parent.func.kind === "Attribute") return parent.func.attr === "join";
  return namesBuiltin(facts, parent.func, ..."sum list set tuple dict sorted max min any all".split(" "));
}
