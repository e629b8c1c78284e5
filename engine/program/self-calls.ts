import type { Call, Expression, FunctionDef } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import type { Condition } from "./flow-graph.ts";
import { conditionsOn } from "./paths.ts";

/** A function calling itself, what it passes for each of its parameters, and what is tested before. */
export type SelfCall = Readonly<{
  node: Call;
  passes: ReadonlyMap<string, Expression>;
  conditions: readonly Condition[] | undefined;
}>;

/** The calls a function makes to itself, where the name can mean nothing else. */
export function selfCalls(facts: ProgramFacts, definition: FunctionDef): SelfCall[] {
  const variable = facts.names.variableOf(definition);
  if (definition.decorator_list.length > 0 || variable?.bindings.length !== 1) return [];
  const isMethod = variable.scope.kind === "class";
  const { args, vararg, kwarg, posonlyargs, kwonlyargs } = definition.args;
  if (vararg || kwarg || kwonlyargs.length > 0) return [];
  const parameters = [...posonlyargs, ...args].map(({ arg }) => arg);
  const names = isMethod ? parameters.slice(1) : parameters;
  const calls = facts.parts(definition).flatMap((node) => {
    if (node.kind !== "Call" || !isSelf(facts, definition, node, isMethod ? parameters[0] : undefined))
      return [];
    if (
      facts.names.scopeOf(node) !== facts.names.inside(definition) ||
      node.keywords.length > 0 ||
      node.args.length !== names.length
    )
      return [];
    if (node.args.some(({ kind }) => kind === "Starred")) return [];
    const passes = new Map(names.map((name, at) => [name, node.args[at]!]));
    return [{ node, passes, conditions: conditionsOn(facts, definition, node) }];
  });
  return calls.length > 0 && isMethod && isReplaced(facts, definition) ? [] : calls;
}

/** Whether an object may be given something else under a method's name. */
function isReplaced(facts: ProgramFacts, { name }: FunctionDef): boolean {
  return facts.all("Attribute").some(({ attr, ctx }) => attr === name && ctx !== "Load");
}

function isSelf(
  facts: ProgramFacts,
  definition: FunctionDef,
  { func }: Call,
  self: string | undefined,
): boolean {
  if (self !== undefined)
    return (
      func.kind === "Attribute" &&
      func.attr === definition.name &&
      func.value.kind === "Name" &&
      func.value.id === self
    );
  return (
    func.kind === "Name" &&
    func.id === definition.name &&
    facts.names.lookUp(func, func.id)?.bindings[0] === definition
  );
}
