import { isCalled } from "../../program/roles.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { builtinNames } from "../../library/builtins.ts";
import { hasName } from "../../library/modules.ts";
import { visibleScopes, type Scope, type Variable } from "../../program/scopes.ts";
import type { Name, Node } from "../../tree/nodes.ts";
import { isDecorator, isType } from "./uses.ts";

/** A name that can be read at a place, and what it means; a builtin is no variable of the program. */
export type VisibleName = Readonly<{ name: string; variable: Variable | undefined }>;

/** What every program can read. */
export function everywhere(): ReadonlySet<string> {
  readable ??= new Set([...builtinNames(), "True", "False", "None"]);
  return readable;
}

let readable: ReadonlySet<string> | undefined;

/** Those of some names that surely have a value at a place and could be meant by the way in which it is used there. */
export function candidatesAt(facts: ProgramFacts, place: Name, names: ReadonlySet<string>): VisibleName[] {
  const found = new Map<string, VisibleName>();
  const start = facts.names.scopeOf(place);
  for (const scope of visibleScopes(start)) {
    for (const name of names) {
      const variable = scope.variables.get(name);
      if (!variable || found.has(name) || !isBoundBefore(variable, place, start)) continue;
      found.set(name, { name, variable });
    }
  }
  for (const name of names)
    if (!found.has(name) && everywhere().has(name)) found.set(name, { name, variable: undefined });
  return [...found.values()].filter((candidate) => fits(candidate, place));
}

/** Within one run of a body only what stands before a place counts; inner functions are called later. */
function isBoundBefore({ scope, bindings }: Variable, place: Name, start: Scope): boolean {
  let at = start;
  while (at !== scope && at.parent && (at.kind === "comprehension" || at.kind === "class")) at = at.parent;
  if (at !== scope || scope.kind === "comprehension") return true;
  return bindings.some((node) => isDone(node, place));
}

function isDone(node: Node, place: Name): boolean {
  if (node.kind === "Arg") return true;
  if (node.start >= place.start) return false;
  // The value of an assignment is worked out before its name is set.
  const { parent } = node;
  return !(parent?.kind === "Assign" && place.end <= parent.end);
}

function fits({ name, variable }: VisibleName, place: Name): boolean {
  if (variable === undefined) return fitsBuiltin(name, place);
  return isCalled(place) ? isCallable(variable) : isUsable(variable, place);
}

function fitsBuiltin(name: string, place: Name): boolean {
  // `is_instance` is a function that somebody meant to write.
  if (place.id.includes("_") && !name.includes("_")) return false;
  if (/^(?:True|False|None|Ellipsis|NotImplemented)$/.test(name)) return !isCalled(place);
  if (/(?:Error|Exception|Warning)$/.test(name) && isHandedOn(place)) return true;
  return isCalled(place) || isType(place) || isTypeArgument(place) || isDecorator(place);
}

/** Where types and exceptions are handed on: `except`, `raise`, `isinstance(x, …)`, `map(int, …)`, `key=len`. */
function isTypeArgument(place: Name): boolean {
  const { parent } = place;
  if (parent?.kind === "Raise" || parent?.kind === "ExceptHandler") return true;
  if (parent?.kind === "Tuple") return parent.parent?.kind === "ExceptHandler";
  if (parent?.kind === "Keyword") return parent.arg === "key" || parent.arg === "type";
  if (parent?.kind !== "Call" || parent.func.kind !== "Name") return false;
  const at = parent.args.indexOf(place);
  return /^(?:isinstance|issubclass)$/.test(parent.func.id)
    ? at === 1
    : at === 0 && /^(?:map|filter|defaultdict)$/.test(parent.func.id);
}

/** What is called must be known to be callable, or not be known at all. */
function isCallable({ bindings, reads }: Variable): boolean {
  if (bindings.some(({ kind }) => /^(?:FunctionDef|AsyncFunctionDef|ClassDef|Alias)$/.test(kind)))
    return true;
  if (bindings.some(({ parent }) => parent?.kind === "Assign" && parent.value.kind === "Lambda")) return true;
  return reads.some(isCalled) || (reads.length === 0 && bindings.every(({ kind }) => kind === "Arg"));
}

/** Functions and classes are handed on or decorate, and are not reckoned with; modules are asked for what they have. */
function isUsable({ bindings }: Variable, place: Name): boolean {
  const { parent } = place;
  if (bindings.every(({ kind }) => kind === "FunctionDef" || kind === "AsyncFunctionDef"))
    return isHandedOn(place);
  if (bindings.every(({ kind }) => kind === "ClassDef"))
    return (
      isHandedOn(place) || isType(place) || parent?.kind === "Attribute" || parent?.kind === "ExceptHandler"
    );
  const [only] = bindings;
  if (bindings.length !== 1 || only?.kind !== "Alias" || only.parent?.kind !== "Import") return true;
  return parent?.kind === "Attribute" && hasName(only.name, parent.attr) !== false;
}

function isHandedOn({ parent, ...place }: Name): boolean {
  if (parent?.kind === "Call") return parent.func.start !== place.start || parent.func.end !== place.end;
  if (parent?.kind === "Raise" || parent?.kind === "ExceptHandler" || parent?.kind === "Keyword") return true;
  if (parent?.kind === "Tuple")
    return parent.parent?.kind === "ExceptHandler" || parent.parent?.kind === "Call";
  return parent !== undefined && "decorator_list" in parent;
}
