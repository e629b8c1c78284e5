import type { Node } from "../tree/nodes.ts";
import { builtinName } from "./builtin-names.ts";
import type { ProgramFacts } from "./facts.ts";

const takeAll = new Set("sum min max list tuple set frozenset sorted dict".split(" "));
const takeSome = new Set(["any", "all"]);

/** Whether a generator expression runs where it stands, as far as it is taken, so that it never runs later. */
export function isConsumed(facts: ProgramFacts, node: Node): boolean {
  const consumer = consumerOf(facts, node);
  return consumer !== undefined && (takeAll.has(consumer) || takeSome.has(consumer));
}

/** Whether all that a generator expression gives is taken where it stands; another function may leave it early. */
export function isUsedUp(facts: ProgramFacts, node: Node): boolean {
  const consumer = consumerOf(facts, node);
  return consumer !== undefined && takeAll.has(consumer);
}

function consumerOf(facts: ProgramFacts, node: Node): string | undefined {
  const { parent } = node;
  if (parent?.kind !== "Call" || parent.args[0] !== node) return undefined;
  const { func } = parent;
  // It makes a list first.
  if (func.kind === "Attribute")
    return func.attr === "join" && func.value.kind === "Constant" ? "list" : undefined;
  return builtinName(facts, func);
}
