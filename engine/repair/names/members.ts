import { classOf, methodsOf, selfOf } from "../../program/classes.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { ClassDef, Expression, FunctionDef, Node } from "../../tree/nodes.ts";
import { isName } from "../../tree/written-names.ts";

export type MemberKind = "method" | "attribute";
type Members = ReadonlyMap<string, MemberKind>;

const known = new WeakMap<ProgramFacts, Map<ClassDef, Members>>();

/** What objects of a class have, as far as this text shows: what the class and its bases here define or set on `self`. */
export function membersOf(facts: ProgramFacts, owner: ClassDef): Members {
  let all = known.get(facts);
  if (!all) known.set(facts, (all = new Map()));
  let members = all.get(owner);
  if (!members) all.set(owner, (members = readMembers(facts, owner)));
  return members;
}

function readMembers(facts: ProgramFacts, start: ClassDef): Members {
  const members = new Map<string, MemberKind>();
  const seen = new Set<ClassDef>();
  const waiting = [start];
  for (let owner = waiting.pop(); owner; owner = waiting.pop()) {
    if (seen.has(owner)) continue;
    seen.add(owner);
    for (const { name, bindings } of facts.names.inside(owner)!.variables.values())
      if (!members.has(name)) members.set(name, bindings.every(isPlainMethod) ? "method" : "attribute");
    for (const method of methodsOf(owner))
      for (const name of setBy(facts, method)) members.set(name, "attribute");
    for (const base of owner.bases) {
      const known = classOf(facts, base);
      if (known) waiting.push(known);
    }
  }
  return members;
}

function isPlainMethod(node: Node): boolean {
  return isFunction(node) && !node.decorator_list.some(isProperty);
}

function isProperty(decorator: Expression): boolean {
  if (decorator.kind === "Attribute")
    return decorator.attr === "setter" || decorator.attr === "cached_property";
  return decorator.kind === "Name" && decorator.id.endsWith("property");
}

/** The attributes that a method sets on its own object. */
function setBy(facts: ProgramFacts, method: FunctionDef): string[] {
  const self = selfOf(method);
  if (self === undefined) return [];
  return facts.parts(method).flatMap((part) => {
    const isSet =
      part.kind === "Attribute" &&
      part.ctx === "Store" &&
      isName(part.value, self) &&
      !(part.parent?.kind === "AugAssign" && part.parent.target === part);
    return isSet ? [part.attr] : [];
  });
}

function isFunction(node: Node): node is FunctionDef {
  return node.kind === "FunctionDef" || node.kind === "AsyncFunctionDef";
}

export type Method = Readonly<{ method: FunctionDef; owner: ClassDef }>;

/** The method whose body a node stands in, also from within its inner functions. */
export function methodAround(facts: ProgramFacts, node: Node): Method | undefined {
  for (let scope = facts.names.scopeOf(node); scope.parent; scope = scope.parent) {
    const { owner } = scope;
    if (owner.kind === "ClassDef") return undefined;
    const around = scope.parent.owner;
    if (isFunction(owner) && around.kind === "ClassDef") return { method: owner, owner: around };
  }
  return undefined;
}

/** Whether the class whose method a node stands in has a member of this name. */
export function isMemberAround(facts: ProgramFacts, node: Node, name: string): boolean {
  const around = methodAround(facts, node);
  return around !== undefined && membersOf(facts, around.owner).has(name);
}
