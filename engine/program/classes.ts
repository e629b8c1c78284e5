import type { ClassDef, Expression, FunctionDef, Node, Statement } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";

/** Classes that give those built on them nothing but their name. */
const plainBases = new Set(["object", "ABC", "Generic", "Protocol"]);
const plainDecorators = new Set(["dataclass", "total_ordering", "final", "runtime_checkable"]);

/** Nobody builds more classes on each other. */
const maxLineage = 50;

/** A class and the classes of this text it is built on, itself first; undefined when a part of it is out of sight. */
export function lineage(facts: ProgramFacts, start: ClassDef): readonly ClassDef[] | undefined {
  const line: ClassDef[] = [];
  const waiting = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (line.includes(next)) continue;
    if (line.push(next) > maxLineage) return undefined;
    if (next.keywords.length > 0 || !next.decorator_list.every(isPlainDecorator)) return undefined;
    for (const base of next.bases) {
      const known = classOf(facts, base);
      if (known) waiting.push(known);
      else if (!isPlainBase(facts, base)) return undefined;
    }
  }
  return line;
}

/** The class of this text that an expression names, if nothing else can be meant. */
export function classOf(facts: ProgramFacts, node: Expression): ClassDef | undefined {
  const definition = definitionOf(facts, node);
  return definition?.kind === "ClassDef" ? definition : undefined;
}

/** The one definition or import a name stands for. */
export function definitionOf(facts: ProgramFacts, node: Expression): Node | undefined {
  if (node.kind !== "Name") return undefined;
  const bound = facts.names.lookUp(node, node.id)?.bindings;
  return bound?.length === 1 ? bound[0] : undefined;
}

function isPlainBase(facts: ProgramFacts, base: Expression): boolean {
  if (base.kind === "Subscript") return isPlainBase(facts, base.value);
  if (base.kind === "Attribute") return plainBases.has(base.attr);
  if (base.kind !== "Name" || !plainBases.has(base.id)) return false;
  const origin = facts.names.lookUp(base, base.id);
  return origin === undefined || definitionOf(facts, base)?.kind === "Alias";
}

function isPlainDecorator(decorator: Expression): boolean {
  if (decorator.kind === "Call") return isPlainDecorator(decorator.func);
  if (decorator.kind === "Attribute") return plainDecorators.has(decorator.attr);
  return decorator.kind === "Name" && plainDecorators.has(decorator.id);
}

/** The functions defined in a class's own body, also those under a condition. */
export function methodsOf({ body }: ClassDef): FunctionDef[] {
  const methods: FunctionDef[] = [];
  const waiting: Statement[] = [...body];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.kind === "FunctionDef" || next.kind === "AsyncFunctionDef") methods.push(next);
    else if (next.kind === "If") waiting.push(...next.body, ...next.orelse);
    else if (next.kind === "Try") waiting.push(...next.body, ...next.orelse, ...next.finalbody);
  }
  return methods;
}

/** The name by which a method knows its object; undefined for static and class methods. */
export function selfOf(method: FunctionDef): string | undefined {
  const isPlain = method.decorator_list.every((decorator) => {
    const name = decorator.kind === "Attribute" ? decorator.attr : undefined;
    const id = decorator.kind === "Name" ? decorator.id : name;
    return id !== "staticmethod" && id !== "classmethod" && decorator.kind !== "Call";
  });
  if (!isPlain || ["__new__", "__init_subclass__", "__class_getitem__"].includes(method.name))
    return undefined;
  return [...method.args.posonlyargs, ...method.args.args][0]?.arg;
}

/** Whether a class is meant to be finished by another: it says so, or leaves methods to others. */
export function isUnfinished({ name, body, bases }: ClassDef): boolean {
  if (/mixin|base|abstract|interface|protocol|template/i.test(name)) return true;
  if (bases.some((base) => /ABC|Protocol/.test("id" in base ? base.id : "attr" in base ? base.attr : "")))
    return true;
  return body.some(
    (statement) =>
      (statement.kind === "FunctionDef" || statement.kind === "AsyncFunctionDef") &&
      statement.body.some(
        (part) =>
          part.kind === "Raise" &&
          part.exc !== undefined &&
          JSON.stringify(nameIn(part.exc)).includes("NotImplemented"),
      ),
  );
}

function nameIn(node: Expression): string {
  if (node.kind === "Call") return nameIn(node.func);
  return node.kind === "Name" ? node.id : "";
}
