import { classOf, lineage, methodsOf } from "../../program/classes.ts";
import { blockOf } from "../../tree/layout.ts";
import type { Call } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { isBuiltin, isSaid } from "./places.ts";

export const unraisedException: Repair = {
  id: "unraised-exception",
  kind: "changing",
  *propose(program) {
    for (const statement of program.facts.all("Expr")) {
      const { start, value } = statement;
      if (value.kind !== "Call" || !isSaid(program, start, "ruff:PLW0133")) continue;
      // What follows in the block was meant to be reached.
      const { block, index } = blockOf(statement);
      if (index < block.length - 1 || !isOnlyMade(program, value)) continue;
      yield {
        splices: [{ start, end: start, text: "raise " }],
        words: `raised the \`${program.source(value.func)}\` that was only created`,
      };
    }
  },
};

/** Whether creating the exception does nothing else: a class may report something when it is called, and end there. */
function isOnlyMade({ facts }: RepairableProgram, { func }: Call): boolean {
  if (func.kind !== "Name" || func.id.endsWith("Warning")) return false;
  if (isBuiltin(facts, func, func.id)) return true;
  const definition = classOf(facts, func);
  const line = definition && lineage(facts, definition);
  return line !== undefined && !line.some((each) => methodsOf(each).some(({ name }) => making.has(name)));
}

const making = new Set(["__init__", "__new__", "__init_subclass__"]);
