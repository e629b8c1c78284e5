import type { Expression } from "../../tree/nodes.ts";
import type { Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { dottedName } from "../../tree/written-names.ts";

export const prefixIncrement: Repair = {
  id: "prefix-increment",
  kind: "changing",
  *propose(program) {
    const { facts, source } = program;
    for (const { start, end, value } of facts.all("Expr")) {
      const counted = countedBy(value);
      if (!counted || !isReported(program, start, "ruff:B002")) continue;
      const isOwn =
        counted.node.kind !== "Name" || facts.names.scopeOf(counted.node).variables.has(counted.node.id);
      if (dottedName(counted.node) === undefined || !isOwn) continue;
      yield {
        splices: [{ start, end, text: `${source(counted.node)} ${counted.sign} 1` }],
        description: `counted with \`${counted.sign} 1\`; two signs before a name do nothing`,
      };
    }
  },
};

/** `++x` and `--x`. */
function countedBy(node: Expression): { node: Expression; sign: string } | undefined {
  if (node.kind !== "UnaryOp" || node.operand.kind !== "UnaryOp" || node.op !== node.operand.op)
    return undefined;
  if (node.op !== "UAdd" && node.op !== "USub") return undefined;
  return { node: node.operand.operand, sign: node.op === "UAdd" ? "+=" : "-=" };
}
