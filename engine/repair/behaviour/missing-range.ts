import type { Repair } from "../repair.ts";
import { hasPlaceIn, startsOf } from "./reported-at.ts";
import { surrounding } from "../../text/splices.ts";

export const missingRange: Repair = {
  id: "missing-range",
  kind: "certain",
  *propose(program) {
    const { facts } = program;
    const places = startsOf(
      program
        .about("not iterable", "python:not-iterable", "mypy:attr-defined")
        .filter(({ data }) => data.type === "int"),
    );
    for (const { iter } of places.length > 0 ? facts.all("For", "Comprehension") : []) {
      const { start, end } = iter;
      if (!hasPlaceIn(places, { start, end: start + 1 }) || facts.names.lookUp(iter, "range")) continue;
      yield {
        splices: surrounding({ start, end }, "range(", ")"),
        description: `counted with \`range(${program.source(iter)})\`; a number is not iterable`,
      };
    }
  },
};
