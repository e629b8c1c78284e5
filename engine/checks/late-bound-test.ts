import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { linearOf } from "../program/lengths.ts";
import { sum, symbol, whole, type Linear } from "../program/linear.ts";
import { isAskedAsDict } from "../program/sequence-names.ts";
import type { BoolOp, Compare, Expression, Name, Subscript, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const lateBoundTest: Check = {
  id: "late-bound-test",
  severity: "error",
  *find(facts) {
    for (const loop of facts.all("While")) {
      const { test } = loop;
      if (test.kind !== "BoolOp" || test.op !== "And" || isLeft(facts, loop)) continue;
      const found = readBeforeBound(facts, loop, test);
      if (!found || isCaught(loop)) continue;
      const message = `The index is tested only after ${shown(found.value)} was asked for this item: at the end it raises IndexError. Test the index first.`;
      yield { node: found, message };
    }
  },
};

/** A loop that is left in another way may never come to the end. */
function isLeft(facts: ProgramFacts, loop: While): boolean {
  return facts.parts(loop).some(({ kind }) => kind === "Break" || kind === "Return" || kind === "Raise");
}

type Read = Subscript & { value: Name };

/** `x[i] … and i < len(x)`, with `i` counted up in the loop. */
function readBeforeBound(facts: ProgramFacts, loop: While, test: BoolOp): Read | undefined {
  for (const [at, bound] of test.values.entries()) {
    const margin = bound.kind === "Compare" ? marginOf(facts, bound) : undefined;
    if (!margin) continue;
    const reads = test.values.slice(0, at).flatMap((part) => readsAlways(part));
    const read = reads.find((each) => isPastAt(facts, each, margin) && isCountedUp(facts, loop, each.slice));
    if (read) return read;
  }
  return undefined;
}

/** What is 0 as soon as a comparison no longer holds. */
function marginOf(facts: ProgramFacts, { left, ops, comparators }: Compare): Linear | undefined {
  const [a, b] = [linearOf(facts, left), linearOf(facts, comparators[0]!)];
  if (ops.length !== 1 || !a || !b) return undefined;
  switch (ops[0]) {
    case "Lt":
      return sum(a, b, -1);
    case "LtE":
      return sum(sum(a, b, -1), whole(-1));
    case "Gt":
      return sum(b, a, -1);
    case "GtE":
      return sum(sum(b, a, -1), whole(-1));
    default:
      return undefined;
  }
}

/** The items a condition asks for whatever they are. */
function readsAlways(node: Expression): Read[] {
  if (node.kind === "Compare") return [node.left, node.comparators[0]!].flatMap(readsAlways);
  if (node.kind === "BinOp") return [node.left, node.right].flatMap(readsAlways);
  if (node.kind === "UnaryOp") return readsAlways(node.operand);
  return node.kind === "Subscript" && node.value.kind === "Name" ? [node as Read] : [];
}

/** Whether the item is behind the last one when the bound is reached. */
function isPastAt(facts: ProgramFacts, { value, slice }: Read, margin: Linear): boolean {
  const index = linearOf(facts, slice);
  if (!index || isAskedAsDict(facts, value)) return false;
  const over = sum(sum(index, symbol(`len ${value.id}`), -1), margin, -1);
  return over.terms.size === 0 && over.plus >= 0;
}

function isCountedUp(facts: ProgramFacts, loop: While, index: Expression): boolean {
  const names = [index, ...facts.parts(index)].flatMap((part) => (part.kind === "Name" ? [part.id] : []));
  return facts
    .parts(loop)
    .some(
      (part) =>
        part.kind === "AugAssign" &&
        part.op === "Add" &&
        part.target.kind === "Name" &&
        names.includes(part.target.id),
    );
}
