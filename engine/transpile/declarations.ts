import type { Node, Statement } from "../tree/nodes.ts";
import { everyNode } from "./children.ts";
import type { Names } from "../program/names.ts";
import type { Scope, Variable } from "../program/scopes.ts";

export type Declarations = Readonly<{
  /** The statement that declares the variable in passing; undefined when it is declared at the top of its scope. */
  at(variable: Variable, handler?: Node): Node | undefined;
  hoisted(scope: Scope): Variable[];
}>;

/** Decides where each variable is declared: where it first gets its value, if all its uses come after in that block. */
export function placeDeclarations(names: Names, unsure: ReadonlySet<Node>): Declarations {
  const doubtful = new Set([...unsure].map((node) => names.variableOf(node)));
  const places = new Map<Variable, Node>();
  const variables = names.scopes
    .filter(({ kind }) => kind === "module" || kind === "function")
    .flatMap((scope) => [...scope.variables.values()]);
  for (const variable of variables) {
    const late = variable.scope.kind === "module" && onlyLate(variable, names, unsure);
    if (doubtful.has(variable) && !late) continue;
    const place = placeOf(variable, names);
    if (place) places.set(variable, place);
  }
  for (let changed = true; changed;) {
    changed = false;
    for (const [variable, place] of places) {
      if (targetsOf(place).every((node) => places.get(names.variableOf(node)!) === place)) continue;
      places.delete(variable);
      changed = true;
    }
  }
  return {
    at: (variable, handler) => {
      const place = places.get(variable);
      return place?.kind === "ExceptHandler" && handler !== undefined ? handler : place;
    },
    hoisted: (scope) =>
      [...scope.variables.values()].filter(
        (one) => !places.has(one) && !one.bindings.some(({ kind }) => kind === "Arg" || kind === "Alias"),
      ),
  };
}

/** A name of the module that only functions read too early: JavaScript itself notices that. */
function onlyLate(variable: Variable, names: Names, unsure: ReadonlySet<Node>): boolean {
  if (variable.isDeleted) return false;
  const reads = variable.reads.filter((node) => unsure.has(node));
  return (
    reads.every((node) => names.scopeOf(node).kind !== "module") &&
    variable.bindings.every((node) => !unsure.has(node)) &&
    variable.bindings.every((node) => names.scopeOf(node).kind === "module")
  );
}

function placeOf(variable: Variable, names: Names): Node | undefined {
  const uses = [...variable.bindings, ...variable.reads].toSorted((a, b) => a.start - b.start);
  const first = variable.bindings.toSorted((a, b) => a.start - b.start)[0]!;
  if (variable.isDeleted || variable.bindings.some(({ kind }) => kind === "Alias" || kind === "Arg"))
    return undefined;
  const place = first.kind === "Name" ? statementOf(first) : first;
  if (!place || !declares(place, first, variable)) return undefined;
  if (place.kind === "ExceptHandler") return inHandlers(variable) ? place : undefined;
  const range = rangeOf(place);
  const isLate = variable.scope.kind === "module";
  const inside = uses.every(
    (node) =>
      (node.start >= range[0]! && node.end <= range[1]!) ||
      (isLate && isTopLevel(place) && names.scopeOf(node).kind !== "module"),
  );
  if (!inside) return undefined;
  if (variable.isCaptured && inLoop(place)) return undefined;
  return place;
}

/** Every use stands in one of the handlers that bind the name. */
function inHandlers(variable: Variable): boolean {
  if (variable.isCaptured) return false;
  return variable.reads.every((read) =>
    variable.bindings.some((handler) => read.start >= handler.start && read.end <= handler.end),
  );
}

function statementOf(node: Node): Node | undefined {
  let at: Node | undefined = node.parent;
  while (at && (at.kind === "Tuple" || at.kind === "List" || at.kind === "Starred")) at = at.parent;
  return at?.kind === "WithItem" ? at.parent : at;
}

function declares(place: Node, first: Node, variable: Variable): boolean {
  if (place.kind === "Assign")
    return place.targets.length === 1
      ? isSimpleTarget(place.targets[0]!)
      : place.targets.every((one) => one.kind === "Name");
  if (place.kind === "AnnAssign")
    return place.target === first && place.value !== undefined && place.value !== null;
  if (place.kind === "For") {
    const { iter, target } = place;
    return (
      isSimpleTarget(target) &&
      variable.reads.every((node) => node.start < iter.start || node.start >= iter.end)
    );
  }
  if (place.kind === "With") return place.items.length === 1 && place.items[0]!.optional_vars === first;
  if (place.kind === "ExceptHandler") return variable.bindings.every((node) => node.kind === "ExceptHandler");
  return place.kind === "FunctionDef" || (place.kind === "ClassDef" && variable.bindings.length === 1);
}

/** A name, or names side by side or nested: what a destructuring can declare. */
function isSimpleTarget(node: Node): boolean {
  if (node.kind === "Name") return true;
  if (node.kind === "Starred") return node.value.kind === "Name";
  return (node.kind === "Tuple" || node.kind === "List") && node.elts.every(isSimpleTarget);
}

function targetsOf(place: Node): Node[] {
  const roots: Node[] = place.kind === "Assign" ? place.targets : place.kind === "For" ? [place.target] : [];
  return roots.flatMap((root) => [...everyNode(root)].filter(({ kind }) => kind === "Name"));
}

/** From the declaring statement to the end of its block; a loop's variable lives in the loop. */
function rangeOf(place: Node): [number, number] {
  if (place.kind === "For") return [place.start, place.body.at(-1)!.end];
  const block = blockOf(place);
  return [place.start, block.at(-1)!.end];
}

function blockOf(statement: Node): Statement[] {
  const parent = statement.parent!;
  const blocks = Object.values(parent).filter((value): value is Statement[] => Array.isArray(value));
  return blocks.find((block) => block.includes(statement as Statement)) ?? [statement as Statement];
}

function isTopLevel(place: Node): boolean {
  return place.parent?.kind === "Module";
}

function inLoop(place: Node): boolean {
  for (let at: Node | undefined = place; at; at = at.parent) {
    if (at.kind === "For" || at.kind === "While") return true;
    if (at !== place && (at.kind === "FunctionDef" || at.kind === "Lambda" || at.kind === "Module"))
      return false;
  }
  return false;
}
