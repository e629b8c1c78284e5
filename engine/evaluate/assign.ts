import { isComprehension, type Scope } from "../program/scopes.ts";
import type { Names } from "../program/names.ts";
import type { Expression, Name, Node } from "../tree/nodes.ts";
import { identified, leave, type Run } from "./run.ts";
import { setAttribute } from "./instances.ts";
import { setItem, unpack } from "./sequences.ts";
import { share, thingOf } from "./state.ts";
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
      if (!thingOf(run.state, owner)) share(run.state, value);
      if (target.slice.kind === "Slice") return setSlice(run, owner, value);
      return setItem(run, target, owner, run.evaluate(target.slice), value);
    }
    case "Attribute":
      return setAttribute(run, target, run.evaluate(target.value), value);
    default:
      leave(run, value);
  }
}

function setSlice(run: Run, owner: KnownValue, value: KnownValue): void {
  if (owner.kind === "ref") {
    const thing = run.state.heap.get(owner.id)!;
    run.clock += 1;
    run.state.heap.set(owner.id, { ...thing, items: undefined, each: undefined, changed: run.clock });
  }
  leave(run, value);
}

function bindName(run: Run, target: Name, value: KnownValue): void {
  const scope = run.facts.names.variableOf(target)?.scope;
  const frame = run.state.frames.findLast((candidate) => candidate.scope === scope);
  const { isShared, isForeign } = bindingOf(run, target);
  if (!frame) return leave(run, value);
  frame.names.set(target.id, isForeign && !run.isStrict ? unknown : identified(run, value));
  if (isShared || isForeign) share(run.state, value);
}

/** Whether functions inside this one see the name (shared) or even bind it (foreign). */
function bindingOf(run: Run, target: Name): Readonly<{ isShared: boolean; isForeign: boolean }> {
  const { names } = run.facts;
  const variable = names.variableOf(target)!;
  let found = run.bindings.get(variable);
  if (found) return found;
  const isElsewhere = (node: Node): boolean => !isWithin(names, node, variable.scope);
  found = {
    isShared: variable.mentions.some(isElsewhere),
    isForeign: variable.bindings.some(isElsewhere),
  };
  run.bindings.set(variable, found);
  return found;
}

function isWithin(names: Names, node: Node, scope: Scope): boolean {
  let at = names.scopeOf(node);
  while (at !== scope && at.parent && isComprehension(at.owner as Node)) at = at.parent;
  return at === scope;
}

/** Gives a name of the innermost frame a value. */
export function bind(run: Run, name: string, value: KnownValue): void {
  run.state.frames.at(-1)!.names.set(name, value);
}
