import { missingAttributeData } from "../findings/data.ts";
import { lineage, methodsOf } from "../program/classes.ts";
import type { Attribute, ClassDef, FunctionDef } from "../tree/nodes.ts";
import { typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { change, hold, leave, type Run } from "./run.ts";
import { share, thingOf, typeOf } from "./state.ts";
import { touchLightly } from "./touch.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Reads an attribute of an object of the program's own. */
export function attributeOfInstance(run: Run, node: Attribute, value: KnownValue): KnownValue {
  const thing = thingOf(run.state, value);
  const held = thing?.attributes?.get(node.attr);
  if (held) return held;
  const owner = thing?.owner;
  const isHidden = thing?.attributes === undefined && run.own.isSet(node.attr);
  const method = owner && !isHidden ? methodOf(run, owner, node.attr) : undefined;
  if (method) return { kind: "function", node: method, self: value, home: thing?.home };
  const fixed = owner && !isHidden ? staticOf(run, owner, node.attr) : undefined;
  if (fixed) return { kind: "function", node: fixed, home: thing?.home };
  if (owner && thing.attributes && !thing.isShared && !thing.isMany && isNowhere(run, owner, node.attr)) {
    const message = `No \`${node.attr}\` has been set on this \`${owner.name}\`: reading it raises AttributeError. Set it in \`__init__\`, or call the \`__init__\` of the base class.`;
    const data = missingAttributeData(node.attr, { is: "class", name: owner.name });
    throw new Raised(node, "missing-attribute", "AttributeError", message, { data });
  }
  // `__dict__` is the object under another name, and a property runs.
  if (node.attr.startsWith("__")) share(run.state, value);
  touchLightly(run, "attribute", value);
  return unknown;
}

/** Reads an attribute of a class of the program's own: a method then takes its object as an argument. */
export function attributeOfClass(
  run: Run,
  node: Attribute,
  { node: owner, home }: Extract<KnownValue, { kind: "class" }>,
): KnownValue {
  if (node.attr.startsWith("__") && node.attr !== "__init__") return unknown;
  const found = methodOf(run, owner, node.attr) ?? staticOf(run, owner, node.attr);
  if (found && lineage(run.facts, owner)) return { kind: "function", node: found, home };
  touchLightly(run, "attribute", unknown);
  return unknown;
}

function staticOf(run: Run, owner: ClassDef, name: string): FunctionDef | undefined {
  if (run.own.isPatched(name)) return undefined;
  const [method, ...others] = methodsOf(owner).filter((each) => each.name === name);
  if (others.length > 0) return undefined;
  const [decorator] = method?.decorator_list ?? [];
  const isStatic =
    method?.decorator_list.length === 1 && decorator?.kind === "Name" && decorator.id === "staticmethod";
  return isStatic && lineage(run.facts, owner) ? method : undefined;
}

/** Whether a class and all it is built on have nothing of that name, and nothing makes attributes on demand. */
function isNowhere(run: Run, owner: ClassDef, name: string): boolean {
  // Names of two underscores are written in another way outside of their class.
  if (name.startsWith("__") || /^_.*__/.test(name) || run.facts.isDynamic || run.own.isPatched(name))
    return false;
  const line = lineage(run.facts, owner);
  return line !== undefined && line.every((part) => !run.facts.names.inside(part)!.variables.has(name));
}

/** The one undecorated method of that name in a class or those it is built on. */
export function methodOf(run: Run, owner: ClassDef, name: string): FunctionDef | undefined {
  if (run.own.isPatched(name)) return undefined;
  for (const part of lineage(run.facts, owner) ?? []) {
    const bound = run.facts.names.inside(part)!.variables.get(name)?.bindings;
    if (bound === undefined) continue;
    const [method] = methodsOf(part).filter((each) => each.name === name);
    return bound.length === 1 && method?.decorator_list.length === 0 ? method : undefined;
  }
  return undefined;
}

/** Whether setting an attribute, or deleting it, may run a property of the class or change what the object is. */
function isDescribed(run: Run, { attr }: Attribute, owner: ClassDef | undefined): boolean {
  const line = owner && lineage(run.facts, owner);
  if (!line || attr.startsWith("__")) return true;
  const bindings = line.flatMap((part) => run.facts.names.inside(part)!.variables.get(attr)?.bindings ?? []);
  return bindings.some((binding) => {
    if (binding.kind === "FunctionDef") return binding.decorator_list.length > 0;
    const { parent } = binding;
    const isPlain = parent?.kind === "Assign" || parent?.kind === "AnnAssign";
    return !isPlain || (parent.value !== undefined && !unchanged.has(parent.value.kind));
  });
}

const unchanged: ReadonlySet<string> = new Set(
  "Constant List Dict Set Tuple ListComp DictComp UnaryOp".split(" "),
);

export function removeAttribute(run: Run, target: Attribute, owner: KnownValue): void {
  const thing = thingOf(run.state, owner);
  if (!thing?.attributes?.has(target.attr) || isDescribed(run, target, thing.owner)) return leave(run, owner);
  const attributes = new Map(thing.attributes);
  attributes.delete(target.attr);
  change(run, owner, { attributes });
}

export function setAttribute(run: Run, target: Attribute, owner: KnownValue, value: KnownValue): void {
  const thing = thingOf(run.state, owner);
  if (thing?.type === "instance") {
    if (isDescribed(run, target, thing.owner)) return leave(run, owner, value);
    if (thing.attributes)
      change(run, owner, { attributes: new Map(thing.attributes).set(target.attr, value) });
    hold(run, owner, value);
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
