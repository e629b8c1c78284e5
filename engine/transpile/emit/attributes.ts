import type { Expression, Node } from "../../tree/nodes.ts";
import { library, libraryName, method, ownersOf } from "../library.ts";
import { at, invoke, level, quote, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { dispatcher } from "./dispatch.ts";
import { importOf, libraryValue } from "./names.ts";

type Attribute = Extract<Expression, { kind: "Attribute" }>;

/** Attributes of Python's own objects that show how Python works inside. */
const inner = new Set(
  "__dict__ __doc__ __module__ __code__ __defaults__ __globals__ __closure__ __annotations__ __mro__ __bases__ __subclasses__ __slots__ __weakref__ __traceback__ __context__ __wrapped__ mro".split(
    " ",
  ),
);
/** Names that mean something to JavaScript's objects. */
const foreign = new Set(["constructor", "__proto__", "prototype", "hasOwnProperty", "stack"]);

export function checkAttribute(node: Node, name: string, context: EmitContext): void {
  if (inner.has(name)) context.refuse(node, `the attribute \`${name}\``);
  if (foreign.has(name)) context.refuse(node, `an attribute named \`${name}\``);
}

/** An attribute's name as Python stores it: `__x` in a class belongs to that class. */
export function mangled(name: string, node: Node): string {
  if (!name.startsWith("__") || name.endsWith("__")) return name;
  for (let around = node.parent; around; around = around.parent)
    if (around.kind === "ClassDef") return `_${around.name.replace(/^_+/, "")}${name}`;
  return name;
}

/** The name `math.pi` has in the library, when `math` is an imported module. */
export function moduleMember(node: Attribute, context: EmitContext): string | undefined {
  const path = importedPath(node.value, context);
  return path === undefined ? undefined : `${path}.${node.attr}`;
}

/** `itertools` or `itertools.chain` in the library's words. */
function importedPath(node: Expression, context: EmitContext): string | undefined {
  if (node.kind === "Attribute") return moduleMember(node, context);
  const variable = node.kind === "Name" ? context.names.variableOf(node) : undefined;
  const alias = variable && importOf(variable);
  return alias && (libraryName(alias) ?? alias.name);
}

export function writeAttribute(node: Attribute, context: EmitContext): EmittedCode {
  const member = moduleMember(node, context);
  if (member) return libraryValue(node, member, context);
  checkAttribute(node, node.attr, context);
  const type = typeNameOf(node, context);
  if (type) return type;
  const name = mangled(node.attr, node);
  const natural = naturalReceiver(node, context);
  if (natural && isValueName(name, context) && !isSpecial(name)) return tight(`${natural}.${name}`);
  if (context.classes.methods(name).length > 0) context.signed.add(name);
  const builtinType = builtinTypeMethod(node, context);
  if (builtinType) return builtinType;
  const value = context.expression(node.value);
  if (
    ownersOf(name).length > 0 &&
    !context.classes.isAssigned(name) &&
    context.classes.methods(name).length === 0
  )
    return invoke(context.use("methodValue"), dispatcher(name, undefined, context), value);
  return invoke(context.use("attr"), value, quote(name));
}

/** `type(x).__name__` and `x.__class__.__name__`. */
function typeNameOf(node: Attribute, context: EmitContext): EmittedCode | undefined {
  const { value } = node;
  if (node.attr === "__class__") return invoke(context.use("typeOf"), context.expression(value));
  if (node.attr !== "__name__") return undefined;
  if (value.kind === "Attribute" && value.attr === "__class__")
    return invoke(context.use("typeName"), context.expression(value.value));
  const isType =
    value.kind === "Call" &&
    value.func.kind === "Name" &&
    value.func.id === "type" &&
    !context.names.variableOf(value.func);
  return isType && value.args.length === 1
    ? invoke(context.use("typeName"), context.expression(value.args[0]!))
    : undefined;
}

/** `str.upper` as a value. */
function builtinTypeMethod(node: Attribute, context: EmitContext): EmittedCode | undefined {
  if (node.value.kind !== "Name" || context.names.variableOf(node.value)) return undefined;
  const entry = method(node.value.id, node.attr) ?? library(`${node.value.id}.${node.attr}`);
  if (!entry) return undefined;
  if (entry.parameters?.some((one) => /^\*\w/.test(one)))
    return context.refuse(node, `\`${node.value.id}.${node.attr}\` as a value`);
  return tight(context.use(entry.runtime));
}

/** The receiver's text where `receiver.name` means the same in JavaScript: an object or class of the program. */
export function naturalReceiver(node: Attribute, context: EmitContext): string | undefined {
  const kind = context.kinds.of(node.value);
  const [sort, name] = kind.split(" ") as [string, string?];
  const facts = name === undefined ? undefined : context.classes.named(name);
  if (!facts || facts.isException) return undefined;
  const text = at(context.expression(node.value), level.tight);
  const whole = sort === "class" ? `${text}.prototype` : text;
  return context.typed && everyObjectHas.has(node.attr) ? `(${whole} as any)` : whole;
}

/** A special name that is missing would be undefined, not an error. */
function isSpecial(name: string): boolean {
  return name.startsWith("__") && name.endsWith("__");
}

/** TypeScript knows these of every object, and of another type. */
const everyObjectHas = new Set([
  "toString",
  "toLocaleString",
  "valueOf",
  "isPrototypeOf",
  "propertyIsEnumerable",
]);

/** A method as a value must keep its receiver; a plain value need not. */
function isValueName(name: string, context: EmitContext): boolean {
  return context.classes
    .methods(name)
    .every((one) =>
      one.decorator_list.some((decorator) => decorator.kind === "Name" && decorator.id === "property"),
    );
}
