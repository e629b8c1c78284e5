import { changesItsObject } from "../../library/types.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { Arg, Expression, FunctionDef, Name, Node } from "../../tree/nodes.ts";

/** A parameter with its default, and where its name is used. */
export type Parameter = Readonly<{
  definition: FunctionDef;
  arg: Arg;
  value: Expression;
  uses: readonly Name[];
}>;

/**
 * What is changed here and handed out, or given by callers, was not meant to be memory. A parameter that nobody gives and that
 * never leaves can only be memory; one called a cache says so.
 */
export function isSharedByMistake(facts: ProgramFacts, parameter: Parameter): boolean {
  const { arg, uses } = parameter;
  if (/^_|cache|memo/i.test(arg.arg)) return false;
  if (uses.some((use) => isKeptAndChanged(facts, use))) return !isMadeOnce(facts, parameter);
  const isPlain = !isFilled(parameter.value);
  const isChangedHere = uses.some((use) => isGrown(use) || (isPlain && isStoredInto(use)));
  return isChangedHere && (uses.some(isHandedOut) || isGivenByCallers(facts, parameter));
}

function isFilled(value: Expression): boolean {
  return value.kind === "Dict" ? value.keys.length > 0 : "elts" in value && value.elts.length > 0;
}

function isGrown(use: Node): boolean {
  const { parent } = use;
  if (isExtended(use)) return true;
  return parent?.kind === "Attribute" && changesItsObject(parent.attr) && isCalled(parent);
}

/** `name += […]`. */
export function isExtended(node: Node): boolean {
  return node.parent?.kind === "AugAssign" && node.parent.target === node;
}

function isStoredInto(use: Node): boolean {
  return use.parent?.kind === "Subscript" && use.parent.value === use && use.parent.ctx !== "Load";
}

function isCalled(node: Node): boolean {
  return node.parent?.kind === "Call" && node.parent.func === node;
}

function isHandedOut({ parent, ...use }: Name): boolean {
  if (parent?.kind === "Return" || parent?.kind === "Yield") return true;
  if (parent?.kind === "Tuple" && parent.ctx === "Load") return parent.parent?.kind === "Return";
  return (
    parent?.kind === "Assign" &&
    parent.value.start === use.start &&
    parent.targets.some(({ kind }) => kind === "Attribute")
  );
}

/** `self.items = items`, where something changes `.items` later. */
function isKeptAndChanged(facts: ProgramFacts, use: Name): boolean {
  const { parent } = use;
  if (parent?.kind !== "Assign" || parent.value !== use) return false;
  const [target] = parent.targets;
  if (target?.kind !== "Attribute" || target.value.kind !== "Name") return false;
  return facts
    .all("Attribute")
    .some((other) => other.attr === target.attr && (isGrown(other) || isStoredInto(other)));
}

/** All uses of a private class stand in this text: where that is a single one, nothing shows that objects share anything. */
function isMadeOnce(facts: ProgramFacts, { definition: { parent } }: Parameter): boolean {
  if (parent?.kind !== "ClassDef" || !parent.name.startsWith("_")) return false;
  return facts.all("Name").filter(({ id, ctx }) => id === parent.name && ctx === "Load").length < 2;
}

function isGivenByCallers(facts: ProgramFacts, { definition, arg }: Parameter): boolean {
  const place = [...definition.args.posonlyargs, ...definition.args.args].indexOf(arg);
  return facts.all("Call").some(({ func, args, keywords }) => {
    const isMethod = func.kind === "Attribute" && func.attr === definition.name;
    if (!isMethod && !(func.kind === "Name" && func.id === definition.name)) return false;
    if (keywords.some((keyword) => keyword.arg === arg.arg)) return true;
    return place >= 0 && args.length > place - (isMethod ? 1 : 0);
  });
}
