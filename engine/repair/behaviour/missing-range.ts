import type { Repair } from "../repair.ts";
import { hasPlaceIn, startsOf } from "./places.ts";

export const missingRange: Repair = {
  id: "missing-range",
  *propose(program) {
    const { facts } = program;
    const places = startsOf(
      program
        .found("python:not-iterable", "mypy:attr-defined")
        .filter(({ message }) => /is `int` here|^"int" has no attribute "__iter__"/.test(message)),
    );
    for (const { iter } of places.length > 0 ? facts.all("For", "Comprehension") : []) {
      const { start, end } = iter;
      if (!hasPlaceIn(places, { start, end: start + 1 }) || facts.names.lookUp(iter, "range")) continue;
      yield {
        splices: [
          { start, end: start, text: "range(" },
          { start: end, end, text: ")" },
        ],
        words: `counted with \`range(${program.source(iter)})\`; a number cannot be gone through`,
      };
    }
  },
};
