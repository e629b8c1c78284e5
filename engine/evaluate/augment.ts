import type { AugAssign } from "../tree/nodes.ts";
import { bindName } from "./assign.ts";
import { attribute } from "./attributes.ts";
import { setAttribute } from "./instances.ts";
import { binary } from "./operators.ts";
import { change, hold, leave, type BlockEnd, type Run } from "./run.ts";
import { item, mustIterate, setItem, takeAll } from "./sequences.ts";
import { thingOf, typeOf } from "./state.ts";
import { isAtomic } from "./touch.ts";
import type { KnownValue } from "./values.ts";

/** `target += value`: the object itself is changed where its type can be. */
export function augment(run: Run, node: AugAssign): BlockEnd {
  const { target } = node;
  if (target.kind === "Subscript" && target.slice.kind !== "Slice") {
    const owner = run.evaluate(target.value);
    const index = run.evaluate(target.slice);
    const left = item(run, { ...target, ctx: "Load" }, owner, index);
    setItem(run, target, owner, index, inPlace(run, node, left));
  } else if (target.kind === "Attribute") {
    const owner = run.evaluate(target.value);
    const left = attribute(run, { ...target, ctx: "Load" }, owner);
    setAttribute(run, target, owner, inPlace(run, node, left));
  } else if (target.kind === "Name") {
    bindName(run, target, inPlace(run, node, run.evaluate(target)));
  } else {
    const owner = target.kind === "Subscript" ? [run.evaluate(target.value)] : [];
    leave(run, ...owner, run.evaluate(node.value));
  }
  return "next";
}

/** What the target stands for afterwards. */
function inPlace(run: Run, node: AugAssign, left: KnownValue): KnownValue {
  const right = run.evaluate(node.value);
  const type = typeOf(run.state, left);
  if (type === "list" && node.op === "Add") {
    mustIterate(run, right, node.value);
    const members = takeAll(run, right, node.value);
    const items = thingOf(run.state, left)?.items;
    change(run, left, { items: items && members ? [...items, ...members] : undefined, each: undefined });
    hold(run, left, right, ...(members ?? []));
    return left;
  }
  const mayChange = !isAtomic(left) && type !== "tuple";
  const takesAnything = type === "dict" && node.op === "BitOr";
  const value = takesAnything ? left : binary(run, { node, op: node.op, left, right });
  if (!mayChange) return value;
  if (left.kind === "unknown" && isNumber(node)) {
    // Only an object of the program's own adds a number to itself in place.
    if (run.own.operations.has("operate")) leave(run, left, right);
    run.state.epoch += 1;
    return value;
  }
  leave(run, left, right);
  if (left.kind !== "ref") return value;
  change(run, left, { items: undefined, entries: undefined, each: undefined });
  return thingOf(run.state, left)?.type === "instance" ? value : left;
}

function isNumber({ value }: AugAssign): boolean {
  return value.kind === "Constant" && value.value.type !== "str" && value.value.type !== "bytes";
}
