import type { Call, Expression, FunctionDef } from "../../tree/nodes.ts";
import { everyNode } from "../children.ts";
import { decoratorNames, findMethod, isExceptionName } from "../class-table.ts";
import { builtin, libraryName } from "../library.ts";
import type { Variable } from "../../program/scopes.ts";
import { fieldsOf } from "../dataclasses.ts";
import { dataclassArguments } from "./dataclass.ts";
import { isPlain, placeInOrder, writeDynamic, writeList } from "./arguments.ts";
import { at, invoke, level, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";
import { callLibrary, writeLibraryCall } from "./library-calls.ts";
import { writeMethodCall } from "./method-calls.ts";
import { importOf, readVariable } from "./names.ts";
import { specialBuiltins } from "./special-builtins.ts";
import { own } from "../../text/own.ts";

export function writeCall(node: Call, context: EmitContext): EmittedCode {
  if (node.func.kind === "Attribute") return writeMethodCall(node, node.func, context);
  if (node.func.kind !== "Name") return writeUnknownCall(node, context);
  const variable = context.names.variableOf(node.func);
  if (!variable) return writeBuiltinCall(node, node.func.id, context);
  const alias = importOf(variable);
  if (alias) return writeLibraryCall(node, libraryName(alias) ?? alias.name, context);
  return writeOwnCall(node, node.func, variable, context);
}

function writeBuiltinCall(node: Call, name: string, context: EmitContext): EmittedCode {
  const special = own(specialBuiltins, name);
  if (special) return special(node, context);
  if (isExceptionName(name)) return writeException(node, name, context);
  const entry = builtin(name);
  if (!entry || entry.constant) return context.refuse(node, `\`${name}\``);
  return callLibrary(node, name, entry, context);
}

function writeException(node: Call, name: string, context: EmitContext): EmittedCode {
  if (node.keywords.length > 0) return context.refuse(node, "an exception with named arguments");
  return tight(`new ${context.use(name)}(${writeDynamic(node, context).values})`);
}

/** A call of a function or class of the program, checked against its parameters where they are in sight. */
function writeOwnCall(
  node: Call,
  func: Extract<Expression, { kind: "Name" }>,
  variable: Variable,
  context: EmitContext,
): EmittedCode {
  const only = variable.bindings.length === 1 ? variable.bindings[0]! : undefined;
  if (only?.kind === "ClassDef" && variable.scope.kind !== "class")
    return writeConstruction(node, func, variable, only, context);
  const args =
    only?.kind === "FunctionDef" && only.decorator_list.length === 0 ? only.args : lambdaArguments(only);
  const placed = args && placeInOrder(args, node, context, 0);
  if (placed) return tight(`${at(readVariable(func, variable, context), level.tight)}(${writeList(placed)})`);
  if (only?.kind === "FunctionDef") context.signed.add(only);
  return writeUnknownCall(node, context);
}

function lambdaArguments(only: Variable["bindings"][number] | undefined): FunctionDef["args"] | undefined {
  const assigned = only?.kind === "Name" && only.parent?.kind === "Assign" ? only.parent : undefined;
  return assigned?.value.kind === "Lambda" && assigned.targets.includes(only as never)
    ? assigned.value.args
    : undefined;
}

function writeConstruction(
  node: Call,
  func: Extract<Expression, { kind: "Name" }>,
  variable: Variable,
  definition: Extract<Variable["bindings"][number], { kind: "ClassDef" }>,
  context: EmitContext,
): EmittedCode {
  const facts = context.classes.of(definition);
  const init = findMethod(facts, "__init__");
  const type = at(readVariable(func, variable, context), level.tight);
  const plain = node.keywords.length === 0 && node.args.every(({ kind }) => kind !== "Starred");
  if (
    facts?.isException &&
    init &&
    !keepsArguments(init) &&
    (node.keywords.length > 0 || !isPlain(init.args))
  )
    return context.refuse(node, "an exception whose `args` depend on how it is called");
  const isData = !init && fieldsOf(definition, context.names).length > 0;
  if (!init && !isData) {
    if (facts?.isException && plain) return tight(`new ${type}(${writeDynamic(node, context).values})`);
    if (node.args.length === 0 && plain) return tight(`new ${type}()`);
  }
  const args = isData ? dataclassArguments(definition, context) : init?.args;
  const placed = args && placeInOrder(args, node, context, isData ? 0 : 1);
  if (placed) return tight(`new ${type}(${writeList(placed)})`);
  context.signed.add("__init__");
  return writeUnknownCall(node, context);
}

/** A call of whatever the expression gives. */
function writeUnknownCall(node: Call, context: EmitContext): EmittedCode {
  if (node.keywords.length > 0 && isCached(node, context))
    context.refuse(node, "a cached function called with named arguments");
  const callee = context.expression(node.func);
  if (context.classes.methods("__call__").length > 0) context.signed.add("__call__");
  const { values, named } = writeDynamic(node, context);
  if (named === "") return invoke(context.use("call"), callee, ...(values === "" ? [] : [values]));
  return invoke(context.use("callWith"), callee, `[${values}]`, named);
}

/** `lru_cache` tells `f(1)` from `f(a=1)`, which is visible when the function does something. */
function isCached(node: Call, context: EmitContext): boolean {
  const definition = context.names.variableOf(node.func)?.bindings.find(({ kind }) => kind === "FunctionDef");
  return (
    definition?.kind === "FunctionDef" &&
    decoratorNames(definition).some((one) => /(?:^|\.)(?:lru_)?cache$/.test(one))
  );
}

/** Does the method hand its arguments on, so that `args` is what it says? */
function keepsArguments(init: FunctionDef): boolean {
  return [...everyNode(init)].some(
    (one) => one.kind === "Call" && one.func.kind === "Attribute" && one.func.attr === "__init__",
  );
}
