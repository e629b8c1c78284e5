import { changesItsObject } from "../library/types.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Expression, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { callsBuiltin } from "../program/builtin-names.ts";
import { defaultsOf } from "../tree/nodes.ts";

export const mutableDefault: Check = {
  id: "mutable-default",
  severity: "warning",
  *find(facts) {
    for (const definition of facts.functions) {
      for (const [{ arg: name }, value] of defaultsOf(definition.args)) {
        const variable = facts.names.inside(definition)!.variables.get(name);
        if (!isMutable(facts, value) || variable?.bindings.length !== 1) continue;
        const change = variable.mentions.find(isChanged);
        if (!change) continue;
        const message = `The default of \`${name}\` is created once and changed here, so later calls see the changes of earlier ones. Use None as the default and create a new one inside.`;
        yield { node: change, message };
      }
    }
  },
};

function isMutable(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "List" || node.kind === "Dict" || node.kind === "Set") return true;
  return callsBuiltin(facts, node, "list", "dict", "set");
}

function isChanged({ parent, ...use }: Name): boolean {
  if (parent?.kind === "Attribute")
    return changesItsObject(parent.attr) && parent.parent?.kind === "Call" && parent.parent.func === parent;
  return parent?.kind === "Subscript" && parent.value.start === use.start && parent.ctx !== "Load";
}
