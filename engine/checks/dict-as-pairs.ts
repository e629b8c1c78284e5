import { callsBuiltin } from "../program/builtin-names.ts";
import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { onlyValue } from "../program/lengths.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const dictAsPairs: Check = {
  id: "dict-as-pairs",
  severity: "error",
  *find(facts) {
    for (const node of facts.all("For", "Comprehension")) {
      const { target, iter } = node;
      if ((target.kind !== "Tuple" && target.kind !== "List") || isCaught(iter)) continue;
      if (target.elts.length < 2 || target.elts.some(({ kind }) => kind === "Starred")) continue;
      if (!hasPlainKeys(facts, iter, target.elts.length)) continue;
      const message = `Iterating over ${shown(iter)} gives only its keys, which do not unpack into ${target.elts.length} names: this raises an error. Use \`.items()\`.`;
      yield { node: iter, message };
    }
  },
};

/** A dict whose written-out keys cannot be unpacked into that many names, and to which no others are added. */
function hasPlainKeys(facts: ProgramFacts, node: Expression, count: number): boolean {
  const value = node.kind === "Name" ? onlyValue(facts, node) : node;
  if (value?.kind !== "Dict" || value.keys.length === 0) return false;
  if (!value.keys.every((key) => key !== null && isNot(key, count))) return false;
  if (node.kind !== "Name") return true;
  return facts.names.variableOf(node)!.mentions.every((use) => use.ctx === "Store" || isLookedAt(facts, use));
}

function isNot(key: Node, count: number): boolean {
  if (key.kind !== "Constant") return false;
  const { value } = key;
  return (
    value.type === "int" ||
    value.type === "float" ||
    (value.type === "str" && value.exact && Array.from(value.value).length !== count)
  );
}

function isLookedAt(facts: ProgramFacts, { parent, ...use }: Extract<Node, { kind: "Name" }>): boolean {
  if (parent?.kind === "Subscript") return parent.value.start === use.start && parent.ctx === "Load";
  if (parent?.kind === "Attribute") return ["items", "keys", "values", "get", "copy"].includes(parent.attr);
  if (parent?.kind === "Call")
    return callsBuiltin(facts, parent, "len", "print", "sorted", "list", "sum", "max", "min");
  return (
    parent?.kind === "For" ||
    parent?.kind === "Comprehension" ||
    parent?.kind === "Compare" ||
    parent?.kind === "FormattedValue"
  );
}
