import type { Expression } from "../tree/nodes.ts";
import { placeOf } from "../values/slices.ts";
import { integerOf } from "../values/value.ts";
import { removeAttribute } from "./instances.ts";
import { change, leave, type BlockEnd, type Run } from "./run.ts";
import { item } from "./sequences.ts";
import { frameOf, keyIn, thingOf } from "./state.ts";
import type { HeapObject, KnownValue } from "./values.ts";

/** `del`: names, items and attributes. */
export function remove(run: Run, targets: readonly Expression[]): BlockEnd {
  for (const target of targets) {
    if (target.kind === "Name") removeName(run, target);
    else if (target.kind === "Subscript") removeItem(run, target);
    else if (target.kind === "Attribute") removeAttribute(run, target, run.evaluate(target.value));
    else if (target.kind === "Tuple" || target.kind === "List") remove(run, target.elts);
    else leave(run);
  }
  return "next";
}

function removeName(run: Run, target: Extract<Expression, { kind: "Name" }>): void {
  const scope = run.facts.names.variableOf(target)?.scope;
  const frame = scope && frameOf(run.state, scope);
  if (frame) frame.names.delete(target.id);
  else leave(run);
}

function removeItem(run: Run, target: Extract<Expression, { kind: "Subscript" }>): void {
  const owner = run.evaluate(target.value);
  const thing = thingOf(run.state, owner);
  if (target.slice.kind === "Slice") {
    const { lower, upper, step } = target.slice;
    for (const bound of [lower, upper, step]) if (bound) run.evaluate(bound);
    if (thing?.type !== "list") return leave(run, owner);
    const isWhole = !lower && !upper && !step;
    return change(run, owner, { items: isWhole ? [] : undefined, each: undefined });
  }
  const index = run.evaluate(target.slice);
  item(run, { ...target, ctx: "Load" }, owner, index);
  if (!thing || thing.type === "instance") return leave(run, owner, index);
  change(run, owner, without(run, thing, index));
  run.state.epoch += 1;
}

function without(run: Run, { items, entries }: HeapObject, index: KnownValue): Partial<HeapObject> {
  const at = integerOf(index);
  const place = items && at !== undefined ? placeOf(at, items.length) : undefined;
  if (place !== undefined) return { items: items!.toSpliced(place, 1) };
  const key = keyIn(run.state, index);
  if (entries && key !== undefined)
    return { entries: new Map([...entries].filter(([name]) => name !== key)) };
  return { items: undefined, entries: undefined, each: undefined };
}
