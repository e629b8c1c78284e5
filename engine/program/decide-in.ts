import type { Expression, FunctionDef } from "../tree/nodes.ts";
import { numberOf, type Numeric } from "../values/value.ts";
import { decide, type Decided } from "./decide.ts";
import type { ProgramFacts } from "./facts.ts";
import { onlyValue } from "./lengths.ts";

export type NamedValues = Readonly<Record<string, Decided>>;

/** Works out an expression inside a function; names given one value stand for it. */
export function decideIn(
  facts: ProgramFacts,
  definition: FunctionDef,
  node: Expression,
  values: NamedValues,
): Decided {
  const { variables } = facts.names.inside(definition)!;
  const valueOf = (name: string): Decided => {
    if (name in values) return values[name];
    const [bound] = variables.get(name)?.bindings ?? [];
    const value = bound?.kind === "Name" ? onlyValue(facts, bound) : undefined;
    return value && decide(value, valueOf, 20);
  };
  return decide(node, valueOf);
}

export function numberIn(
  facts: ProgramFacts,
  definition: FunctionDef,
  node: Expression,
  values: NamedValues,
): Numeric | undefined {
  const decided = decideIn(facts, definition, node, values);
  return decided && numberOf(decided);
}
