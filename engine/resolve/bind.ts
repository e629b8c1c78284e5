import type { Expression, Node } from "../tree/nodes.ts";
import { prefixOf } from "./mixed.ts";
import { followAnnotationValues } from "./annotations.ts";
import { isSure } from "./branches.ts";
import { readEntry, removeEntry, writeEntry } from "./fold-items.ts";
import { readHere, writeName } from "./frame.ts";
import { attributePath, canonical } from "./known-names.ts";
import { noteEscape } from "./escapes.ts";
import { keepSection } from "./library-keeping.ts";
import { joinInto } from "./own-classes.ts";
import { holdsModule } from "./powers.ts";
import type { Machine } from "./machine.ts";
import { isFrom, taintOf } from "./taint.ts";
import {
  anything,
  items,
  joinAll,
  join,
  onlyInt,
  onlyItems,
  onlyText,
  reference,
  tainted,
  type Reference,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

/** Gives a value to whatever stands on the left of an assignment. */
export function bindTarget(machine: Machine, target: Expression, value: PossibleValues): void {
  switch (target.kind) {
    case "Name":
      writeName(machine.frame, target.id, value);
      if (machine.frame.kind === "class" || (machine.draws && isFrom(value, "predictable")))
        machine.listener.store(machine.at ?? target, undefined, target.id, value);
      return;
    case "Starred":
      return bindTarget(machine, target.value, value);
    case "Tuple":
    case "List":
      return bindParts(machine, target.elts, value);
    case "Attribute":
      for (const thing of machine.evaluate(target.value))
        storeAttribute(machine, thing, target.attr, value, target);
      return;
    case "Subscript": {
      const key = target.slice.kind === "Slice" ? anything : machine.evaluate(target.slice);
      for (const thing of machine.evaluate(target.value)) storeItem(machine, thing, key, value, target);
      return;
    }
    default:
  }
}

function bindParts(machine: Machine, targets: readonly Expression[], value: PossibleValues): void {
  const star = targets.findIndex(({ kind }) => kind === "Starred");
  for (const [at, target] of targets.entries())
    bindTarget(
      machine,
      target,
      joinAll(value.map((thing) => partOf(thing, at, { star, of: targets.length }))),
    );
}

/** What one of several targets is given of a value that is taken apart. */
function partOf(
  thing: AbstractValue,
  at: number,
  targets: Readonly<{ star: number; of: number }>,
): PossibleValues {
  const list = onlyItems([thing]);
  if (list === undefined && "items" in thing && at !== targets.star)
    return joinAll([...thing.items.slice(0, 100), anything]);
  if (list === undefined)
    return thing.kind === "reference" ? reference(`${thing.path}[]`, thing.taint) : tainted(taintOf([thing]));
  const spare = list.length - targets.of + 1;
  if (at === targets.star) return items("list", list.slice(at, at + Math.max(0, spare)));
  return list[targets.star >= 0 && at > targets.star ? at + spare - 1 : at] ?? anything;
}

/** `of.name = value`, also as `setattr` does it. */
export function storeAttribute(
  machine: Machine,
  of: AbstractValue,
  name: string,
  value: PossibleValues,
  node: Node,
): void {
  machine.listener.store(machine.at ?? node, of, name, value);
  if (name === "__annotations__") followAnnotationValues(machine, value, node);
  switch (of.kind) {
    case "object":
      of.attributes.set(name, value);
      if (of.of.fields !== of.attributes) joinInto(of.of.fields, name, value);
      return;
    case "class":
      of.attributes.set(name, value);
      return;
    case "names":
      writeName(of.frame, name, value);
      return;
    case "reference":
      noteKept(machine, of, name, value, node);
      if (!of.path.startsWith("param:") && machine.patched.size < 2000)
        machine.patched.set(
          attributePath(of.path, name),
          machine.uncertain > 0 ? join(value, reference(attributePath(of.path, name))) : value,
        );
      return;
    case "function": {
      const attributes = machine.sideAttributes.get(of) ?? new Map<string, PossibleValues>();
      attributes.set(name, value);
      machine.sideAttributes.set(of, attributes);
      return;
    }
    default:
  }
}

/** What is put into an object of somebody else's may be called by it. */
function noteKept(machine: Machine, of: Reference, name: string, value: PossibleValues, node: Node): void {
  const kept = value.filter(
    // Put back where it was.
    (thing) => thing.kind !== "reference" || thing.path !== attributePath(of.path, name),
  );
  noteEscape(machine, kept, of.path, node);
  if (!holdsModule(value)) return;
  machine.holding.add(of.path);
  // A module in the place of another.
  const [module] = value;
  if (of.path === "sys.modules" && module!.kind === "reference" && module!.path !== canonical(name))
    machine.listener.escaped(machine.at ?? node, module!, of.path);
}

export function storeItem(
  machine: Machine,
  of: AbstractValue,
  key: PossibleValues,
  value: PossibleValues,
  node: Node,
): void {
  const name = onlyText(key);
  if (of.kind === "reference") {
    machine.listener.keyed(machine.at ?? node, of, key, value);
    if (keepSection(machine, of.path, key, value)) return;
  }
  if (of.kind === "dict")
    writeEntry(of, key, isSure(machine, of) ? value : join(readEntry(of, key) ?? value, value));
  else if (of.kind === "list") {
    const at = onlyInt(key);
    if (at === undefined || !(Number(at) in of.items)) of.isOpen = true;
    else of.items[Number(at)] = isSure(machine, of) ? value : join(of.items[Number(at)]!, value);
    if (at === undefined) of.items.push(value);
  } else if (of.kind === "names" && name !== undefined) writeName(of.frame, name, value);
  else if (of.kind === "attributes" && name !== undefined) storeAttribute(machine, of.of, name, value, node);
  else if (of.kind === "reference" && name === undefined) {
    noteKept(machine, of, "", value, node);
    // A key that is put together says what it is for in its beginning.
    const start = key.length === 1 ? prefixOf(key[0]!) : "";
    if (start !== "") machine.listener.store(machine.at ?? node, of, start, value);
  } else if (of.kind === "reference" && name !== undefined) {
    if (of.path !== "builtins") noteKept(machine, of, name, value, node);
    machine.listener.store(machine.at ?? node, of, name, value);
    if (of.path === "builtins") storeAttribute(machine, of, name, value, node);
    if (of.path.endsWith(".__annotations__")) followAnnotationValues(machine, value, node);
  }
}

/** `del container[key]`. */
export function deleteItem(machine: Machine, target: Extract<Expression, { kind: "Subscript" }>): void {
  const key = target.slice.kind === "Slice" ? anything : machine.evaluate(target.slice);
  for (const thing of machine.evaluate(target.value)) {
    if (thing.kind === "dict") removeEntry(thing, key, isSure(machine, thing));
    else if (thing.kind === "list") {
      const at = Number(onlyInt(key) ?? NaN);
      const place = at < 0 ? at + thing.items.length : at;
      if (isSure(machine, thing) && !thing.isOpen && place in thing.items) thing.items.splice(place, 1);
      else thing.isOpen = true;
    }
  }
}

/** `target op= value` for a plain name knows what the name held before. */
export function valueBefore(machine: Machine, target: Expression): PossibleValues {
  return target.kind === "Name" && !machine.frame.elsewhere.has(target.id)
    ? (readHere(machine.frame, target.id) ?? machine.evaluate(target))
    : machine.evaluate(target);
}
