import type { ProgramFacts } from "../../program/facts.ts";
import type { Expression, Name, Node, Subscript, While } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isReported } from "./reported-at.ts";
import { isInteger } from "../../tree/constants.ts";
import { isName } from "../../tree/written-names.ts";

export const searchBounds: Repair = {
  id: "search-bounds",
  kind: "changing",
  *propose(program) {
    for (const node of program.facts.all("Subscript")) {
      if (!isReported(program, node.start, "python:search-past-end")) continue;
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
  const first = firstValue(facts, loop, right);
  if (first?.kind !== "Call" && first?.kind !== "Name") return undefined;
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

/** What the bound is given last before the loop. */
function firstValue({ names }: ProgramFacts, loop: While, bound: Name): Expression | undefined {
  const before = (names.scopeOf(loop).variables.get(bound.id)?.bindings ?? [])
    .filter(({ start }) => start < loop.start)
    .at(-1);
  const parent = before?.parent;
  if (parent?.kind === "Assign") return parent.targets.length === 1 ? parent.value : undefined;
  if (parent?.kind !== "Tuple" || parent.parent?.kind !== "Assign" || parent.parent.value.kind !== "Tuple")
    return undefined;
  return parent.parent.value.elts[parent.elts.indexOf(before as Name)];
}
