import type { Repair } from "../repair.ts";
import { isSaid } from "./places.ts";

export const unraisedException: Repair = {
  id: "unraised-exception",
  kind: "changing",
  *propose(program) {
    for (const { start, value } of program.facts.all("Expr")) {
      if (value.kind !== "Call" || !isSaid(program, start, "ruff:PLW0133")) continue;
      yield {
        splices: [{ start, end: start, text: "raise " }],
        words: `raised the \`${program.source(value.func)}\` that was only created`,
      };
    }
  },
};
