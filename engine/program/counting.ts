import type { Comprehension, Expression, For, Node, While } from "../tree/nodes.ts";
import type { ProgramFacts } from "./facts.ts";
import { linearOf } from "./lengths.ts";
import { sum, whole, type Linear } from "./linear.ts";

/** A loop over whole numbers, one after another. */
export type Count = Readonly<{
  loop: For | While | Comprehension;
  name: string;
  low: Linear | undefined;
  high: Linear;
}>;

/** How a loop counts, if it does: `range`, `enumerate`, or a `while` that steps by one. */
export function countOf(facts: ProgramFacts, loop: Node): Count | undefined {
  if (loop.kind === "While") return countOfWhile(facts, loop);
  if (loop.kind !== "For" && loop.kind !== "Comprehension") return undefined;
  const { iter, target } = loop;
  if (iter.kind !== "Call" || iter.func.kind !== "Name" || iter.keywords.length > 0) return undefined;
  if (facts.names.lookUp(iter.func, iter.func.id)) return undefined;
  if (iter.func.id === "enumerate") return countOfEnumerate(loop, iter.args);
  if (iter.func.id !== "range" || target.kind !== "Name") return undefined;
  const range = iter.args.map((part) => linearOf(facts, part));
  if (range.includes(undefined)) return undefined;
  const [a, b, stride] = range as Linear[];
  const [start, stop] = b ? [a!, b] : [whole(0), a!];
  const by = stride === undefined ? 1 : stride.terms.size === 0 ? stride.plus : 0;
  if (by === 1) return { loop, name: target.id, low: start, high: sum(stop, whole(1), -1) };
  return by === -1 ? { loop, name: target.id, low: sum(stop, whole(1)), high: start } : undefined;
}

function countOfEnumerate(loop: For | Comprehension, args: readonly Expression[]): Count | undefined {
  const { target } = loop;
  const [source] = args;
  if (
    args.length !== 1 ||
    source?.kind !== "Name" ||
    target.kind !== "Tuple" ||
    target.elts[0]?.kind !== "Name"
  )
    return undefined;
  return {
    loop,
    name: target.elts[0].id,
    low: whole(0),
    high: { terms: new Map([[`len ${source.id}`, 1]]), plus: -1 },
  };
}

function countOfWhile(facts: ProgramFacts, loop: While): Count | undefined {
  const { test } = loop;
  if (test.kind !== "Compare" || test.ops.length !== 1 || test.left.kind !== "Name") return undefined;
  const [op] = test.ops;
  const bound = linearOf(facts, test.comparators[0]!);
  if (!bound || (op !== "Lt" && op !== "LtE")) return undefined;
  const name = test.left.id;
  const steps = facts
    .parts(loop)
    .filter((part) => part.kind === "Name" && part.id === name && part.ctx !== "Load");
  const isByOne = steps.every(
    ({ parent }) =>
      parent?.kind === "AugAssign" &&
      parent.op === "Add" &&
      parent.value.kind === "Constant" &&
      parent.value.value.type === "int" &&
      parent.value.value.value === 1n,
  );
  if (steps.length !== 1 || !isByOne) return undefined;
  const low = startOf(facts, loop, name);
  return { loop, name, low, high: op === "LtE" ? bound : sum(bound, whole(1), -1) };
}

/** What a name is given before a loop, in the same block, where nothing but the loop changes it. */
function startOf(facts: ProgramFacts, loop: While, name: string): Linear | undefined {
  const bindings = facts.names.scopeOf(loop).variables.get(name)?.bindings;
  const given = bindings?.[0]?.parent;
  if (bindings?.length !== 2 || given?.kind !== "Assign" || given.targets.length !== 1) return undefined;
  const isBefore = given.parent === loop.parent && given.end <= loop.start && bindings[1]!.start > loop.start;
  return isBefore ? linearOf(facts, given.value) : undefined;
}
