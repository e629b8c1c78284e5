import { missingAttributeData } from "../findings/data.ts";
import { attributeStores, isAugmented, ownersOfSelf } from "../program/attribute-stores.ts";
import { isCaught } from "../program/caught.ts";
import { classOf, isUnfinished, lineage, methodsOf, selfOf } from "../program/classes.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { onlyValue } from "../program/lengths.ts";
import { standsAlone } from "../program/stand-alone.ts";
import type { Attribute, ClassDef } from "../tree/nodes.ts";
import type { Check, Finding } from "./check.ts";
import { provenBy } from "./failures.ts";
import { lastName } from "../tree/written-names.ts";

const proven = provenBy("missing-attribute");

export const missingAttribute: Check = {
  id: "missing-attribute",
  severity: "error",
  *find(facts) {
    yield* proven.find(facts);
    if (facts.classes.length === 0) return;
    const stores = attributeStores(facts);
    if (stores === undefined) return;
    const reads = readsOfSelf(facts);
    const subclassed = basesIn(facts);
    const made = new Set(facts.all("Call").map(({ func }) => classOf(facts, func)));
    for (const owner of facts.classes) {
      const line = reads.has(owner) ? lineage(facts, owner) : undefined;
      if (!line || isUnfinished(owner) || subclassed.has(owner.name)) continue;
      const own = new Set(line.flatMap((part) => [...facts.names.inside(part)!.variables.keys()]));
      if (own.has("__getattr__") || own.has("__getattribute__") || own.has("__slots__")) continue;
      const missing = reads
        .get(owner)!
        .filter(
          ({ attr, ...read }) =>
            !own.has(attr) &&
            !stores.maySet(line, attr) &&
            !attr.startsWith("__") &&
            !isMangled(attr, line) &&
            !isCaught(read as Attribute),
        );
      if (made.has(owner) || isFinished(facts, owner, missing))
        for (const read of missing) yield complaint(owner, read);
    }
  },
};

/**
 * Whether a class is used as it is although its objects are not made here: it lacks a name or two in a program that
 * stands alone, and those are methods, or attributes that its own `__init__` would have set. Others may be completed in
 * other modules.
 */
function isFinished(facts: ProgramFacts, owner: ClassDef, missing: readonly Attribute[]): boolean {
  const isCalled = ({ parent, start, end }: Attribute): boolean =>
    parent?.kind === "Call" && parent.func.start === start && parent.func.end === end;
  const hasInit = methodsOf(owner).some(({ name }) => name === "__init__") || isDataclass(owner);
  return (
    new Set(missing.map(({ attr }) => attr)).size <= 2 &&
    (hasInit || missing.every(isCalled)) &&
    standsAlone(facts)
  );
}

/** Its `__init__` sets exactly the names that its body declares. */
function isDataclass({ decorator_list: decorators }: ClassDef): boolean {
  return decorators.some((each) => {
    const called = each.kind === "Call" ? each.func : each;
    return lastName(called) === "dataclass";
  });
}

/** `_Class__name`: what `__name` is called outside of its class. */
function isMangled(attr: string, line: readonly ClassDef[]): boolean {
  return line.some(({ name }) => attr.startsWith(`_${name.replace(/^_+/, "")}__`));
}

function complaint({ name }: ClassDef, node: Attribute): Finding {
  const message = `No \`${node.attr}\` is ever set on \`${name}\`: reading it raises AttributeError. Define it in the class or set it in \`__init__\`, or correct the name.`;
  return { node, message, data: missingAttributeData(node.attr, { is: "class", name }) };
}

/** Where each class's methods read an attribute of their own object. */
function readsOfSelf(facts: ProgramFacts): ReadonlyMap<ClassDef, Attribute[]> {
  const owners = ownersOfSelf(facts);
  const reads = new Map<ClassDef, Attribute[]>();
  for (const node of facts.all("Attribute")) {
    if ((node.ctx !== "Load" && !isAugmented(node)) || node.value.kind !== "Name") continue;
    const scope = facts.names.variableOf(node.value)?.scope;
    const owner = scope && owners.get(scope);
    if (!owner) continue;
    const method = scope.owner;
    if (!("args" in method) || selfOf(method as never) !== node.value.id) continue;
    push(reads, owner, node);
  }
  for (const node of facts.all("Attribute")) {
    const made = node.ctx === "Load" && node.value.kind === "Name" ? onlyValue(facts, node.value) : undefined;
    const owner = made?.kind === "Call" ? classOf(facts, made.func) : undefined;
    if (owner) push(reads, owner, node);
  }
  return reads;
}

function push(reads: Map<ClassDef, Attribute[]>, owner: ClassDef, node: Attribute): void {
  const list = reads.get(owner);
  if (list) list.push(node);
  else reads.set(owner, [node]);
}

function basesIn(facts: ProgramFacts): ReadonlySet<string> {
  return new Set(
    facts.classes.flatMap(({ bases }) => bases.map((base) => (base.kind === "Name" ? base.id : ""))),
  );
}
