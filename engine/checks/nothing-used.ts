import { callsBuiltin } from "../program/builtin-names.ts";
import { changesItsObject, resultOfMethod } from "../library/types.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Call, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { calledBy } from "./unawaited-coroutine.ts";

export const nothingUsed: Check = {
  id: "nothing-used",
  severity: "warning",
  *find(facts) {
    for (const node of facts.all("Call")) {
      if (!isUsed(node)) continue;
      const replaced = replacedByNone(facts, node);
      if (replaced !== undefined) {
        const message = `\`${replaced}\` is replaced by the None that changing it returns. Call the method on its own line.`;
        yield { node, message, data: { kind: "nothing returned" } };
      }
      const definition = calledBy(facts, node);
      if (definition?.kind !== "FunctionDef" || definition.decorator_list.length > 0) continue;
      if (!facts.shapes.of(definition).returnsNothing || isUnfinished(facts, definition)) continue;
      const message = `\`${definition.name}\` returns nothing, so this is always None. Return a value from it, or call it on its own line.`;
      yield { node, message };
    }
  },
};

/** Whether a value is made something of: kept, printed, calculated with. */
function isUsed(node: Call): boolean {
  const { parent } = node;
  if (parent?.kind === "Assign" || parent?.kind === "AugAssign" || parent?.kind === "AnnAssign")
    return parent.value === node;
  if (parent?.kind === "Call")
    return parent.args.includes(node) && parent.func.kind === "Name" && parent.func.id !== "isinstance";
  if (parent?.kind === "Compare") return !parent.ops.includes("Is") && !parent.ops.includes("IsNot");
  if (parent?.kind === "For") return parent.iter === node;
  return (
    parent?.kind === "BinOp" ||
    parent?.kind === "FormattedValue" ||
    (parent?.kind === "If" && parent.test === node)
  );
}

/** The list of `items = items.sort()`. */
function replacedByNone(facts: ProgramFacts, { func, parent }: Call): string | undefined {
  if (func.kind !== "Attribute" || func.value.kind !== "Name" || parent?.kind !== "Assign") return undefined;
  if (!changesItsObject(func.attr) || resultOfMethod(func.attr) !== "None") return undefined;
  const [target, ...more] = parent.targets;
  const variable = facts.names.variableOf(func.value);
  if (more.length > 0 || target?.kind !== "Name" || !variable || facts.names.variableOf(target) !== variable)
    return undefined;
  const others = variable.bindings.filter((each) => each !== target);
  return others.length > 0 && others.every((each) => isList(facts, each)) ? variable.name : undefined;
}

function isList(facts: ProgramFacts, { parent }: Node): boolean {
  if (parent?.kind !== "Assign") return false;
  const { value } = parent;
  return value.kind === "List" || value.kind === "ListComp" || callsBuiltin(facts, value, "list", "sorted");
}

/** A method that others are to fill returns nothing yet. */
function isUnfinished(facts: ProgramFacts, definition: Node): boolean {
  return facts.parts(definition).some((part) => part.kind === "Name" && part.id === "NotImplementedError");
}
