import type { Expression, Node } from "../../tree/nodes.ts";
import { isExceptionName } from "../class-table.ts";
import type { Variable } from "../../program/scopes.ts";
import { builtin, builtinTypes, library, libraryName } from "../library.ts";
import type { Signature } from "../signatures.ts";
import { libraryCallCount } from "./callbacks.ts";
import { invoke, level, quote, tight, type EmittedCode } from "./code.ts";
import type { EmitContext } from "./context.ts";

type Name = Extract<Expression, { kind: "Name" }>;

export function writeName(node: Name, context: EmitContext): EmittedCode {
  const variable = context.names.variableOf(node);
  if (!variable) return writeBuiltin(node, context);
  const imported = importOf(variable);
  if (imported) return writeImported(node, imported, context);
  noteEscape(node, variable, context);
  return readVariable(node, variable, context);
}

export function readVariable(node: Name, variable: Variable, context: EmitContext): EmittedCode {
  if (variable.scope.kind === "class")
    return context.unsure.has(node)
      ? outsideClass(node, variable, context)
      : classVariable(variable, context);
  const name = variableText(variable, context);
  if (!context.unsure.has(node)) return tight(name);
  const own = variable.scope.kind === "module";
  const declared = context.declarations.at(variable) !== undefined;
  if (own && declared && name === variable.name) return tight(name);
  if (own)
    return invoke(
      context.use(declared ? "lateGlobal" : "boundGlobal"),
      declared ? `() => ${name}` : name,
      quote(variable.name),
    );
  const local = functionOf(context.names.scopeOf(node).owner) === functionOf(variable.scope.owner);
  return invoke(context.use(local ? "boundLocal" : "boundFree"), name, quote(variable.name));
}

/** How a variable is written; the receiver of a method is `this`. */
export function variableText(variable: Variable, context: EmitContext): string {
  for (const frame of context.frames) if (frame.receiver?.variable === variable) return frame.receiver.text;
  return context.nameOf(variable);
}

function functionOf(owner: Node): Node {
  let at = owner;
  while (at.kind !== "FunctionDef" && at.kind !== "Lambda" && at.kind !== "Module") at = at.parent!;
  return at;
}

/** A class that has not bound the name yet reads the one outside. */
function outsideClass(node: Name, variable: Variable, context: EmitContext): EmittedCode {
  const outer = context.names.lookUp(variable.scope.owner, variable.name);
  if (!outer || outer.scope.kind === "class" || importOf(outer))
    return context.refuse(node, `\`${variable.name}\`, which the class binds later`);
  return tight(context.nameOf(outer));
}

function classVariable(variable: Variable, context: EmitContext): EmittedCode {
  const owner = context.names.variableOf(variable.scope.owner);
  if (!owner) return context.refuse(variable.scope.owner, "this class");
  return tight(`${context.nameOf(owner)}.prototype.${variable.name}`);
}

/** A function that is handed on may be called in any way: its parameters must be known then. */
function noteEscape(node: Name, variable: Variable, context: EmitContext): void {
  const called = node.parent?.kind === "Call" && node.parent.func === node;
  const definition = variable.bindings.find(({ kind }) => kind === "FunctionDef");
  if (!called && definition) context.signed.add(definition);
}

export function importOf(variable: Variable): Extract<Node, { kind: "Alias" }> | undefined {
  const found = variable.bindings.find((node) => node.kind === "Alias");
  return found?.kind === "Alias" ? found : undefined;
}

function writeImported(
  node: Name,
  alias: Extract<Node, { kind: "Alias" }>,
  context: EmitContext,
): EmittedCode {
  if (alias.parent?.kind !== "ImportFrom")
    return context.refuse(node, `the module \`${alias.name}\` as a value`);
  return libraryValue(node, libraryName(alias)!, context);
}

/** A function or constant of the library, as a value. */
export function libraryValue(node: Node, name: string, context: EmitContext): EmittedCode {
  const entry = library(name);
  if (!entry) return context.refuse(node, `\`${name}\``);
  return asValue(node, name, entry, context);
}

/** Variadic functions take their values as one array: as a value they are given Python's form. */
function asValue(node: Node, name: string, entry: Signature, context: EmitContext): EmittedCode {
  const runtime = context.use(entry.runtime);
  if (entry.constant) return tight(runtime);
  if (libraryCallCount(node) === undefined)
    return invoke(
      context.use("builtinValue"),
      runtime,
      quote(`${name}(${(entry.parameters ?? []).join(", ")})`),
    );
  const star = (entry.parameters ?? []).findIndex((parameter) => /^\*\w/.test(parameter));
  if (star < 0) return tight(runtime);
  const before = (entry.parameters ?? [])
    .slice(0, star)
    .filter((parameter) => parameter !== "/")
    .map((_, at) => `first${at}`);
  const type = context.typed ? ": any" : "";
  const parameters = [...before.map((one) => one + type), `...values${context.typed ? ": any[]" : ""}`];
  return {
    text: `(${parameters.join(", ")}) => ${runtime}(${[...before, "values"].join(", ")})`,
    level: level.loose,
  };
}

function writeBuiltin(node: Name, context: EmitContext): EmittedCode {
  const { id } = node;
  if (id === "__name__") return tight('"__main__"');
  if (id === "NotImplemented" || isExceptionName(id)) return tight(context.use(id));
  if (builtinTypes.has(id)) return tight(context.use(id));
  const entry = builtin(id);
  if (!entry || entry.constant) return context.refuse(node, `\`${id}\``);
  return asValue(node, id, entry, context);
}
