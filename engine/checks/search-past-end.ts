import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { mayHaveKeys } from "../program/keyed-items.ts";
import { linearOf } from "../program/lengths.ts";
import type { Expression, Name, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";
import { valueBefore } from "../program/value-before.ts";

export const searchPastEnd: Check = {
  id: "search-past-end",
  severity: "error",
  *find(facts) {
    for (const loop of facts.all("While")) {
      const bounds = boundsOf(loop);
      const found = bounds && overrun(facts, loop, bounds);
      if (!found || isCaught(found)) continue;
      const message = `The upper bound starts at the length of ${shown(found.value)}, and the loop also runs when the bounds are equal: searching for a value greater than every item raises IndexError. Loop only while the lower bound is less, or start at the length minus 1.`;
      yield { node: found, message };
    }
  },
};

type Bounds = Readonly<{ low: string; high: string }>;

function boundsOf({ test }: While): Bounds | undefined {
  if (test.kind !== "Compare" || test.ops.length !== 1) return undefined;
  const [left, right] =
    test.ops[0] === "LtE"
      ? [test.left, test.comparators[0]!]
      : test.ops[0] === "GtE"
        ? [test.comparators[0]!, test.left]
        : [];
  return left?.kind === "Name" && right?.kind === "Name" ? { low: left.id, high: right.id } : undefined;
}

/** `x[middle]` in a search by halves whose upper bound is the length of `x`. */
function overrun(facts: ProgramFacts, loop: While, { low, high }: Bounds) {
  const middle = loop.body.find(
    (statement) =>
      statement.kind === "Assign" &&
      statement.targets[0]?.kind === "Name" &&
      isMiddle(statement.value, low, high),
  );
  if (middle?.kind !== "Assign") return undefined;
  const name = (middle.targets[0] as Name).id;
  const stores = facts
    .parts(loop)
    .filter((part): part is Name => part.kind === "Name" && part.ctx === "Store");
  const isNarrowing = stores.every((store) => {
    if (store.id === low) return isShifted(assigned(store), name, 1);
    return store.id !== high || isShifted(assigned(store), name, 0) || isShifted(assigned(store), name, -1);
  });
  const first = loop.body[loop.body.indexOf(middle) + 1];
  const test = first?.kind === "If" ? first.test : undefined;
  if (!isNarrowing || !test || !stores.some(({ id }) => id === low)) return undefined;
  const read = [test, ...facts.parts(test)].find(
    (part) => part.kind === "Subscript" && isName(part.slice, name) && part.value.kind === "Name",
  );
  if (read?.kind !== "Subscript" || read.value.kind !== "Name" || mayHaveKeys(facts, read.value))
    return undefined;
  return startsAtLength(facts, loop, high, read.value.id) ? read : undefined;
}

function isMiddle(node: Expression, low: string, high: string): boolean {
  if (node.kind !== "BinOp") return false;
  if (node.op === "Add") return isName(node.left, low) && isHalf(node.right, "Sub", high, low);
  return isHalf(node, "Add", low, high) || isHalf(node, "Add", high, low);
}

function isHalf(node: Expression, op: "Add" | "Sub", left: string, right: string): boolean {
  if (node.kind !== "BinOp" || node.op !== "FloorDiv" || node.right.kind !== "Constant") return false;
  const { left: inner } = node;
  return inner.kind === "BinOp" && inner.op === op && isName(inner.left, left) && isName(inner.right, right);
}

function assigned({ parent }: Name): Expression | undefined {
  return parent?.kind === "Assign" ? parent.value : undefined;
}

function isShifted(node: Expression | undefined, name: string, by: -1 | 0 | 1): boolean {
  if (!node) return false;
  if (by === 0) return isName(node, name);
  return (
    node.kind === "BinOp" &&
    node.op === (by > 0 ? "Add" : "Sub") &&
    isName(node.left, name) &&
    node.right.kind === "Constant"
  );
}

/** Whether the last value the upper bound is given before the loop is the length of the list. */
function startsAtLength(facts: ProgramFacts, loop: While, high: string, list: string): boolean {
  const value = valueBefore(facts, loop, high);
  const length = value && linearOf(facts, value);
  return length?.plus === 0 && length.terms.size === 1 && length.terms.get(`len ${list}`) === 1;
}
