import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { dottedName } from "../../tree/written-names.ts";

export const exceptionAlternatives: Repair = {
  id: "exception-alternatives",
  kind: "changing",
  *propose(program) {
    for (const { type } of program.facts.all("ExceptHandler")) {
      if (type?.kind !== "BoolOp" || type.op !== "Or" || !isReported(program, type.start, "ruff:PLW0711"))
        continue;
      if (!type.values.every((value) => dottedName(value) !== undefined)) continue;
      const classes = type.values.map((value) => program.source(value)).join(", ");
      const isEnclosed = program.text[type.start - 1] === "(" && program.text[type.end] === ")";
      yield {
        splices: [{ start: type.start, end: type.end, text: isEnclosed ? classes : `(${classes})` }],
        description: `caught each of \`${type.values.map((value) => program.source(value)).join("`, `")}\`; \`or\` leaves only the first`,
      };
    }
  },
};
