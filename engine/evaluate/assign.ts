import type { Expression, Node } from "../tree/nodes.ts";
import { change, hold, identified, leave, useOf, type Run } from "./run.ts";
import { setAttribute } from "./instances.ts";
import { setItem, takeAll, unpack } from "./sequences.ts";
import { frameOf, share, thingOf } from "./state.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Binds a target: a name, an item, an attribute, or several at once. */
export function assign(run: Run, target: Expression, value: KnownValue): void {
  switch (target.kind) {
    case "Name":
      return bindName(run, target, value);
    case "Starred":
      return assign(run, target.value, value);
    case "List":
    case "Tuple": {
      const values = unpack(run, target, value, target.elts);
      for (const [at, part] of target.elts.entries()) assign(run, part, values[at]!);
      return;
    }
    case "Subscript": {
      const owner = run.evaluate(target.value);
      if (target.slice.kind === "Slice") return setSlice(run, target, owner, value);
      return setItem(run, target, owner, run.evaluate(target.slice), value);
    }
    case "Attribute":
      return setAttribute(run, target, run.evaluate(target.value), value);
    default:
      leave(run, value);
  }
}

function setSlice(
  run: Run,
  { slice }: Extract<Expression, { kind: "Subscript" }>,
  owner: KnownValue,
  value: KnownValue,
): void {
  const bounds = slice.kind === "Slice" ? [slice.lower, slice.upper, slice.step] : [];
  for (const bound of bounds) if (bound) run.evaluate(bound);
  const isWhole = bounds.every((bound) => bound === undefined);
  if (thingOf(run.state, owner)?.type !== "list") return leave(run, owner, value);
  const members = takeAll(run, value, slice);
  change(run, owner, { items: isWhole ? members : undefined, each: undefined });
  hold(run, owner, ...(members ?? [value]));
}

/** Gives a name a value, where the name lives. */
export function bindName(run: Run, node: Node, value: KnownValue): void {
  const variable = run.facts.names.variableOf(node);
  const frame = variable && frameOf(run.state, variable.scope);
  if (!frame) return leave(run, value);
  const { isShared, isForeign } = useOf(run, variable);
  const isUncertain = isForeign && run.state.isConcurrent;
  frame.names.set(variable.name, isUncertain ? unknown : identified(run, value));
  if (isShared || isForeign) share(run.state, value);
}
