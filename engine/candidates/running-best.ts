import type { Family } from "./family.ts";
import { atom, call } from "../tree/code.ts";
import { isInLoop } from "../program/roles.ts";
import { mentions } from "../text/whole-words.ts";
import { numeric, surely } from "./value-types.ts";

const largest = /max|best|longest|largest|highest|most|top|greatest/i;
const smallest = /min|smallest|shortest|least|lowest|fewest/i;

/** A variable that keeps the best so far is overwritten where it should be compared. */
export const runningBest: Family = {
  name: "running-best",
  base: -0.05,
  *propose(context) {
    for (const statement of context.statements) {
      if (statement.kind !== "Assign" || statement.targets.length !== 1 || !isInLoop(statement)) continue;
      const target = statement.targets[0]!;
      if (target.kind !== "Name") continue;
      const choose = largest.test(target.id) ? "max" : smallest.test(target.id) ? "min" : undefined;
      const { value } = statement;
      if (choose === undefined || (value.kind === "Call" && context.text(value.func) === choose)) continue;
      if (value.kind === "Constant") continue;
      if (!mentions(context.text(value), target.id)) {
        yield context.replace(value, call(choose, atom(target.id), context.code(value)), -0.1);
        continue;
      }
      if (choose === "max") yield context.replace(value, call("max", context.code(value), atom("0")), -0.05);
      for (const { name, types } of context.variables(value)) {
        if (name !== target.id && surely(types, numeric))
          yield context.replace(value, call(choose, atom(name), context.code(value)), 0);
      }
    }
  },
};
