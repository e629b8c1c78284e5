import { isCalled } from "../../program/roles.ts";
import { isBuiltin } from "../../library/builtins.ts";
import type { Variable } from "../../program/scopes.ts";
import type { Name, Node } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";

/** `len = len(text)`: the variable hides the function that its own value is asked of. */
export const shadowedBuiltin: Repair = {
  id: "shadowed-builtin",
  kind: "certain",
  *propose(program) {
    for (const variable of unboundVariables(program)) {
      const { name } = variable;
      const places = isBuiltin(name) ? placesOf(variable) : undefined;
      if (!places) continue;
      const fresh = freshName(program, name);
      const splices = places.map(({ start, end }) => ({ start, end, text: fresh }));
      yield {
        splices,
        description: `renamed the variable \`${name}\`, which hid the builtin, to \`${fresh}\``,
      };
    }
  },
};

/** The variables of functions that are read before they have a value. */
export function unboundVariables({ facts, about }: RepairableProgram): ReadonlySet<Variable> {
  const found = new Set<Variable>();
  const nodes = new Map(facts.all("Name").map((node) => [node.start, node]));
  const unbound = about("unbound name", "ruff:F823", "python:unbound-name");
  for (const { start, data } of [...unbound, ...about("undefined name")]) {
    const node = start === undefined ? undefined : nodes.get(start);
    if (node?.id !== data.name) continue;
    const variable = facts.names.variableOf(node);
    if (variable?.scope.kind === "function" && variable.scope.owner.kind !== "Lambda") found.add(variable);
  }
  return found;
}

/** The places of the variable: calls mean the function. Undefined where it cannot be told which is which. */
function placesOf({ bindings, mentions }: Variable): readonly Name[] | undefined {
  if (!bindings.every((node) => isPlainBinding(node))) return undefined;
  if (!mentions.some(isCalled)) return undefined;
  const set = Math.min(...bindings.map(({ start }) => start));
  const own = mentions.filter((node) => !isCalled(node));
  const isClear = own.every((node) => node.ctx !== "Del" && node.start >= set && !isInValue(node, set));
  return isClear ? own : undefined;
}

/** Set by an assignment or a loop, and not to something that may be called. */
function isPlainBinding(node: Node): boolean {
  if (node.kind !== "Name") return false;
  const { parent } = node;
  if (parent?.kind === "Assign") return parent.value.kind !== "Lambda" && parent.value.kind !== "Name";
  return parent?.kind === "AugAssign" || parent?.kind === "For";
}

/** Read in the value of the first assignment, where the variable does not exist yet. */
function isInValue(node: Name, set: number): boolean {
  if (node.ctx !== "Load") return false;
  for (let at: Node | undefined = node.parent; at; at = at.parent)
    if (at.kind === "Assign") return at.start <= set && set < at.value.start;
  return false;
}

function freshName({ facts }: RepairableProgram, name: string): string {
  const taken = new Set(facts.all("Name").map(({ id }) => id));
  for (const { arg } of facts.all("Arg")) taken.add(arg);
  let fresh = `${name}_`;
  while (taken.has(fresh)) fresh += "_";
  return fresh;
}
