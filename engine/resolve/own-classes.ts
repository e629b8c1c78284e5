import type { Node } from "../tree/nodes.ts";
import { isPower } from "./power-names.ts";
import { taints } from "./taint.ts";
import { noArguments, withArgs, type Given, type Machine } from "./machine.ts";
import {
  anything,
  items,
  joinAll,
  reference,
  text,
  type OwnClass,
  type OwnObject,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxAncestors = 30;

/** The class and the own classes it descends from, nearest first. */
function* lineage(of: OwnClass): Generator<OwnClass> {
  const seen = new Set<OwnClass>();
  const queue = [of];
  for (let next = queue.shift(); next && seen.size < maxAncestors; next = queue.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    yield next;
    for (const base of next.bases) for (const thing of base) if (thing.kind === "class") queue.push(thing);
  }
}

function findAttribute(of: OwnClass, name: string, skipFirst = false): PossibleValues | undefined {
  for (const one of lineage(of)) {
    if (skipFirst && one === of) continue;
    const found = one.attributes.get(name);
    if (found) return found;
  }
  return undefined;
}

/** The foreign class an own one descends from, as a path. */
function foreignBase(of: OwnClass): string | undefined {
  for (const one of lineage(of))
    for (const base of one.bases) for (const thing of base) if (thing.kind === "reference") return thing.path;
  return undefined;
}

export function readClassAttribute(machine: Machine, of: OwnClass, name: string, node: Node): PossibleValues {
  const found = findAttribute(of, name);
  if (found) return found.map((thing) => bindTo(thing, of));
  if (name === "__name__" || name === "__qualname__") return text(of.name);
  if (name === "mro") return [{ kind: "method", of, name }];
  if (name === "__base__") return of.bases[0] ?? reference("builtins.object");
  if (name === "__bases__" || name === "__mro__")
    return items("tuple", [
      ...(name === "__mro__" ? [[of] as PossibleValues] : []),
      ...of.bases,
      reference("builtins.object"),
    ]);
  for (const thing of of.metaclass ?? []) {
    if (thing.kind !== "class" || thing === of) continue;
    const method = findAttribute(thing, name) ?? findAttribute(thing, "__getattr__");
    if (method) {
      const bound = method.map((one) => bindSelf(one, of));
      return findAttribute(thing, name) ? bound : machine.call(bound, withArgs(text(name)), node);
    }
  }
  const base = foreignBase(of);
  return reference(base === undefined ? `own.${name}` : `${base}.${name}`);
}

/** A class method taken from its class is bound to the class; others are not bound. */
function bindTo(thing: AbstractValue, of: OwnClass): AbstractValue {
  return thing.kind === "function" && thing.how === "class" ? { ...thing, self: of } : thing;
}

function bindSelf(thing: AbstractValue, self: AbstractValue): AbstractValue {
  if (thing.kind !== "function" || thing.self !== undefined || thing.how === "static") return thing;
  return { ...thing, self: thing.how === "class" && self.kind === "object" ? self.of : self };
}

export function readObjectAttribute(
  machine: Machine,
  of: OwnObject,
  name: string,
  node: Node,
): PossibleValues {
  const own = of.attributes.get(name);
  if (own) return own;
  if (name === "__class__") return [of.of];
  const found = findAttribute(of.of, name);
  if (found) {
    const bound = found.map((thing) => bindSelf(thing, of));
    const [first] = bound;
    if (bound.length === 1 && first!.kind === "function" && first!.how === "property")
      return machine.call([first!], noArguments, node);
    return bound;
  }
  for (const one of lineage(of.of)) {
    const field = one.fields.get(name);
    if (field) return field;
  }
  const fallback = findAttribute(of.of, "__getattr__") ?? findAttribute(of.of, "__getattribute__");
  if (fallback && !name.startsWith("__"))
    return machine.call(
      fallback.map((thing) => bindSelf(thing, of)),
      withArgs(text(name)),
      node,
    );
  return reference(`self.${name}`, isOfRequest(of.of, name) ? taints.web : 0);
}

/** What the plain server hands to its handlers. */
function isOfRequest(of: OwnClass, name: string): boolean {
  return (
    /^(?:path|headers|rfile|requestline)$/.test(name) &&
    foreignBase(of)?.endsWith("HTTPRequestHandler") === true
  );
}

export function readSuperAttribute(of: OwnObject | OwnClass, name: string): PossibleValues {
  const start = of.kind === "object" ? of.of : of;
  const found = findAttribute(start, name, true);
  if (found) return found.map((thing) => bindSelf(thing, of));
  const base = foreignBase(start);
  return reference(base === undefined ? `own.${name}` : `${base}.${name}`);
}

/** Makes an object and lets its class set it up. */
export function instantiate(machine: Machine, of: OwnClass, given: Given, node: Node): PossibleValues {
  const object: OwnObject = { kind: "object", of, attributes: new Map() };
  for (const thing of of.metaclass ?? []) {
    const make = thing.kind === "class" && thing !== of ? findAttribute(thing, "__call__") : undefined;
    if (make)
      return machine.call(
        make.map((one) => bindSelf(one, of)),
        given,
        node,
      );
  }
  const made = findAttribute(of, "__new__");
  if (made) machine.call(made, { ...given, args: [[of], ...given.args] }, node);
  const setUp = findAttribute(of, "__init__");
  if (setUp)
    machine.call(
      setUp.map((thing) => bindSelf(thing, object)),
      given,
      node,
    );
  else if (isRecord(of)) fillRecord(of, object, given);
  else if (isPower(foreignBase(of) ?? "")) machine.call(reference(foreignBase(of)!), given, node);
  if (findAttribute(of, "__post_init__")) {
    const after = findAttribute(of, "__post_init__")!;
    machine.call(
      after.map((thing) => bindSelf(thing, object)),
      noArguments,
      node,
    );
  }
  return [object];
}

function isRecord(of: OwnClass): boolean {
  return of.node?.body.some(({ kind }) => kind === "AnnAssign") === true;
}

/** A dataclass or a named tuple takes its fields in order. */
function fillRecord(of: OwnClass, object: OwnObject, given: Given): void {
  const fields = (of.node?.body ?? []).flatMap((statement) =>
    statement.kind === "AnnAssign" && statement.target.kind === "Name" ? [statement.target.id] : [],
  );
  for (const [at, name] of fields.entries()) {
    const value = given.args[at] ?? given.keywords.get(name);
    if (value) object.attributes.set(name, value);
  }
}

export function callObject(machine: Machine, of: OwnObject, given: Given, node: Node): PossibleValues {
  const method = findAttribute(of.of, "__call__");
  return method
    ? machine.call(
        method.map((thing) => bindSelf(thing, of)),
        given,
        node,
      )
    : anything;
}

/** An object that is nothing but its attributes. */
export function namespaceOf(attributes: Map<string, PossibleValues>): OwnObject {
  const of: OwnClass = {
    kind: "class",
    name: "SimpleNamespace",
    node: undefined,
    attributes: new Map(),
    bases: [],
    metaclass: undefined,
    fields: new Map(),
  };
  return { kind: "object", of, attributes };
}

/** What a method called on any object of a class knows of `self`. */
export function anyObjectOf(of: OwnClass): OwnObject {
  return { kind: "object", of, attributes: of.fields };
}

export function joinInto(into: Map<string, PossibleValues>, name: string, value: PossibleValues): void {
  const before = into.get(name);
  into.set(name, before === undefined ? value : joinAll([before, value]));
}
