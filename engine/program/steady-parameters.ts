import type { Call, FunctionDef, Name } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import { effectOf } from "./uses.ts";

/** Whether a parameter is a number or only looked at: what can change may come to an end although it is passed on. */
export function isSteady(facts: ProgramFacts, definition: FunctionDef, name: string): boolean {
  const { mentions } = facts.names.inside(definition)!.variables.get(name)!;
  if (mentions.some(isUsedAsNumber)) return true;
  return mentions.every((use) => {
    const { parent } = use;
    const isPassedOn = parent?.kind === "Call" && isCallOf(definition, parent);
    return isPassedOn || effectOf(facts, use) === "none";
  });
}

const ofNumbersOnly = new Set(["Sub", "Div", "FloorDiv", "Pow"]);

function isUsedAsNumber({ parent }: Name): boolean {
  if (parent?.kind === "BinOp") return ofNumbersOnly.has(parent.op);
  return (
    parent?.kind === "Compare" &&
    [parent.left, ...parent.comparators].some(
      (side) => side.kind === "Constant" && (side.value.type === "int" || side.value.type === "float"),
    )
  );
}

function isCallOf({ name }: FunctionDef, { func }: Call): boolean {
  return func.kind === "Name" ? func.id === name : func.kind === "Attribute" && func.attr === name;
}
