import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { isLength, lengthOf, linearOf, mayChangeLength, onlyValue } from "../program/lengths.ts";
import { sum } from "../program/linear.ts";
import { blockOf } from "../tree/layout.ts";
import type { Name, Node, Statement, Subscript } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { provenBy } from "./failures.ts";

const proven = provenBy("index-out-of-range");

export const indexOutOfRange: Check = {
  id: "index-out-of-range",
  severity: "error",
  *find(facts) {
    yield* proven.find(facts);
    for (const node of facts.all("Subscript")) {
      if (node.ctx === "Del" || node.value.kind !== "Name" || !isPastItsLength(facts, node, node.value))
        continue;
      if (isCaught(node)) continue;
      const message = `${shown(node.value)} is made with a length that is at most this index: it raises IndexError. Make it longer, or use a smaller index.`;
      yield { node, message };
    }
  },
};

/** `table = [0] * n` and then `table[n]`: no item is at the length or behind it, whatever `n` is. */
function isPastItsLength(facts: ProgramFacts, node: Subscript, owner: Name): boolean {
  const [index, length] = [linearOf(facts, node.slice), lengthOf(facts, owner)];
  if (!index || !length || length.terms.size === 0) return false;
  const over = sum(index, length, -1);
  if (over.terms.size > 0 || over.plus < 0) return false;
  const variable = facts.names.variableOf(owner);
  const made = onlyValue(facts, owner)?.parent;
  if (!variable || made?.kind !== "Assign" || variable.scope !== facts.names.scopeOf(node)) return false;
  return (
    isBehind(made, node) &&
    !mayChangeLength(facts, variable) &&
    [...index.terms.keys(), ...length.terms.keys()].every((name) => isSteady(facts, owner, name, made)) &&
    !facts.functions.some(({ name }) => name === "__rmul__" || name === "__index__")
  );
}

/** Whether a node comes after a statement in its very block, so that nothing can be reached again in between. */
function isBehind(statement: Statement, node: Node): boolean {
  const { block, index } = blockOf(statement);
  for (let at: Node | undefined = node; at; at = at.parent) {
    const found = block.indexOf(at as Statement);
    if (found >= 0) return found > index;
  }
  return false;
}

/** Whether a number has one value from before a statement on. */
function isSteady(facts: ProgramFacts, at: Name, name: string, since: Statement): boolean {
  if (isLength(name)) return false;
  const variable = facts.names.lookUp(at, name);
  const [only] = variable?.bindings ?? [];
  return (
    variable?.bindings.length === 1 && variable.scope === facts.names.scopeOf(at) && only!.start < since.start
  );
}
