import type { Expression } from "../../tree/nodes.ts";
import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";

export const itemAnnotation: Repair = {
  id: "item-annotation",
  kind: "changing",
  *propose(program) {
    for (const { start, target, annotation, value } of program.facts.all("AnnAssign")) {
      if (value || target.kind === "Name" || !isValue(annotation)) continue;
      if (!isReported(program, start, "ruff:B032")) continue;
      const between = program.text.slice(target.end, annotation.start);
      if (!/^\s*:\s*$/.test(between)) continue;
      yield {
        splices: [{ start: target.end, end: annotation.start, text: " = " }],
        description: `assigned to \`${program.source(target)}\` with \`=\` instead of annotating a type`,
      };
    }
  },
};

/** Whether an expression can be no type. */
function isValue(node: Expression): boolean {
  if (node.kind === "Constant") return node.value.type !== "none" && node.value.type !== "str";
  return ["List", "Dict", "Set", "Call", "JoinedStr", "ListComp", "DictComp", "SetComp"].includes(node.kind);
}
