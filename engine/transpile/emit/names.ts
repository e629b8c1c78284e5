import type { Expression, Node } from "../../tree/nodes.ts";
import { isExceptionName } from "../class-table.ts";
import type { Variable } from "../../program/scopes.ts";
import { builtin, builtinTypes, library, libraryName } from "../library.ts";
import type { Signature } from "../signatures.ts";
import { libraryCallCount } from "./callbacks.ts";
import { invoke, level, quote, tight, type Code } from "./code.ts";
import type { Context } from "./context.ts";

type Name = Extract<Expression, { kind: "Name" }>;

export function writeName(node: Name, ctx: Context): Code {
  const variable = ctx.names.variableOf(node);
  if (!variable) return writeBuiltin(node, ctx);
  const imported = importOf(variable);
  if (imported) return writeImported(node, imported, ctx);
  noteEscape(node, variable, ctx);
  return readVariable(node, variable, ctx);
}

export function readVariable(node: Name, variable: Variable, ctx: Context): Code {
  if (variable.scope.kind === "class")
    return ctx.unsure.has(node) ? outsideClass(node, variable, ctx) : classVariable(variable, ctx);
  const name = variableText(variable, ctx);
  if (!ctx.unsure.has(node)) return tight(name);
  const own = variable.scope.kind === "module";
  const declared = ctx.declarations.at(variable) !== undefined;
  if (own && declared && name === variable.name) return tight(name);
  if (own)
    return invoke(
      ctx.use(declared ? "lateGlobal" : "boundGlobal"),
      declared ? `() => ${name}` : name,
      quote(variable.name),
    );
  const local = functionOf(ctx.names.scopeOf(node).owner) === functionOf(variable.scope.owner);
  return invoke(ctx.use(local ? "boundLocal" : "boundFree"), name, quote(variable.name));
}

/** How a variable is written; the receiver of a method is `this`. */
export function variableText(variable: Variable, ctx: Context): string {
  for (const frame of ctx.frames) if (frame.receiver?.variable === variable) return frame.receiver.text;
  return ctx.nameOf(variable);
}

function functionOf(owner: Node): Node {
  let at = owner;
  while (at.kind !== "FunctionDef" && at.kind !== "Lambda" && at.kind !== "Module") at = at.parent!;
  return at;
}

/** A class that has not bound the name yet reads the one outside. */
function outsideClass(node: Name, variable: Variable, ctx: Context): Code {
  const outer = ctx.names.lookUp(variable.scope.owner, variable.name);
  if (!outer || outer.scope.kind === "class" || importOf(outer))
    return ctx.refuse(node, `\`${variable.name}\`, which the class binds later`);
  return tight(ctx.nameOf(outer));
}

function classVariable(variable: Variable, ctx: Context): Code {
  const owner = ctx.names.variableOf(variable.scope.owner);
  if (!owner) return ctx.refuse(variable.scope.owner, "this class");
  return tight(`${ctx.nameOf(owner)}.prototype.${variable.name}`);
}

/** A function that is handed on may be called in any way: its parameters must be known then. */
function noteEscape(node: Name, variable: Variable, ctx: Context): void {
  const called = node.parent?.kind === "Call" && node.parent.func === node;
  const definition = variable.bindings.find(({ kind }) => kind === "FunctionDef");
  if (!called && definition) ctx.signed.add(definition);
}

export function importOf(variable: Variable): Extract<Node, { kind: "Alias" }> | undefined {
  const found = variable.bindings.find((node) => node.kind === "Alias");
  return found?.kind === "Alias" ? found : undefined;
}

function writeImported(node: Name, alias: Extract<Node, { kind: "Alias" }>, ctx: Context): Code {
  if (alias.parent?.kind !== "ImportFrom") return ctx.refuse(node, `the module \`${alias.name}\` as a value`);
  return libraryValue(node, libraryName(alias)!, ctx);
}

/** A function or constant of the library, as a value. */
export function libraryValue(node: Node, name: string, ctx: Context): Code {
  const entry = library(name);
  if (!entry) return ctx.refuse(node, `\`${name}\``);
  return asValue(node, name, entry, ctx);
}

/** Variadic functions take their values as one array: as a value they are given Python's form. */
function asValue(node: Node, name: string, entry: Signature, ctx: Context): Code {
  const runtime = ctx.use(entry.runtime);
  if (entry.constant) return tight(runtime);
  if (libraryCallCount(node) === undefined)
    return invoke(ctx.use("builtinValue"), runtime, quote(`${name}(${(entry.parameters ?? []).join(", ")})`));
  const star = (entry.parameters ?? []).findIndex((parameter) => /^\*\w/.test(parameter));
  if (star < 0) return tight(runtime);
  const before = (entry.parameters ?? [])
    .slice(0, star)
    .filter((parameter) => parameter !== "/")
    .map((_, at) => `first${at}`);
  const type = ctx.typed ? ": any" : "";
  const parameters = [...before.map((one) => one + type), `...values${ctx.typed ? ": any[]" : ""}`];
  return {
    text: `(${parameters.join(", ")}) => ${runtime}(${[...before, "values"].join(", ")})`,
    level: level.loose,
  };
}

function writeBuiltin(node: Name, ctx: Context): Code {
  const { id } = node;
  if (id === "__name__") return tight('"__main__"');
  if (id === "NotImplemented" || isExceptionName(id)) return tight(ctx.use(id));
  if (builtinTypes.has(id)) return tight(ctx.use(id));
  const entry = builtin(id);
  if (!entry || entry.constant) return ctx.refuse(node, `\`${id}\``);
  return asValue(node, id, entry, ctx);
}
