import { classOf, methodsOf } from "../../program/classes.ts";
import type { ProgramFacts } from "../../program/facts.ts";
import { blockOf } from "../../tree/layout.ts";
import type { Expression } from "../../tree/nodes.ts";
import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

export const unraisedException: Repair = {
  id: "unraised-exception",
  kind: "changing",
  *propose(program) {
    for (const statement of program.facts.all("Expr")) {
      const { start, value } = statement;
      if (value.kind !== "Call" || !isReported(program, start, "ruff:PLW0133")) continue;
      // What follows in the block was meant to be reached.
      const { block, index } = blockOf(statement);
      if (index < block.length - 1 || !isOnlyMade(program.facts, value.func)) continue;
      yield {
        splices: [{ start, end: start, text: "raise " }],
        description: `raised the \`${program.source(value.func)}\` that was only created`,
      };
    }
  },
};

/** Whether creating the exception does nothing else: a class may report something when it is called, and end there. */
function isOnlyMade(facts: ProgramFacts, func: Expression, depth = 0): boolean {
  if (func.kind !== "Name" || func.id.endsWith("Warning") || depth > maxDepth) return false;
  if (namesBuiltin(facts, func, func.id)) return true;
  const definition = classOf(facts, func);
  if (!definition || definition.keywords.length + definition.decorator_list.length > 0) return false;
  return (
    !methodsOf(definition).some(({ name }) => making.has(name)) &&
    definition.bases.every((base) => isOnlyMade(facts, base, depth + 1))
  );
}

/** Nobody builds more exceptions on each other. */
const maxDepth = 20;
const making = new Set(["__init__", "__new__", "__init_subclass__"]);
