import { callsBuiltin } from "../program/builtin-names.ts";
import { isCaught } from "../program/caught.ts";
import { hasClassValues } from "../program/class-values.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { standsAlone } from "../program/stand-alone.ts";
import type { Call, Name } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const calledSequence: Check = {
  id: "called-sequence",
  severity: "error",
  *find(facts) {
    // Objects of others, and of classes that say so, have items and can be called as well; so have and can classes.
    if (!standsAlone(facts) || definesCall(facts) || hasClassValues(facts)) return;
    for (const node of facts.all("Call")) {
      if (node.func.kind !== "Name" || !isSequenceParameter(facts, node, node.func) || isCaught(node))
        continue;
      const message = `\`${node.func.id}\` has items and a length, and is called here: this raises TypeError. Use \`[…]\` for an item.`;
      yield { node, message };
    }
  },
};

function definesCall(facts: ProgramFacts): boolean {
  return [
    ...facts.functions.map(({ name }) => name),
    ...facts.all("Attribute").map(({ attr }) => attr),
  ].includes("__call__");
}

/** Whether a called name is a parameter, never given another value, that is indexed or passed to `len()` elsewhere. */
function isSequenceParameter(facts: ProgramFacts, { args, keywords }: Call, func: Name): boolean {
  if (args.length !== 1 || keywords.length > 0) return false;
  const variable = facts.names.variableOf(func);
  if (variable?.bindings.length !== 1 || variable.bindings[0]!.kind !== "Arg") return false;
  return variable.mentions.some(
    (use) =>
      (use.parent?.kind === "Subscript" && use.parent.value === use) ||
      callsBuiltin(facts, use.parent, "len"),
  );
}
