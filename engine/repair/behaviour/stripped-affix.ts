import type { Repair } from "../repair.ts";
import { isReportedWithin } from "./reported-at.ts";

const instead = new Map([
  ["lstrip", "removeprefix"],
  ["rstrip", "removesuffix"],
]);

export const strippedAffix: Repair = {
  id: "stripped-affix",
  kind: "changing",
  *propose(program) {
    for (const call of program.facts.all("Call")) {
      const { func, args, keywords } = call;
      const method = func.kind === "Attribute" ? instead.get(func.attr) : undefined;
      if (func.kind !== "Attribute" || !method || args.length !== 1 || keywords.length > 0) continue;
      const [affix] = args;
      if (affix!.kind !== "Constant" || affix!.value.type !== "str" || !isWord(affix!.value.value)) continue;
      if (!isReportedWithin(program, call, "ruff:PLE1310", "ruff:B005")) continue;
      yield {
        splices: [{ start: func.end - func.attr.length, end: func.end, text: method }],
        description: `removed the whole text with \`${method}\`; \`${func.attr}\` removes any of its letters`,
      };
    }
  },
};

/** Text with a letter in it that stands there twice: nobody lists the same letter twice on purpose. */
function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && new Set(text).size < Array.from(text).length;
}
