import type { Call, Expression, FunctionDef } from "../../tree/nodes.ts";
import { classAround } from "../../tree/around.ts";
import { decoratorNames, findMethod, type ClassFacts } from "../class-table.ts";
import { isModule, method, ownersOf } from "../library.ts";
import { placeInLibrary, placeInOrder, writeDynamic, writeList } from "./arguments.ts";
import { checkAttribute, mangled, moduleMember, naturalReceiver } from "./attributes.ts";
import { callLibrary, writeLibraryCall } from "./library-calls.ts";
import { at, invoke, level, quote, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { dispatcher, placeForAll } from "./dispatch.ts";

type Attribute = Extract<Expression, { kind: "Attribute" }>;

export function writeMethodCall(node: Call, func: Attribute, context: EmitContext): EmittedCode {
  const member = moduleMember(func, context);
  if (member) return writeLibraryCall(node, member, context);
  checkAttribute(func, func.attr, context);
  const name = mangled(func.attr, func);
  return (
    writeSuperCall(node, func, name, context) ??
    writeTypeCall(node, func, name, context) ??
    writeClassCall(node, func, name, context) ??
    writeObjectCall(node, func, name, context) ??
    writeKnownCall(node, func, name, context) ??
    writeOtherCall(node, func, name, context)
  );
}

/** `super().method(…)`. */
function writeSuperCall(
  node: Call,
  func: Attribute,
  name: string,
  context: EmitContext,
): EmittedCode | undefined {
  const { value } = func;
  if (
    value.kind !== "Call" ||
    value.func.kind !== "Name" ||
    value.func.id !== "super" ||
    context.names.variableOf(value.func)
  )
    return undefined;
  const owner = classAround(node);
  const facts = owner && context.classes.of(owner);
  if (!facts || value.args.length > 0) return context.refuse(node, "`super` with arguments");
  const inherited = findMethod(facts.base, name);
  if (!inherited) return writeBuiltinSuper(node, name, facts, context);
  const placed = placeInOrder(inherited.args, node, context, isStatic(inherited) ? 0 : 1);
  if (placed) return tight(`super.${name}(${writeList(placed)})`);
  context.signed.add(name);
  const { values, named } = writeDynamic(node, context);
  return invoke(context.use("applyMethod"), "this", `super.${name}`, `[${values}]`, named || "{}");
}

function writeBuiltinSuper(node: Call, name: string, facts: ClassFacts, context: EmitContext): EmittedCode {
  if (name === "__init__" && facts.isException && node.keywords.length === 0)
    return tight(`super.__init__(${writeDynamic(node, context).values})`);
  if (name === "__init__" && node.args.length === 0 && node.keywords.length === 0) return tight("null");
  return context.refuse(node, `\`super().${name}\` of Python's own class`);
}

/** `str.upper(text)`, `dict.fromkeys(keys)`. */
function writeTypeCall(
  node: Call,
  func: Attribute,
  name: string,
  context: EmitContext,
): EmittedCode | undefined {
  if (func.value.kind !== "Name" || context.names.variableOf(func.value)) return undefined;
  const type = func.value.id;
  const entry = method(type, name);
  if (!entry) return undefined;
  if (name === "fromkeys" || name === "maketrans" || isModule(type))
    return callLibrary(node, `${type}.${name}`, entry, context);
  const [receiver, ...args] = node.args;
  if (!receiver || receiver.kind === "Starred")
    return context.refuse(node, `this way of calling \`${type}.${name}\``);
  const placed = placeInLibrary(entry.parameters ?? [], { ...node, args }, context);
  if (!placed || context.kinds.of(receiver) !== type)
    return context.refuse(node, `\`${type}.${name}\` of a value of unknown kind`);
  return tight(`${context.use(entry.runtime)}(${writeList([context.expression(receiver), ...placed])})`);
}

/** `Point.origin()`, `Base.__init__(self, …)`. */
function writeClassCall(
  node: Call,
  func: Attribute,
  name: string,
  context: EmitContext,
): EmittedCode | undefined {
  const kind = context.kinds.of(func.value);
  if (!kind.startsWith("class ")) return undefined;
  const found = findMethod(context.classes.named(kind.slice(6)), name);
  if (!found) return undefined;
  const type = at(context.expression(func.value), level.tight);
  if (isStatic(found) || isClassMethod(found)) {
    const placed = placeInOrder(found.args, node, context, isStatic(found) ? 0 : 1);
    return placed && tight(`${type}.${name}(${writeList(placed)})`);
  }
  const [receiver, ...args] = node.args;
  if (!receiver || receiver.kind === "Starred" || !context.kinds.of(receiver).startsWith("instance "))
    return undefined;
  const placed = placeInOrder(found.args, { ...node, args }, context, 1);
  return (
    placed && tight(`${type}.prototype.${name}.call(${writeList([context.expression(receiver), ...placed])})`)
  );
}

/** A method of an object that is surely one of the program's own. */
function writeObjectCall(
  node: Call,
  func: Attribute,
  name: string,
  context: EmitContext,
): EmittedCode | undefined {
  const receiver = context.kinds.of(func.value).startsWith("instance ")
    ? naturalReceiver(func, context)
    : undefined;
  const candidates = context.classes.methods(name);
  if (receiver === undefined || candidates.length === 0 || context.classes.isAssigned(name)) return undefined;
  if (
    candidates.some((one) => decoratorNames(one).some((decorator) => !decorator.endsWith("abstractmethod")))
  )
    return undefined;
  const texts = new Set(
    candidates
      .map((one) => placeInOrder(one.args, node, context, 1))
      .map((placed) => placed && writeList(placed)),
  );
  const [text] = texts;
  return texts.size === 1 && text !== undefined ? tight(`${receiver}.${name}(${text})`) : undefined;
}

/** A method of a value whose kind is known. */
function writeKnownCall(
  node: Call,
  func: Attribute,
  name: string,
  context: EmitContext,
): EmittedCode | undefined {
  const kind = context.kinds.of(func.value);
  const owner = kind === "iterator" ? "generator" : kind;
  const entry = method(owner, name);
  if (!entry) {
    const closed = ["str", "list", "dict", "tuple", "set", "int", "float"].includes(kind);
    return closed ? context.refuse(node, `\`${kind}.${name}\``) : undefined;
  }
  const placed = placeInLibrary(entry.parameters ?? [], node, context);
  if (!placed) return context.refuse(node, `this way of calling \`${kind}.${name}\``);
  return tight(`${context.use(entry.runtime)}(${writeList([context.expression(func.value), ...placed])})`);
}

function writeOtherCall(node: Call, func: Attribute, name: string, context: EmitContext): EmittedCode {
  const candidates = context.classes.methods(name);
  const receiver = context.expression(func.value);
  const fits = candidates.every(
    (one) => placeInOrder(one.args, node, context, isStatic(one) ? 0 : 1) !== undefined,
  );
  const plain = node.keywords.length === 0;
  if (!fits || !plain) context.signed.add(name);
  if (ownersOf(name).length > 0) {
    const placed = placeForAll(name, node, context);
    if (placed && (plain || candidates.length === 0))
      return invoke(
        dispatcher(name, placed.owners, context),
        receiver,
        ...(placed.args === "" ? [] : [placed.args]),
      );
    if (candidates.length === 0 || placed)
      return context.refuse(node, `this way of calling \`${name}\` on a value of unknown kind`);
  }
  const { values, named } = writeDynamic(node, context);
  if (named === "")
    return invoke(context.use("callMethod"), receiver, quote(name), ...(values === "" ? [] : [values]));
  return invoke(context.use("callMethodWith"), receiver, quote(name), `[${values}]`, named);
}

function isStatic(node: FunctionDef): boolean {
  return decoratorNames(node).includes("staticmethod");
}

function isClassMethod(node: FunctionDef): boolean {
  return decoratorNames(node).includes("classmethod");
}
