import { missingAttributeData } from "../findings/data.ts";
import { lineage, methodsOf } from "../program/classes.ts";
import type { Attribute, ClassDef, FunctionDef } from "../tree/nodes.ts";
import { typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { change, leave, type Run } from "./run.ts";
import { share, thingOf, typeOf } from "./state.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Reads an attribute of an object of the program's own. */
export function attributeOfInstance(run: Run, node: Attribute, value: KnownValue): KnownValue {
  const thing = thingOf(run.state, value);
  const held = thing?.attributes?.get(node.attr);
  if (held) return held;
  const owner = thing?.owner;
  const method = owner && methodOf(run, owner, node.attr);
  if (method) return { kind: "function", node: method, self: value };
  const fixed = owner && staticOf(run, owner, node.attr);
  if (fixed) return { kind: "function", node: fixed };
  if (owner && thing.attributes && !thing.isShared && isNowhere(run, owner, node.attr)) {
    const message = `No \`${node.attr}\` has been set on this \`${owner.name}\`: reading it raises AttributeError. Set it in \`__init__\`, or call the \`__init__\` of the base class.`;
    const data = missingAttributeData(node.attr, { is: "class", name: owner.name });
    throw new Raised(node, "missing-attribute", "AttributeError", message, { data });
  }
  return unknown;
}

/** Reads an attribute of a class of the program's own: a method then takes its object as an argument. */
export function attributeOfClass(run: Run, node: Attribute, owner: ClassDef): KnownValue {
  if (node.attr.startsWith("__") && node.attr !== "__init__") return unknown;
  const found = methodOf(run, owner, node.attr) ?? staticOf(run, owner, node.attr);
  return found && lineage(run.facts, owner) ? { kind: "function", node: found } : unknown;
}

function staticOf(run: Run, owner: ClassDef, name: string): FunctionDef | undefined {
  const [method] = methodsOf(owner).filter((each) => each.name === name);
  const [decorator] = method?.decorator_list ?? [];
  const isStatic =
    method?.decorator_list.length === 1 && decorator?.kind === "Name" && decorator.id === "staticmethod";
  return isStatic && lineage(run.facts, owner) ? method : undefined;
}

/** Whether a class and all it is built on have nothing of that name, and nothing makes attributes on demand. */
function isNowhere(run: Run, owner: ClassDef, name: string): boolean {
  if (name.startsWith("__") || run.facts.isDynamic) return false;
  const line = lineage(run.facts, owner);
  return line !== undefined && line.every((part) => !run.facts.names.inside(part)!.variables.has(name));
}

/** The one undecorated method of that name in a class or those it is built on. */
export function methodOf(run: Run, owner: ClassDef, name: string): FunctionDef | undefined {
  for (const part of lineage(run.facts, owner) ?? []) {
    const bound = run.facts.names.inside(part)!.variables.get(name)?.bindings;
    if (bound === undefined) continue;
    const [method] = methodsOf(part).filter((each) => each.name === name);
    return bound.length === 1 && method?.decorator_list.length === 0 ? method : undefined;
  }
  return undefined;
}

export function setAttribute(run: Run, target: Attribute, owner: KnownValue, value: KnownValue): void {
  const thing = thingOf(run.state, owner);
  if (thing?.type === "instance") {
    if (thing.isShared) share(run.state, value);
    if (thing.attributes)
      change(run, owner, { attributes: new Map(thing.attributes).set(target.attr, value) });
    return;
  }
  const type = typeOf(run.state, owner);
  if (
    type !== undefined &&
    ["dict", "list", "tuple", "str", "int", "float", "set", "NoneType"].includes(type)
  ) {
    const remedy = type === "dict" ? "Use `[…]` for its keys." : "Keep the value in a separate variable.";
    const message = `Attributes of ${typeName(type)} cannot be set: this raises AttributeError. ${remedy}`;
    throw new Raised(target, type === "NoneType" ? "none-used" : "missing-member", "AttributeError", message);
  }
  leave(run, value);
}
