import type { Expression, FunctionDef } from "../tree/nodes.ts";
import { isTrue } from "../values/truth.ts";
import { ofNumber } from "../values/value.ts";
import { decideIn, numberIn, type NamedValues } from "./decide-in.ts";
import type { ProgramFacts } from "./facts.ts";
import type { Condition } from "./flow-graph.ts";
import type { SelfCall } from "./self-calls.ts";
import { isSteady } from "./steady-parameters.ts";

/** Whether a call passes on what it was given when only one item, or one step, is left. */
export function isStuck(
  facts: ProgramFacts,
  definition: FunctionDef,
  { passes, conditions }: SelfCall,
): boolean {
  if (!conditions) return false;
  const names = [...passes.keys()];
  return (
    isStuckOnOneItem(facts, definition, names, passes, conditions) ||
    isStuckOnOneStep(facts, definition, names, passes, conditions)
  );
}

function isStuckOnOneItem(
  facts: ProgramFacts,
  definition: FunctionDef,
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  conditions: readonly Condition[],
): boolean {
  return names.some((name) => {
    const part = passes.get(name)!;
    if (
      part.kind !== "Subscript" ||
      part.slice.kind !== "Slice" ||
      part.value.kind !== "Name" ||
      part.value.id !== name
    )
      return false;
    const values: NamedValues = { [`len ${name}`]: ofNumber(1n), [name]: { kind: "bool", value: true } };
    const { lower, upper, step } = part.slice;
    const from = lower ? numberIn(facts, definition, lower, values) : 0n;
    const to = upper ? numberIn(facts, definition, upper, values) : 1n;
    if (step || from !== 0n || to === undefined || to < 1n || !(lower ?? upper)) return false;
    return (
      isSteady(facts, definition, name) &&
      isOpen(facts, definition, conditions, values) &&
      areUnchanged(names, passes, [name])
    );
  });
}

function isStuckOnOneStep(
  facts: ProgramFacts,
  definition: FunctionDef,
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  conditions: readonly Condition[],
): boolean {
  return names.some((low, at) =>
    names.slice(at + 1).some((high) => {
      if (passes.get(high)!.kind !== "Name" || passes.get(low)!.kind !== "Name") return false;
      const isSame = [3n, 8n].every((start) => {
        const values = { [low]: ofNumber(start), [high]: ofNumber(start + 1n) };
        return (
          numberIn(facts, definition, passes.get(low)!, values) === start &&
          numberIn(facts, definition, passes.get(high)!, values) === start + 1n &&
          isOpen(facts, definition, conditions, values)
        );
      });
      const isMiddle = (passes.get(low) as { id: string }).id !== low;
      return isSame && isMiddle && areUnchanged(names, passes, [low, high]);
    }),
  );
}

/** Whether nothing that is tested on the way forbids the call; only what is in a list may be unknown. */
function isOpen(
  facts: ProgramFacts,
  definition: FunctionDef,
  conditions: readonly Condition[],
  values: NamedValues,
): boolean {
  let decided = 0;
  for (const { test, holds } of conditions) {
    const known = decideIn(facts, definition, test, values);
    if (known === undefined && !facts.parts(test).some(({ kind }) => kind === "Subscript")) return false;
    if (known !== undefined && isTrue(known) !== holds) return false;
    if (known !== undefined) decided += 1;
  }
  return decided > 0;
}

function areUnchanged(
  names: readonly string[],
  passes: ReadonlyMap<string, Expression>,
  but: readonly string[],
): boolean {
  return names.every((name) => {
    const part = passes.get(name)!;
    return but.includes(name) || (part.kind === "Name" && part.id === name);
  });
}
