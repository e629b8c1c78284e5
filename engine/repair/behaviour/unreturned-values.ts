import type { ProgramFacts } from "../../program/facts.ts";
import type { Call, Expression, FunctionDef, Node, Statement } from "../../tree/nodes.ts";
import { isNone } from "../../tree/constants.ts";
import { lastName } from "../../tree/written-names.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

/**
 * The values a function works out at each of its ends without returning them.
 * Undefined where one of its ends has no such value: then it is not known what it should return.
 */
export function unreturnedValues(facts: ProgramFacts, definition: FunctionDef): Statement[] | undefined {
  const found: Statement[] = [];
  const ends = [definition.body];
  for (let block = ends.pop(); block; block = ends.pop()) {
    const last = block.at(-1);
    if (!last) return undefined;
    if (last.kind === "Return" || last.kind === "Raise") continue;
    if (last.kind === "If") ends.push(last.body, last.orelse);
    else if (last.kind === "With") ends.push(last.body);
    else if (last.kind === "Expr" && isValue(facts, definition, last.value)) found.push(last);
    else return undefined;
  }
  return found;
}

const valued = new Set(
  "BinOp Compare BoolOp Name Subscript Attribute IfExp ListComp SetComp DictComp JoinedStr List Tuple Dict Set".split(
    " ",
  ),
);

/** Whether an expression does nothing by itself, or is the function's own next step. */
function isValue(facts: ProgramFacts, definition: FunctionDef, node: Expression): boolean {
  if (node.kind === "Call") return isWithoutEffect(facts, node) || isSameKind(facts, definition, node);
  if (node.kind === "Constant") return isLikeOthers(facts, definition, node.value.type);
  if (node.kind === "UnaryOp") return node.op === "Not" || node.operand.kind !== "UnaryOp";
  return valued.has(node.kind);
}

export const effectless =
  "len sum max min sorted str int float round abs list set tuple dict any all bool".split(" ");

/** `"…".join(…)`, `sorted(…)`: calls that are only made for what they give. */
function isWithoutEffect(facts: ProgramFacts, { func }: Call): boolean {
  if (func.kind !== "Attribute") return namesBuiltin(facts, func, ...effectless);
  return func.value.kind === "Constant" && (func.attr === "join" || func.attr === "format");
}

/** A call of the function itself, or of one that promises the same type. */
function isSameKind(facts: ProgramFacts, definition: FunctionDef, { func }: Call): boolean {
  // A function that never returns a value has none to pass on.
  if (!facts.shapes.of(definition).returns.some(({ value }) => value && !isNone(value))) return false;
  const { name, returns } = definition;
  const called = lastName(func);
  if (called === name) return true;
  const others = facts.functions.filter((other) => other.name === called);
  const written = returns && textOf(facts, returns);
  return (
    written !== undefined &&
    others.length === 1 &&
    others[0]!.kind === "FunctionDef" &&
    others[0]!.returns !== undefined &&
    textOf(facts, others[0]!.returns) === written
  );
}

function textOf({ tree }: ProgramFacts, { start, end }: Node): string {
  return tree.text.slice(start, end);
}

/** A string at the end may be a comment, unless the function returns strings elsewhere. */
function isLikeOthers(facts: ProgramFacts, definition: FunctionDef, type: string): boolean {
  return facts.shapes
    .of(definition)
    .returns.some(({ value }) => value?.kind === "Constant" && value.value.type === type);
}
