import type { Tree } from "../../tree/tree.ts";
import type { Arg, Arguments, Expression, FunctionDef, Statement } from "../../tree/nodes.ts";
import type { Variable } from "../../program/scopes.ts";
import { isPlain } from "./arguments.ts";
import { libraryCallCount } from "./callbacks.ts";
import { at, braces, indent, level, loose, quote, tight, type EmittedCode } from "./code.ts";
import { any, type EmitContext, type FunctionFrame } from "./context.ts";
import { writeDecorated } from "./decorators.ts";
import { typeOfVariable } from "./typed.ts";

type Lambda = Extract<Expression, { kind: "Lambda" }>;
export type Written = Readonly<{ before: string[]; parameters: string; first: string[] }>;

/** A `def` as a statement: a declaration where JavaScript's would behave the same. */
export function writeFunction(node: FunctionDef, context: EmitContext): string[] {
  const variable = context.names.variableOf(node)!;
  const name = context.nameOf(variable);
  const place = context.declarations.at(variable);
  const late = variable.reads.some((read) => context.unsure.has(read));
  const { before, parameters, first } = writeParameters(node.args, name, context);
  const star = context.shapes.of(node).isGenerator ? "*" : "";
  const result = resultType(node, context);
  const body = writeBody(node, first, context, undefined);
  const comment = docComment(node.body);
  const signed = context.signed.has(node);
  if (place === node && !late && variable.bindings.length === 1 && node.decorator_list.length === 0) {
    const note = signed ? [`${context.use("define")}(${name}, ${quote(signature(node, context))});`] : [];
    return [
      ...before,
      ...comment,
      ...braces(`function${star} ${name}(${parameters})${result}`, body),
      ...note,
    ];
  }
  // A name of its own would hide the variable from the function's body.
  const text = braces(`function${star} (${parameters})${result}`, body).join("\n");
  const value = writeDecorated(
    node,
    signed ? tight(`${context.use("define")}(${text}, ${quote(signature(node, context))})`) : loose(text),
    context,
  );
  const declare =
    place === node ? `${variable.bindings.length === 1 ? "const" : "let"} ${name}${any(context)}` : name;
  return [...before, ...comment, `${declare} = ${at(value, level.loose)};`];
}

/** A function's parameters; defaults that are more than a constant are computed before, once. */
export function writeParameters(
  args: Arguments,
  owner: string,
  context: EmitContext,
  skip = 0,
  optional = false,
): Written {
  const before: string[] = [];
  const first: string[] = [];
  const positional = [...args.posonlyargs, ...args.args];
  const required = positional.length - args.defaults.length;
  const fallback = (one: Arg, value: Expression | null | undefined): string => {
    const variable = context.names.variableOf(one)!;
    const name = context.nameOf(variable);
    const type = optional ? any(context) : typeOfVariable(variable, context);
    if (!value) return name + (optional ? "?" : "") + type;
    if (isConstant(value)) return `${name}${type} = ${at(context.expression(value), level.loose)}`;
    const kept = context.fresh(`${owner}_${name}`);
    before.push(`const ${kept}${any(context)} = ${at(context.expression(value), level.loose)};`);
    return `${name}${type} = ${kept}`;
  };
  const list = positional.map((one, index) => fallback(one, args.defaults[index - required])).slice(skip);
  const plain = isPlain(args);
  if (args.vararg) {
    const name = context.nameOf(context.names.variableOf(args.vararg)!);
    list.push(`${plain ? "..." : ""}${name}${optional && !plain ? "?" : ""}${any(context)}`);
    if (plain) first.push(`${name} = new ${context.use("Tuple")}(${name});`);
  }
  list.push(...args.kwonlyargs.map((one, index) => fallback(one, args.kw_defaults[index])));
  if (args.kwarg)
    list.push(context.nameOf(context.names.variableOf(args.kwarg)!) + (optional ? "?" : "") + any(context));
  return { before, parameters: list.join(", "), first };
}

function isConstant(node: Expression): boolean {
  return (
    node.kind === "Constant" ||
    (node.kind === "UnaryOp" && node.operand.kind === "Constant" && node.op !== "Not")
  );
}

export function resultType(node: FunctionDef, context: EmitContext): string {
  if (!context.typed) return "";
  return context.shapes.of(node).isGenerator ? ": Generator<any, any, any>" : ": any";
}

/** The statements of a function, with the variables that must be declared before them. */
export function writeBody(
  node: FunctionDef,
  first: readonly string[],
  context: EmitContext,
  receiver: FunctionFrame["receiver"],
): string[] {
  const frame: FunctionFrame = {
    owner: node,
    temporaries: [],
    receiver,
    caught: undefined,
    loops: [],
    given: new Set(),
    counts: new Map(),
  };
  context.frames.push(frame);
  const lines = context.statements(node.body);
  if (
    context.flow.endOf(node.body) < 0 &&
    !isSilent(node) &&
    !context.shapes.of(node).isGenerator &&
    !isProcedure(node, context)
  )
    lines.push("return null;");
  context.frames.pop();
  const guarded =
    context.shapes.of(node).isGenerator && canStop(context) ? guardGenerator(lines, context) : lines;
  return [
    ...first,
    ...declareHoisted(context, context.declarations.hoisted(context.names.inside(node)!), frame),
    ...guarded,
  ];
}

const stopping = new WeakMap<Tree, boolean>();

/** Does the program ever ask for a next item that may not be there, or raise StopIteration itself? */
function canStop({ tree }: EmitContext): boolean {
  let can = stopping.get(tree);
  if (can === undefined) {
    can = tree.nodes.some(
      (node) =>
        (node.kind === "Name" && (node.id === "next" || node.id === "StopIteration")) ||
        (node.kind === "Attribute" && ["__next__", "send", "throw"].includes(node.attr)),
    );
    stopping.set(tree, can);
  }
  return can;
}

function guardGenerator(lines: readonly string[], context: EmitContext): string[] {
  const thrown = context.fresh("leaving");
  const rethrow = `throw ${context.use("leavingGenerator")}(${thrown});`;
  return ["try {", ...indent(lines), `} catch (${thrown}) {`, `  ${rethrow}`, "}"];
}

/** Methods whose result nobody can see. */
export function isSilent(node: FunctionDef): boolean {
  return (
    node.parent?.kind === "ClassDef" &&
    (node.name === "__init__" ||
      node.decorator_list.some((one) => one.kind === "Attribute" && one.attr === "setter"))
  );
}

export function declareHoisted(
  context: EmitContext,
  variables: readonly Variable[],
  frame: FunctionFrame,
): string[] {
  const names = [
    ...variables.filter((one) => frame.receiver?.variable !== one).map(context.nameOf),
    ...frame.temporaries,
  ];
  return names.length === 0 ? [] : [`let ${names.map((name) => name + any(context)).join(", ")};`];
}

/** A function that gives nothing, where nobody looks at what it gives. */
export function isProcedure(node: FunctionDef, context: EmitContext): boolean {
  const variable = context.names.variableOf(node);
  if (
    !variable ||
    variable.scope.kind === "class" ||
    context.signed.has(node) ||
    node.decorator_list.length > 0
  )
    return false;
  return variable.reads.every(
    (read) =>
      read.parent?.kind === "Call" && read.parent.func === read && read.parent.parent?.kind === "Expr",
  );
}

export function writeLambda(node: Lambda, context: EmitContext): EmittedCode {
  const { before, parameters, first } = writeParameters(node.args, "lambda", context);
  const frame: FunctionFrame = {
    owner: node,
    temporaries: [],
    receiver: undefined,
    caught: undefined,
    loops: [],
    given: new Set(),
    counts: new Map(),
  };
  context.frames.push(frame);
  const body = context.expression(node.body);
  context.frames.pop();
  const lines = [
    ...first,
    ...declareHoisted(context, context.declarations.hoisted(context.names.inside(node)!), frame),
  ];
  const arrow =
    lines.length === 0
      ? `(${parameters})${any(context)} => ${at(body, level.loose)}`
      : braces(`(${parameters})${any(context)} =>`, [...lines, `return ${at(body, level.loose)};`]).join(
          "\n",
        );
  const whole = needsSignature(node, context)
    ? `${context.use("define")}(${arrow}, ${quote(signature(node, context))})`
    : arrow;
  if (before.length === 0) return whole === arrow ? loose(arrow) : tight(whole);
  const kept = before.map((line) => /^const (\w+)(?:[^\w=][^=]*)?= ([^]*);$/.exec(line)!);
  const names = kept.map(([, name]) => name + any(context)).join(", ");
  return tight(`((${names}) => ${whole})(${kept.map(([, , value]) => value).join(", ")})`);
}

/** Lambdas whose every call is in sight, or that the library calls in the one right way, need none. */
function needsSignature(node: Lambda, context: EmitContext): boolean {
  if (!isPlain(node.args)) return true;
  const count = libraryCallCount(node);
  const { args, defaults, vararg } = node.args;
  const max = args.length + node.args.posonlyargs.length;
  if (count !== undefined) return count > max ? !vararg : count < max - defaults.length;
  const { parent } = node;
  if (parent?.kind !== "Assign" || parent.targets.length !== 1 || parent.targets[0]!.kind !== "Name")
    return true;
  const variable = context.names.variableOf(parent.targets[0]!);
  if (!variable || variable.scope.kind === "class" || variable.bindings.length > 1) return true;
  return variable.reads.some((read) => read.parent?.kind !== "Call" || read.parent.func !== read);
}

/** A function's name and parameters as Python's error messages need them. */
export function signature(node: FunctionDef | Lambda, context: EmitContext): string {
  const { args } = node;
  const positional = [...args.posonlyargs, ...args.args];
  const required = positional.length - args.defaults.length;
  const parts = positional.map(({ arg }, index) => (index >= required ? `${arg}=` : arg));
  if (args.posonlyargs.length > 0) parts.splice(args.posonlyargs.length, 0, "/");
  if (args.vararg) parts.push(`*${args.vararg.arg}`);
  else if (args.kwonlyargs.length > 0) parts.push("*");
  parts.push(...args.kwonlyargs.map(({ arg }, index) => (args.kw_defaults[index] ? `${arg}=` : arg)));
  if (args.kwarg) parts.push(`**${args.kwarg.arg}`);
  const isFixed =
    node.kind === "FunctionDef" &&
    node.decorator_list.some((one) => one.kind === "Name" && one.id === "staticmethod");
  return `${isFixed ? "static " : ""}${context.names.inside(node)!.qualname}(${parts.join(", ")})`;
}

/** The docstring as a comment. */
export function docComment(body: readonly Statement[]): string[] {
  const first = body[0];
  if (first?.kind !== "Expr" || first.value.kind !== "Constant" || first.value.value.type !== "str")
    return [];
  const lines = first.value.value.value
    .trim()
    .replaceAll("*/", "* /")
    .split("\n")
    .map((line) => line.trim());
  if (lines.length === 1) return lines[0] === "" ? [] : [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"];
}
