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
  const call = { facts, definition, passes, conditions };
  return isStuckOnOneItem(call) || isStuckOnOneStep(call);
}

/** A call of a function by itself, with what is tested on the way to it. */
type TestedCall = Readonly<{
  facts: ProgramFacts;
  definition: FunctionDef;
  passes: ReadonlyMap<string, Expression>;
  conditions: readonly Condition[];
}>;

function isStuckOnOneItem(call: TestedCall): boolean {
  const { facts, definition, passes } = call;
  return [...passes].some(([name, part]) => {
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
    return isSteady(facts, definition, name) && isOpen(call, values) && areUnchanged(passes, [name]);
  });
}

function isStuckOnOneStep(call: TestedCall): boolean {
  const { facts, definition, passes } = call;
  const names = [...passes.keys()];
  return names.some((low, at) =>
    names.slice(at + 1).some((high) => {
      if (passes.get(high)!.kind !== "Name" || passes.get(low)!.kind !== "Name") return false;
      const isSame = [3n, 8n].every((start) => {
        const values = { [low]: ofNumber(start), [high]: ofNumber(start + 1n) };
        return (
          numberIn(facts, definition, passes.get(low)!, values) === start &&
          numberIn(facts, definition, passes.get(high)!, values) === start + 1n &&
          isOpen(call, values)
        );
      });
      const isMiddle = (passes.get(low) as { id: string }).id !== low;
      return isSame && isMiddle && areUnchanged(passes, [low, high]);
    }),
  );
}

/** Whether nothing that is tested on the way forbids the call; only what is in a list may be unknown. */
function isOpen({ facts, definition, conditions }: TestedCall, values: NamedValues): boolean {
  let decided = 0;
  for (const { test, holds } of conditions) {
    const known = decideIn(facts, definition, test, values);
    if (known === undefined && !facts.parts(test).some(({ kind }) => kind === "Subscript")) return false;
    if (known !== undefined && isTrue(known) !== holds) return false;
    if (known !== undefined) decided += 1;
  }
  return decided > 0;
}

function areUnchanged(passes: ReadonlyMap<string, Expression>, but: readonly string[]): boolean {
  return [...passes].every(
    ([name, part]) => but.includes(name) || (part.kind === "Name" && part.id === name),
  );
}
