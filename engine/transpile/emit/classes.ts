import type { ClassDef, Expression, FunctionDef, Statement } from "../../tree/nodes.ts";
import { decoratorNames, dottedName, findMethod, isExceptionName } from "../class-table.ts";
import { dataclassDecorator, dataclassOption } from "../dataclasses.ts";
import { at, braces, level, quote } from "./code.ts";
import type { EmitContext, FunctionFrame } from "./context.ts";
import { dataclassArguments, writeDataclassMembers } from "./dataclass.ts";
import { docComment, resultType, signature, writeBody, writeParameters } from "./functions.ts";
import { checkAttribute, mangled } from "./attributes.ts";

export function writeClass(node: ClassDef, context: EmitContext): string[] {
  const variable = context.names.variableOf(node)!;
  const name = context.nameOf(variable);
  check(node, context);
  checkAbstract(node, context);
  const before: string[] = [];
  const members: string[][] = [];
  const after: string[] = [];
  if (name !== node.name)
    members.push([`static ${context.typed ? "readonly " : ""}__name__ = ${quote(node.name)};`]);
  const isData = dataclassDecorator(node) !== undefined;
  if (isData) members.push(...writeDataclassMembers(node, before, context));
  for (const part of node.body) {
    if (part.kind === "FunctionDef") members.push(writeMethod(part, name, before, context));
    else if (!isData || !isFactory(part)) after.push(...writeMember(part, context));
  }
  const facts = context.classes.of(node);
  const comparesItself = facts?.methods.has("__eq__") || (isData && !dataclassOption(node, "frozen"));
  if (comparesItself && !facts?.methods.has("__hash__")) after.unshift(`${name}.prototype.__hash__ = null;`);
  for (const [method, definition] of facts?.methods ?? [])
    if (context.signed.has(method) && !isAccessor(definition))
      after.push(
        `${context.use("define")}(${methodPath(name, definition)}, ${quote(signature(definition, context))});`,
      );
  if (isData && context.signed.has("__init__") && !facts?.methods.has("__init__"))
    after.push(
      `${context.use("define")}(${name}.prototype.__init__, ${quote(dataclassSignature(node, context))});`,
    );
  const body = members.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
  const head = `class ${name} extends ${writeBase(node, context)}`;
  const place = context.declarations.at(variable);
  const lines = place === node ? braces(head, body) : [`${name} = ${braces(head, body).join("\n")};`];
  return [...before, ...docComment(node.body), ...lines, ...after];
}

/** `field(default_factory=…)` leaves nothing in the class. */
function isFactory(node: Statement): boolean {
  return (
    node.kind === "AnnAssign" &&
    node.value?.kind === "Call" &&
    ["field", "dataclasses.field"].includes(dottedName(node.value.func))
  );
}

function dataclassSignature(node: ClassDef, context: EmitContext): string {
  const args = dataclassArguments(node, context);
  const required = args.args.length - args.defaults.length;
  return `${node.name}.__init__(${["self", ...args.args.map(({ arg }, index) => (index >= required ? `${arg}=` : arg))].join(", ")})`;
}

function isAccessor(node: FunctionDef): boolean {
  return decoratorNames(node).some((one) => one === "property" || one.endsWith(".setter"));
}

function check(node: ClassDef, context: EmitContext): void {
  if (node.bases.length > 1) context.refuse(node, "a class with several bases");
  if (node.keywords.length > 0) context.refuse(node, "a class with keyword arguments (a metaclass)");
  for (const decorator of node.decorator_list)
    if (decorator !== dataclassDecorator(node))
      context.refuse(decorator, `the class decorator \`${dottedName(decorator)}\``);
}

function writeBase(node: ClassDef, context: EmitContext): string {
  const [base] = node.bases;
  if (
    !base ||
    (base.kind === "Name" && base.id === "object" && !context.names.variableOf(base)) ||
    isAbstractBase(base)
  )
    return context.use("Instance");
  if (base.kind === "Name" && !context.names.variableOf(base)) {
    if (isExceptionName(base.id)) return context.use(base.id);
    return context.refuse(base, `a class that inherits from \`${base.id}\``).text;
  }
  const kind = context.kinds.of(base);
  if (!kind.startsWith("class ")) return context.refuse(base, "a class whose base is computed").text;
  return at(context.expression(base), level.tight);
}

function isAbstractBase(base: Expression): boolean {
  return ["ABC", "abc.ABC"].includes(dottedName(base));
}

/** Python makes no objects of abstract classes; where the program only inherits from them nobody notices. */
function checkAbstract(node: ClassDef, context: EmitContext): void {
  const open = new Set<string>();
  for (let facts = context.classes.of(node); facts; facts = facts.base)
    for (const [name, method] of facts.methods)
      if (decoratorNames(method).some((one) => one.endsWith("abstractmethod"))) open.add(name);
  if (open.size === 0) return;
  const answered = (name: string): boolean =>
    !decoratorNames(findMethod(context.classes.of(node), name)!).some((one) =>
      one.endsWith("abstractmethod"),
    );
  if ([...open].every(answered)) return;
  for (const read of context.names.variableOf(node)?.reads ?? []) {
    const { parent } = read;
    const inherits = parent?.kind === "ClassDef";
    const asked =
      parent?.kind === "Call" &&
      parent.func.kind === "Name" &&
      ["isinstance", "issubclass"].includes(parent.func.id);
    if (!inherits && !asked) context.refuse(read, "an abstract class as a value");
  }
}

/** Special methods that would have to change how Python works inside. */
const unsupported = new Set(
  "__new__ __getattribute__ __setattr__ __delattr__ __del__ __init_subclass__ __class_getitem__ __get__ __set__ __set_name__ __slots__ __metaclass__ __prepare__ __await__ __aiter__ __anext__ __aenter__ __aexit__ __instancecheck__ __subclasscheck__ __matmul__ __rmatmul__ __dir__ __reduce__ __copy__ __deepcopy__ __bytes__ __complex__ __sizeof__ __missing__ __fspath__ __match_args__".split(
    " ",
  ),
);

function writeMethod(node: FunctionDef, owner: string, before: string[], context: EmitContext): string[] {
  if (unsupported.has(node.name)) context.refuse(node, `the method \`${node.name}\``);
  if (["constructor", "prototype", "__proto__"].includes(node.name))
    context.refuse(node, `a method named \`${node.name}\``);
  const decorators = decoratorNames(node);
  const accessor = accessorWord(node, decorators, context);
  const isStatic = decorators.includes("staticmethod");
  const isClass = decorators.includes("classmethod");
  const self = node.args.posonlyargs[0] ?? node.args.args[0];
  if (!isStatic && !self) {
    context.refuse(node, "a method without a receiver");
    return [];
  }
  const optional =
    context.typed && (context.classes.methods(node.name).length > 1 || node.name === "__init__");
  const written = writeParameters(
    node.args,
    `${owner}_${node.name}`,
    context,
    isStatic ? 0 : 1,
    optional && accessor === "",
  );
  before.push(...written.before);
  const receiver = isStatic ? undefined : receiverOf(node, context);
  const first =
    receiver && receiver.text !== "this"
      ? [`const ${receiver.text} = this;`, ...written.first]
      : written.first;
  const body = writeBody(node, first, context, receiver);
  const word = accessor === "" ? (isStatic || isClass ? "static " : "") : `${accessor} `;
  const name = mangled(node.name, node);
  const result = accessor === "set" ? "" : resultType(node, context);
  return [
    ...docComment(node.body),
    ...braces(
      `${word}${context.shapes.of(node).isGenerator ? "*" : ""}${name}(${written.parameters})${result}`,
      body,
    ),
  ];
}

const plainDecorators = new Set(["staticmethod", "classmethod", "abstractmethod", "abc.abstractmethod"]);

function accessorWord(
  node: FunctionDef,
  decorators: readonly string[],
  context: EmitContext,
): "" | "get" | "set" {
  for (const one of decorators) {
    if (one === "property") return "get";
    if (one === `${node.name}.setter`) return "set";
    if (!plainDecorators.has(one)) context.refuse(node, `the decorator \`${one}\` of a method`);
  }
  return "";
}

/** `this`, or a variable of its own where functions inside the method need it too. */
function receiverOf(node: FunctionDef, context: EmitContext): FunctionFrame["receiver"] {
  const variable = context.names.variableOf(node.args.posonlyargs[0] ?? node.args.args[0]!)!;
  const deep = [...variable.reads, ...variable.bindings].some((use) => {
    for (let around = use.parent; around && around !== node; around = around.parent)
      if (around.kind === "FunctionDef" || around.kind === "ClassDef") return true;
    return false;
  });
  return { variable, text: deep || variable.bindings.length > 1 ? context.nameOf(variable) : "this" };
}

/** Class attributes live where the objects find them. */
function writeMember(node: Statement, context: EmitContext): string[] {
  if (node.kind === "Pass" || (node.kind === "Expr" && node.value.kind === "Constant")) return [];
  if (node.kind === "AnnAssign" && node.target.kind === "Name") checkAttribute(node, node.target.id, context);
  if (node.kind === "AnnAssign" && !node.value) return [];
  if (node.kind === "Assign" || node.kind === "AnnAssign") {
    const targets = node.kind === "Assign" ? node.targets : [node.target];
    for (const target of targets) {
      if (target.kind !== "Name") context.refuse(target, "this target of an assignment in a class");
      else if (unsupported.has(target.id)) context.refuse(target, `\`${target.id}\``);
      else checkAttribute(target, target.id, context);
    }
    return checkedMember(node, context);
  }
  context.refuse(node, "this statement in a class");
  return [];
}

/** A function that a class merely holds would become a method in Python; a method under a second name is fine. */
function checkedMember(
  node: Extract<Statement, { kind: "Assign" | "AnnAssign" }>,
  context: EmitContext,
): string[] {
  const value = node.value!;
  const lines = context.statements([node]);
  const kind = context.kinds.of(value);
  const alias = value.kind === "Name" && context.names.variableOf(value)?.scope.kind === "class";
  if (kind === "function") context.refuse(value, "a function as a class attribute");
  if (kind !== "unknown" || alias || value.kind === "Constant") return lines;
  return lines.map((line) => line.replace(/^([\w.]+) = ([^]*);$/, `$1 = ${context.use("classValue")}($2);`));
}

function methodPath(owner: string, node: FunctionDef): string {
  const decorators = decoratorNames(node);
  const isStatic = decorators.includes("staticmethod") || decorators.includes("classmethod");
  return `${owner}.${isStatic ? "" : "prototype."}${mangled(node.name, node)}`;
}
