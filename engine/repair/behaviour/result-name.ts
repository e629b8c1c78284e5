import { changesItsObject } from "../../library/types.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import type { FunctionDef, Name, Node, Statement } from "../../tree/nodes.ts";
import { statementOf } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

/**
 * The name of a function's result: what it returns at all its other ends, or, where it returns nothing, the one
 * local that is built up and never looked at.
 */
export function resultOf(facts: ProgramFacts, definition: FunctionDef): string | undefined {
  const { returns } = facts.shapes.of(definition);
  const values = returns.map(({ value }) => value);
  if (values.length === 0) return builtUp(facts, definition);
  const [first] = values;
  if (first?.kind !== "Name") return undefined;
  const { id } = first;
  const isSame = values.every((value) => value?.kind === "Name" && value.id === id);
  return isSame && isAlwaysBound(definition, id) ? id : undefined;
}

/** Given a value on the way that every call takes. */
function isAlwaysBound(definition: FunctionDef, name: string): boolean {
  return assigns(definition.body, name);
}

function assigns(block: readonly Statement[], name: string): boolean {
  return block.some((statement) => {
    if (statement.kind === "If") return assigns(statement.body, name) && assigns(statement.orelse, name);
    if (statement.kind === "AnnAssign")
      return statement.value !== undefined && isNamed(statement.target, name);
    return statement.kind === "Assign" && statement.targets.some((target) => isNamed(target, name));
  });
}

function isNamed(node: Node, id: string): boolean {
  return node.kind === "Name" && node.id === id;
}

/** A function that prints may be meant to do no more; then its caller is wrong. */
function builtUp(facts: ProgramFacts, definition: FunctionDef): string | undefined {
  if (facts.parts(definition).some((part) => part.kind === "Call" && namesBuiltin(facts, part.func, "print")))
    return undefined;
  const scope = facts.names.inside(definition)!;
  const built = [...scope.variables.values()].filter(({ name, mentions: uses }) => {
    if (!isAlwaysBound(definition, name)) return false;
    const isInside = uses.every((use) => facts.names.scopeOf(use) === scope);
    return (
      isInside && uses.every((use) => use.ctx === "Store" || isOwnChange(use)) && isWorkedOn(definition, uses)
    );
  });
  return built.length === 1 ? built[0]!.name : undefined;
}

/** Changed after its start, or worked out by the last statement. */
function isWorkedOn({ body }: FunctionDef, uses: readonly Name[]): boolean {
  const last = body.at(-1)!;
  return (
    uses.length > 1 || (last.kind === "Assign" && last.targets.length === 1 && last.targets[0] === uses[0])
  );
}

/** A name that is only read to change what it stands for. */
function isOwnChange(use: Name): boolean {
  const statement = statementOf(use);
  if (!statement) return false;
  if (changes(statement, use.id)) return true;
  if (statement.kind !== "If" || !(use.start >= statement.test.start && use.end <= statement.test.end))
    return false;
  return statement.body.some((inner) => changes(inner, use.id));
}

/** Whether a statement changes a name, and does nothing else. */
function changes(statement: Statement, name: string): boolean {
  if (statement.kind === "AugAssign") return isOrHolds(statement.target, name);
  if (statement.kind === "Assign")
    return statement.targets.length === 1 && isOrHolds(statement.targets[0]!, name);
  if (statement.kind !== "Expr" || statement.value.kind !== "Call") return false;
  const { func } = statement.value;
  return func.kind === "Attribute" && changesItsObject(func.attr) && isOrHolds(func.value, name);
}

/** `name`, or an item of it. */
function isOrHolds(node: Node, name: string): boolean {
  if (node.kind === "Subscript") return isOrHolds(node.value, name);
  return isNamed(node, name);
}
