import { builtin } from "../library/builtins.ts";
import type { Name, Node } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";

const known = new WeakMap<ProgramFacts, boolean>();

/** Whether a text passes classes around, its own or Python's: then a name may stand for one. */
export function hasClassValues(facts: ProgramFacts): boolean {
  let answer = known.get(facts);
  if (answer === undefined)
    known.set(
      facts,
      (answer =
        facts.all("Name").some((use) => isClass(facts, use) && isValue(facts, use)) ||
        facts.all("Call", "Attribute").some((use) => givesClass(facts, use) && isKept(facts, use))),
    );
  return answer;
}

/** `type(x)` and `x.__class__`. */
function givesClass(facts: ProgramFacts, use: Node): boolean {
  if (use.kind === "Attribute") return use.attr === "__class__" && use.ctx === "Load";
  if (use.kind !== "Call" || use.func.kind !== "Name" || use.func.id !== "type") return false;
  return use.args.length === 1 && facts.names.lookUp(use.func, "type") === undefined;
}

/** Whether the class of an object is not just compared or written out. */
function isKept(facts: ProgramFacts, use: Node): boolean {
  const { parent } = use;
  if (parent?.kind === "AnnAssign") return parent.value === use;
  return parent?.kind !== "Compare" && parent?.kind !== "FormattedValue" && isValue(facts, use);
}

function isClass(facts: ProgramFacts, use: Name): boolean {
  if (use.ctx !== "Load") return false;
  const variable = facts.names.lookUp(use, use.id);
  if (variable) return variable.bindings.some(({ kind }) => kind === "ClassDef");
  return builtin(use.id)?.kind === "class";
}

/** Whether a class is not just called, asked for an attribute, built on, caught, or given to Python's own functions. */
function isValue(facts: ProgramFacts, use: Node): boolean {
  let at: Node = use;
  while (at.parent?.kind === "Subscript" || at.parent?.kind === "BinOp" || at.parent?.kind === "Tuple")
    at = at.parent;
  const parent = at.parent?.kind === "Keyword" ? at.parent.parent : at.parent;
  switch (parent?.kind) {
    case "Attribute":
    case "ClassDef":
    case "ExceptHandler":
    case "Raise":
    case "Arg":
    case "AnnAssign":
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "MatchClass":
      return false;
    case "Call":
      return parent.func !== at && isOfText(facts, parent.func);
    default:
      return true;
  }
}

/** Whether a call may reach a function of this text. */
function isOfText(facts: ProgramFacts, func: Node): boolean {
  if (func.kind !== "Name") return true;
  const bindings = facts.names.lookUp(func, func.id)?.bindings ?? [];
  return bindings.some(({ kind }) => kind !== "Alias");
}
