import { builtin } from "../library/builtins.ts";
import type { Expression, Name } from "../tree/nodes.ts";
import { countOf } from "./counting.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";

export const sequenceTypes = new Set("list List str tuple Tuple Sequence bytes MutableSequence".split(" "));
export const sequenceMethods = new Set(
  "append sort reverse insert extend index split lower upper strip startswith".split(" "),
);

/** Whether a name stands for something whose items are numbered from zero, and not for a dict. */
export function isSequence(facts: ProgramFacts, node: Name): boolean {
  const { mentions } = facts.names.variableOf(node)!;
  return isSurelySequence(facts, node) || mentions.some((use) => isUsedAsSequence(facts, use));
}

/** Whether the text says so: by its annotation, or by the one value it is given. */
export function isSurelySequence(facts: ProgramFacts, node: Name): boolean {
  const bindings = facts.names.variableOf(node)?.bindings ?? [];
  const isAnnotated = bindings.some(
    (binding) => binding.kind === "Arg" && binding.annotation && isSequenceType(binding.annotation),
  );
  const value = isAnnotated ? undefined : onlyValue(facts, node);
  return isAnnotated || (value !== undefined && makesSequence(facts, value));
}

function isSequenceType(node: Expression): boolean {
  if (node.kind === "Subscript") return isSequenceType(node.value);
  if (node.kind === "Attribute") return sequenceTypes.has(node.attr);
  return node.kind === "Name" && sequenceTypes.has(node.id);
}

export function makesSequence(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "List" || node.kind === "Tuple" || node.kind === "ListComp" || node.kind === "JoinedStr")
    return true;
  if (node.kind === "Constant") return node.value.type === "str";
  if (node.kind === "BinOp") return makesSequence(facts, node.left) || makesSequence(facts, node.right);
  if (node.kind !== "Call") return false;
  if (node.func.kind === "Attribute") return node.func.attr === "split" || node.func.attr === "readlines";
  return (
    node.func.kind === "Name" &&
    sequenceTypes.has(builtin(node.func.id)?.result ?? "") &&
    !facts.names.lookUp(node.func, node.func.id)
  );
}

/** It is sliced, its last item is read, or it is iterated over from 0 to its length. */
function isUsedAsSequence(facts: ProgramFacts, { parent, ...use }: Name): boolean {
  if (parent?.kind === "Attribute") return sequenceMethods.has(parent.attr);
  if (parent?.kind !== "Subscript" || parent.value.start !== use.start) return false;
  const { slice } = parent;
  if (slice.kind === "Slice") return true;
  if (slice.kind === "UnaryOp") return slice.op === "USub" && slice.operand.kind === "Constant";
  if (slice.kind !== "Name") return false;
  for (let at = parent.parent; at; at = at.parent) {
    const count = at.kind === "For" || at.kind === "While" ? countOf(facts, at) : undefined;
    if (count?.name !== slice.id) continue;
    const { low, high } = count;
    return (
      low?.terms.size === 0 && low.plus === 0 && high.terms.get(`len ${use.id}`) === 1 && high.plus >= -1
    );
  }
  return false;
}

const dictMethods = new Set(["get", "keys", "values", "items", "setdefault", "update"]);

/** Whether a name is asked for what a dict offers, or whether something is in it: its items may not be numbered. */
export function isAskedAsDict(facts: ProgramFacts, node: Name): boolean {
  return (
    facts.names
      .variableOf(node)
      ?.mentions.some(
        (use) =>
          (use.parent?.kind === "Attribute" && dictMethods.has(use.parent.attr)) ||
          (use.parent?.kind === "Compare" &&
            use.parent.left !== use &&
            use.parent.ops.some((op) => op === "In" || op === "NotIn")),
      ) ?? false
  );
}
