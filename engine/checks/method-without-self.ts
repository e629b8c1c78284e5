import { hasClassValues } from "../program/class-values.ts";
import { classOf, lineage, methodsOf, selfOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Attribute, ClassDef, Expression, FunctionDef } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { callsBuiltin } from "../program/builtin-names.ts";

export const methodWithoutSelf: Check = {
  id: "method-without-self",
  severity: "error",
  *find(facts) {
    if (isAskedByName(facts)) return;
    const asked = Map.groupBy(facts.all("Attribute"), ({ attr }) => attr);
    for (const owner of facts.classes) {
      if (!lineage(facts, owner) || isNamespace(owner)) continue;
      for (const method of methodsOf(owner)) {
        if (takesNothing(method) && !isUsedUnbound(facts, owner, method, asked.get(method.name) ?? [])) {
          const message = `\`${method.name}\` takes no parameter, so calling it on an object raises TypeError. Add \`self\`, or decorate it with \`@staticmethod\`.`;
          yield { node: method, message };
        }
      }
    }
  },
};

function takesNothing({ args, decorator_list, name }: FunctionDef): boolean {
  const { posonlyargs, args: plain, vararg } = args;
  return (
    posonlyargs.length + plain.length === 0 &&
    !vararg &&
    decorator_list.length === 0 &&
    !["__new__", "__init_subclass__", "__class_getitem__"].includes(name)
  );
}

/** A class none of whose methods takes `self` only holds functions together. */
function isNamespace(owner: ClassDef): boolean {
  const methods = methodsOf(owner);
  return methods.length > 1 && methods.every(takesNothing);
}

/** A name that is put together may reach any method, through the class as well. */
function isAskedByName(facts: ProgramFacts): boolean {
  return (
    facts.all("Name").some(({ id }) => id === "getattr" || id === "vars") ||
    facts.all("Attribute").some(({ attr }) => attr === "__dict__")
  );
}

/** Whether it may be called through a class, or while the class is being made: only objects pass themselves. */
function isUsedUnbound(
  facts: ProgramFacts,
  owner: ClassDef,
  { name }: FunctionDef,
  asked: readonly Attribute[],
): boolean {
  const inBody = facts.names.inside(owner)!.variables.get(name)!.mentions.length > 0;
  return inBody || asked.some(({ value }) => mayBeClass(facts, value));
}

function mayBeClass(facts: ProgramFacts, node: Expression): boolean {
  if (node.kind === "Attribute") return node.attr === "__class__" || hasClassValues(facts);
  if (node.kind === "Call")
    return !classOf(facts, node.func) && (callsBuiltin(facts, node, "type") || hasClassValues(facts));
  if (node.kind !== "Name") return hasClassValues(facts);
  const bindings = facts.names.variableOf(node)?.bindings ?? [];
  if (bindings.some(({ kind }) => kind === "ClassDef" || kind === "Alias")) return true;
  const method = bindings[0]?.kind === "Arg" ? bindings[0].parent?.parent : undefined;
  if (method?.kind === "FunctionDef" && facts.names.scopeOf(method).kind === "class")
    return selfOf(method) === undefined || (selfOf(method) !== node.id && hasClassValues(facts));
  return hasClassValues(facts);
}
