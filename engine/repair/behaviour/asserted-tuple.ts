import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { isText } from "../../tree/constants.ts";

export const assertedTuple: Repair = {
  id: "asserted-tuple",
  kind: "changing",
  *propose(program) {
    const { facts, text } = program;
    for (const { test, msg, start } of facts.all("Assert")) {
      if (msg || test.kind !== "Tuple" || !isReported(program, start, "ruff:F631")) continue;
      const [condition, message] = test.elts;
      const isMessage = message?.kind === "JoinedStr" || isText(message);
      if (test.elts.length !== 2 || !isMessage || /[\r\n]/.test(text.slice(test.start, test.end))) continue;
      const opening = /^\(\s*/.exec(text.slice(test.start, condition!.start));
      const closing = /^\s*(?:,\s*)?\)$/.exec(text.slice(message.end, test.end));
      if (!opening || !closing) continue;
      yield {
        splices: [
          { start: test.start, end: test.start + opening[0].length, text: "" },
          { start: message.end, end: test.end, text: "" },
        ],
        description: "asserted the condition itself; in parentheses with its message it is always true",
      };
    }
  },
};
