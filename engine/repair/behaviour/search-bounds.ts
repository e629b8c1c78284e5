import type { Expression, Node, Subscript, While } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { reportedNodes } from "./reported-at.ts";
import { isInteger } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";
import { valueBefore } from "../../program/value-before.ts";

export const searchBounds: Repair = {
  id: "search-bounds",
  kind: "changing",
  *propose(program) {
    for (const node of reportedNodes(program, "Subscript", "python:search-past-end")) {
      const loop = loopAround(node);
      const rewrite = loop && rewriteOf(program, loop, node);
      if (rewrite) yield rewrite;
    }
  },
};

function loopAround(node: Node): While | undefined {
  let at = node.parent;
  while (at && at.kind !== "While") at = at.parent;
  return at;
}

/** How the upper bound moves says whether it belongs to what is searched. */
function rewriteOf(
  { facts, text }: RepairableProgram,
  loop: While,
  { slice }: Subscript,
): Rewrite | undefined {
  const { test } = loop;
  if (test.kind !== "Compare" || test.left.kind !== "Name" || slice.kind !== "Name") return undefined;
  const [right] = test.comparators;
  if (right?.kind !== "Name" || test.ops[0] !== "LtE") return undefined;
  const moves = facts
    .parts(loop)
    .filter((part) => isName(part, right.id) && part.ctx === "Store")
    .map(({ parent }) => (parent?.kind === "Assign" ? parent.value : undefined));
  if (moves.length === 0) return undefined;
  if (moves.every((value) => isName(value, slice.id))) {
    const start = test.left.end + text.slice(test.left.end, right.start).indexOf("<=");
    return {
      splices: [{ start, end: start + 2, text: "<" }],
      description: `let the search end when \`${test.left.id}\` meets \`${right.id}\`, which is not searched itself`,
    };
  }
  if (!moves.every((value) => value && isOneBelow(value, slice.id))) return undefined;
  const first = valueBefore(facts, loop, right.id);
  if (first?.kind !== "Call" && first?.kind !== "Name") return undefined;
  // Other names that are given the same value may need it as it is.
  if (first.parent?.kind === "Assign" && first.parent.targets.length > 1) return undefined;
  return {
    splices: [{ start: first.end, end: first.end, text: " - 1" }],
    description: `let \`${right.id}\` start at the last index, as it is searched itself`,
  };
}

function isOneBelow(value: Expression, name: string): boolean {
  return (
    value.kind === "BinOp" && value.op === "Sub" && isName(value.left, name) && isInteger(value.right, 1n)
  );
}
