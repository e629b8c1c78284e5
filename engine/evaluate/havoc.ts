import type { Name, Node } from "../tree/nodes.ts";
import { builtinNames } from "./builtins/call.ts";
import { mutatesNothing } from "./methods.ts";
import type { Run } from "./run.ts";
import { disturb, emptied, thingOf } from "./state.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Forgets all that running a part of the program any number of times may change. */
export function forget(run: Run, part: Node): void {
  const inside = run.facts.parts(part);
  for (const node of inside) {
    if (node.kind === "Name" && node.ctx === "Load") forgetContents(run, node);
  }
  for (const node of inside) {
    for (const name of boundBy(node)) {
      for (const frame of run.state.frames)
        if (frame.names.has(name) || frame === run.state.frames.at(-1)) frame.names.set(name, unknown);
    }
  }
  if (inside.some((node) => node.kind === "Call" && !isQuiet(run, node))) disturb(run.state);
  run.state.epoch += inside.some(
    (node) => node.kind === "Delete" || (node.kind === "AugAssign" && node.target.kind !== "Name"),
  )
    ? 1
    : 0;
}

function boundBy(node: Node): readonly string[] {
  if (node.kind === "Name") return node.ctx === "Load" ? [] : [node.id];
  if (node.kind === "FunctionDef" || node.kind === "ClassDef" || node.kind === "AsyncFunctionDef")
    return [node.name];
  if (node.kind === "Alias") return [node.asname ?? node.name.split(".")[0]!];
  if (node.kind === "ExceptHandler" || node.kind === "MatchAs" || node.kind === "MatchStar")
    return node.name ? [node.name] : [];
  return node.kind === "MatchMapping" && node.rest ? [node.rest] : [];
}

function forgetContents(run: Run, node: Name): void {
  const scope = run.facts.names.variableOf(node)?.scope;
  const value = run.state.frames.findLast((frame) => frame.scope === scope)?.names.get(node.id);
  if (!value || !thingOf(run.state, value)) return;
  empty(run, value, !isLookedAt(node));
}

/** What is inside an object may be changed through it even where the object itself is only looked at. */
function empty(run: Run, value: KnownValue, isChanged: boolean, depth = 0): void {
  const thing = thingOf(run.state, value);
  if (!thing || value.kind !== "ref" || depth > 4) return;
  const held = [
    ...(thing.items ?? []),
    thing.each,
    ...[...(thing.entries?.values() ?? [])].map(([, item]) => item),
    ...(thing.attributes?.values() ?? []),
  ];
  for (const item of held) if (item?.kind === "ref") empty(run, item, true, depth + 1);
  if (isChanged) run.state.heap.set(value.id, emptied(run.state.heap.get(value.id)!));
}

/** Whether a mention of a name only reads what it stands for. */
function isLookedAt(node: Name): boolean {
  const { parent } = node;
  if (parent?.kind === "Subscript") return parent.value === node && parent.ctx === "Load";
  if (parent?.kind === "Call")
    return parent.args.includes(node) && parent.func.kind === "Name" && builtinNames.has(parent.func.id);
  if (parent?.kind === "Attribute")
    return (
      mutatesNothing.has(parent.attr) &&
      parent.attr !== "sort" &&
      parent.attr !== "reverse" &&
      parent.ctx === "Load"
    );
  return (
    parent?.kind === "Compare" ||
    parent?.kind === "BinOp" ||
    parent?.kind === "For" ||
    parent?.kind === "Comprehension" ||
    parent?.kind === "BoolOp" ||
    parent?.kind === "UnaryOp" ||
    parent?.kind === "If" ||
    parent?.kind === "While" ||
    parent?.kind === "FormattedValue"
  );
}

/** Whether a call leaves all objects alone that are not known here. */
function isQuiet(run: Run, node: Extract<Node, { kind: "Call" }>): boolean {
  const { func } = node;
  if (func.kind === "Name")
    return builtinNames.has(func.id) && run.facts.names.lookUp(func, func.id) === undefined;
  if (func.kind !== "Attribute") return false;
  if (mutatesNothing.has(func.attr)) return true;
  if (func.value.kind !== "Name") return false;
  const scope = run.facts.names.variableOf(func.value)?.scope;
  const value = run.state.frames.findLast((frame) => frame.scope === scope)?.names.get(func.value.id);
  const thing = value && thingOf(run.state, value);
  return thing !== undefined && !thing.isShared;
}
