import { isText } from "../tree/constants.ts";
import type { Attribute, ClassDef, Name, Node } from "../tree/nodes.ts";
import { classOf, lineage, methodsOf, selfOf } from "./classes.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";
import type { Scope } from "./scopes.ts";

/** Which attributes the objects of a program may have been given. */
type AttributeStores = Readonly<{
  /** Whether anything may set an attribute of this name on objects of a class, given with all it is built on. */
  maySet(line: readonly ClassDef[], name: string): boolean;
}>;

const reachesAttributes = new Set(["setattr", "vars", "exec", "eval", "__dict__", "__setattr__"]);
/** By these, the function behind a method can be given any object. */
const reachesFunctions = new Set(["type", "__class__", "__func__", "getattr", "__get__", "MethodType"]);

/** Every attribute that is set on anything, or spelled out in a string; undefined when attributes come from nowhere. */
export function attributeStores(facts: ProgramFacts): AttributeStores | undefined {
  const anywhere = new Set<string>();
  const byClass = new Map<ClassDef, Set<string>>();
  const methods = ownersOfSelf(facts);
  const kept = new Map<ClassDef, boolean>();
  const keeps = (owner: ClassDef): boolean => {
    const known = kept.get(owner) ?? keepsItsMethods(facts, owner);
    kept.set(owner, known);
    return known;
  };
  const stores: Attribute[] = [];
  let isReached = false;
  for (const node of facts.tree.nodes) {
    const name = node.kind === "Attribute" ? node.attr : node.kind === "Name" ? node.id : "";
    if (reachesAttributes.has(name)) return undefined;
    if (reachesFunctions.has(name)) isReached = true;
    if (node.kind === "Attribute" && node.ctx !== "Load") {
      if (name === "__class__") return undefined;
      if (!isAugmented(node) && !isMadeOfItself(facts, node)) stores.push(node);
    }
    if (isText(node)) anywhere.add(node.value.value);
  }
  for (const store of stores) {
    const owner = isReached ? undefined : ownerOf(facts, methods, store);
    if (!owner || !keeps(owner)) anywhere.add(store.attr);
    else byClass.set(owner, (byClass.get(owner) ?? new Set()).add(store.attr));
  }
  return {
    maySet: (line, name) => {
      if (anywhere.has(name)) return true;
      const owners = line.every(keeps) ? line : byClass.keys();
      return [...owners].some((part) => byClass.get(part)?.has(name));
    },
  };
}

/** The class on whose object an attribute is set: in a method, or on what a name is made to be. */
function ownerOf(
  facts: ProgramFacts,
  owners: ReadonlyMap<Scope, ClassDef>,
  { value }: Attribute,
): ClassDef | undefined {
  if (value.kind !== "Name") return undefined;
  const scope = facts.names.variableOf(value)?.scope;
  const owner = scope && owners.get(scope);
  if (owner && selfOf(scope.owner as never) === value.id) return owner;
  const made = onlyValue(facts, value);
  return made?.kind === "Call" ? classOf(facts, made.func) : undefined;
}

/** The methods of each class, by their scopes, that call their object by one name only. */
export function ownersOfSelf(facts: ProgramFacts): ReadonlyMap<Scope, ClassDef> {
  const owners = new Map<Scope, ClassDef>();
  for (const owner of facts.classes) {
    for (const method of methodsOf(owner)) {
      const self = selfOf(method);
      const scope = facts.names.inside(method)!;
      if (self !== undefined && scope.variables.get(self)?.bindings.length === 1) owners.set(scope, owner);
    }
  }
  return owners;
}

/** Whether a class is only made, built on and tested for: nobody calls its methods with objects of others. */
function keepsItsMethods(facts: ProgramFacts, owner: ClassDef): boolean {
  if (!lineage(facts, owner) || methodsOf(owner).some(({ name }) => name === "__new__")) return false;
  return facts.names.variableOf(owner)?.reads.every(isPlainMention) ?? false;
}

function isPlainMention(node: Name): boolean {
  const { parent } = node;
  if (parent?.kind === "Call") {
    if (parent.func === node) return true;
    return parent.func.kind === "Name" && ["isinstance", "issubclass"].includes(parent.func.id);
  }
  if (parent?.kind === "ClassDef") return (parent.bases as readonly Node[]).includes(node);
  return parent?.kind === "Arg" || (parent?.kind === "AnnAssign" && parent.annotation === node);
}

/** `self.x += 1` reads before it sets. */
export function isAugmented({ parent, start }: Attribute): boolean {
  return parent?.kind === "AugAssign" && parent.target.start === start;
}

/** `self.x = self.x + 1` cannot be the first to set it. */
function isMadeOfItself(facts: ProgramFacts, { parent, attr, value }: Attribute): boolean {
  if (parent?.kind !== "Assign" || value.kind !== "Name") return false;
  const { value: given } = parent;
  return (
    given.kind === "BinOp" &&
    facts
      .parts(given)
      .some(
        (part) =>
          part.kind === "Attribute" &&
          part.attr === attr &&
          part.value.kind === "Name" &&
          part.value.id === value.id,
      )
  );
}
