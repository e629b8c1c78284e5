import type { Arguments, ClassDef } from "../../tree/nodes.ts";
import { dataclassDecorator, dataclassOption, fieldsOf, type Field } from "../dataclasses.ts";
import { at, braces, level } from "./code.ts";
import { any, type EmitContext } from "./context.ts";

const options = new Set(["order", "frozen", "eq", "repr", "init"]);
const fieldOptions = new Set(["default", "default_factory", "repr", "compare"]);

/** The methods that Python writes for a dataclass. */
export function writeDataclassMembers(node: ClassDef, before: string[], context: EmitContext): string[][] {
  check(node, context);
  const fields = fieldsOf(node, context.names);
  const own = new Set(node.body.flatMap((part) => (part.kind === "FunctionDef" ? [part.name] : [])));
  const members: string[][] = [];
  if (!own.has("__init__")) members.push(writeInit(node, fields, before, context));
  if (!own.has("__repr__")) members.push(writeRepr(fields, context));
  const compared = fields.filter((field) => field.compared).map(({ name }) => name);
  if (!own.has("__eq__")) members.push(writeComparison("__eq__", "equals", compared, context));
  if (dataclassOption(node, "order"))
    for (const [name, runtime] of [
      ["__lt__", "less"],
      ["__le__", "lessEqual"],
      ["__gt__", "greater"],
      ["__ge__", "greaterEqual"],
    ] as const)
      members.push(writeComparison(name, runtime, compared, context));
  if (dataclassOption(node, "frozen")) members.push(writeHash(compared, context));
  return members;
}

function check(node: ClassDef, context: EmitContext): void {
  const decorator = dataclassDecorator(node)!;
  if (decorator.kind === "Call")
    for (const { arg, value } of decorator.keywords)
      if (
        !options.has(arg ?? "") ||
        value.kind !== "Constant" ||
        value.value.type !== "bool" ||
        (!value.value.value && arg !== "frozen" && arg !== "order")
      )
        context.refuse(decorator, `this option of \`dataclass\``);
  for (const part of node.body) {
    if (
      part.kind !== "AnnAssign" ||
      part.value?.kind !== "Call" ||
      part.value.func.kind !== "Name" ||
      part.value.func.id !== "field"
    )
      continue;
    if (part.value.args.length > 0 || part.value.keywords.some(({ arg }) => !fieldOptions.has(arg ?? "")))
      context.refuse(part.value, "this option of `field`");
  }
  const fields = fieldsOf(node, context.names);
  // Nobody notices that a frozen object can be changed if nobody tries.
  if (dataclassOption(node, "frozen") && fields.some(({ name }) => context.classes.isChanged(name)))
    context.refuse(decorator, "a frozen dataclass whose fields are assigned");
  const firstOptional = fields.findIndex((field) => field.fallback || field.factory);
  if (firstOptional >= 0 && fields.slice(firstOptional).some((field) => !field.fallback && !field.factory))
    context.refuse(decorator, "a field without default after one with a default");
}

function writeInit(
  node: ClassDef,
  fields: readonly Field[],
  before: string[],
  context: EmitContext,
): string[] {
  const parameters = fields.map((field) => {
    if (!field.fallback) return field.name + (context.typed ? "?: any" : "");
    const value = at(context.expression(field.fallback), level.loose);
    if (field.fallback.kind === "Constant" || field.fallback.kind === "UnaryOp")
      return `${field.name}${any(context)} = ${value}`;
    const kept = context.fresh(`${node.name}_${field.name}`);
    before.push(`const ${kept}${any(context)} = ${value};`);
    return `${field.name}${any(context)} = ${kept}`;
  });
  const lines = fields.map(({ name, factory }) => {
    if (!factory) return `this.${name} = ${name};`;
    return `this.${name} = ${name} === undefined ? ${context.use("call")}(${at(context.expression(factory), level.loose)}) : ${name};`;
  });
  if (node.body.some((part) => part.kind === "FunctionDef" && part.name === "__post_init__"))
    lines.push("this.__post_init__();");
  return braces(`__init__(${parameters.join(", ")})${any(context)}`, lines);
}

function writeRepr(fields: readonly Field[], context: EmitContext): string[] {
  const shown = fields.filter((field) => field.shown);
  const parts = shown.map(({ name }) => `${name}=\${${context.use("repr")}(this.${name})}`);
  return braces(`__repr__()${any(context)}`, [
    `return \`\${${context.use("className")}(this.constructor)}(${parts.join(", ")})\`;`,
  ]);
}

function writeComparison(
  name: string,
  runtime: string,
  fields: readonly string[],
  context: EmitContext,
): string[] {
  const tuple = (owner: string): string =>
    `new ${context.use("Tuple")}([${fields.map((field) => `${owner}.${field}`).join(", ")}])`;
  return braces(`${name}(other${any(context)})${any(context)}`, [
    `if (other?.constructor !== this.constructor) return ${context.use("NotImplemented")};`,
    `return ${context.use(runtime)}(${tuple("this")}, ${tuple("other")});`,
  ]);
}

function writeHash(fields: readonly string[], context: EmitContext): string[] {
  return braces(`__hash__()${any(context)}`, [
    `return ${context.use("hashOf")}(new ${context.use("Tuple")}([${fields.map((field) => `this.${field}`).join(", ")}]));`,
  ]);
}

/** The parameters of the `__init__` that a dataclass gets. */
export function dataclassArguments(node: ClassDef, context: Pick<EmitContext, "names">): Arguments {
  const fields = fieldsOf(node, context.names);
  const at = { start: node.start, end: node.end, parent: node };
  return {
    ...at,
    kind: "Arguments",
    posonlyargs: [],
    args: fields.map(({ name }) => ({ ...at, kind: "Arg", arg: name, annotation: undefined })),
    vararg: undefined,
    kwonlyargs: [],
    kw_defaults: [],
    kwarg: undefined,
    defaults: fields.flatMap(({ fallback, factory }) => fallback ?? factory ?? []),
  };
}
