import { missingAttributeData } from "../findings/data.ts";
import { hasMember, takesAttributes, typesWith } from "../library/types.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Attribute, Node } from "../tree/nodes.ts";
import { noneUsed, shown } from "./describe.ts";
import { Raised } from "./failure.ts";
import { attributeOfClass, attributeOfInstance } from "./instances.ts";
import type { Run } from "./run.ts";
import { typeOf } from "./state.ts";
import { touchLightly } from "./touch.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Reads an attribute of any value; raises where its type is known and has none of that name. */
export function attribute(run: Run, node: Attribute, value: KnownValue): KnownValue {
  const type = typeOf(run.state, value);
  if (type === "instance") return attributeOfInstance(run, node, value);
  if (value.kind === "class" && node.ctx === "Load") return attributeOfClass(run, node, value);
  if (type === undefined || type === "type" || type === "function") {
    touchLightly(run, "attribute", value);
    return unknown;
  }
  // Written on a literal it is left to the types, whose word on attributes is a warning.
  const isWritten = node.value.kind === "Constant";
  const isThere = hasMember(type, node.attr);
  if (isThere) return { kind: "method", self: value, name: node.attr };
  const mayBeSet = takesAttributes(type) && setsAttribute(run.facts, node.attr);
  if (node.ctx === "Load" && !isWritten && isThere === false && !mayBeSet) throw lacking(node, type);
  return unknown;
}

/** Whether the text sets an attribute of that name on anything, or may do so by its name. */
function setsAttribute({ tree, isDynamic }: ProgramFacts, name: string): boolean {
  const setsIt = (node: Node): boolean =>
    node.kind === "Attribute"
      ? node.attr === "__dict__" || (node.attr === name && node.ctx === "Store")
      : node.kind === "Name" && node.id === "setattr";
  return isDynamic || tree.nodes.some(setsIt);
}

function lacking(node: Attribute, type: string): Raised {
  const others = typesWith(node.attr).slice(0, 2);
  const hint =
    others.length > 0 ? ` (\`${others.join("` and `")}\` ha${others.length === 1 ? "s" : "ve"})` : "";
  if (type === "NoneType") {
    const message = `${shown(node.value)} is None here: reading \`.${node.attr}\` raises AttributeError. Check for None first, or return a value.`;
    return new Raised(node, "none-used", "AttributeError", message, { data: noneUsed(node.value) });
  }
  const message = `A \`${type}\` has no \`${node.attr}\`${hint}: this raises AttributeError. Use what a \`${type}\` offers.`;
  const data = missingAttributeData(node.attr, { is: "builtin", name: type });
  return new Raised(node, "missing-member", "AttributeError", message, { data });
}
