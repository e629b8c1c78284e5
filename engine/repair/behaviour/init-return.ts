import type { Node } from "../../tree/nodes.ts";
import { functionAround } from "../../tree/around.ts";
import { removal } from "../../tree/layout.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isReported } from "./reported-at.ts";

export const initReturn: Repair = {
  id: "init-return",
  kind: "certain",
  *propose(program) {
    for (const node of program.facts.all("Return")) {
      if (!node.value || !isReported(program, node.start, "ruff:PLE0101")) continue;
      const rewrite = rewriteOf(program, node, node.value);
      if (rewrite) yield rewrite;
    }
  },
};

/** What `__init__` returns is never the object: a value raises TypeError. */
function rewriteOf(
  { tree }: RepairableProgram,
  node: Extract<Node, { kind: "Return" }>,
  value: Node,
): Rewrite | undefined {
  const description = "returned nothing from `__init__`, which must return None";
  const isLast = functionAround(node)?.body.at(-1) === node;
  if (value.kind === "Call")
    return isLast ? { splices: [{ start: node.start, end: value.start, text: "" }], description } : undefined;
  if (value.kind !== "Name" && value.kind !== "Constant") return undefined;
  const removed = isLast ? removal(tree, node) : undefined;
  const bare = { start: node.start, end: node.end, text: "return" };
  return { splices: [removed ?? bare], description, at: node.start };
}
