import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { mayHaveKeys } from "../program/keyed-items.ts";
import { linearOf } from "../program/lengths.ts";
import { sum, symbol, whole, type Linear } from "../program/linear.ts";
import { isAskedAsDict } from "../program/sequence-names.ts";
import type { BoolOp, Compare, Expression, Name, Statement, Subscript, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";
import { isName } from "../tree/written-names.ts";

export const lateBoundTest: Check = {
  id: "late-bound-test",
  severity: "error",
  *find(facts) {
    for (const loop of facts.all("While")) {
      const { test } = loop;
      const found =
        test.kind === "BoolOp" && test.op === "And" && !isLeft(facts, loop)
          ? readBeforeBound(facts, loop, test)
          : readBeforeEnd(facts, loop);
      if (!found || isCaught(loop)) continue;
      const message = `The index is checked only after it was used on ${shown(found.value)}: at the end this raises IndexError. Check the index first.`;
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
    if (read && !isGuarded(facts, read)) return read;
  }
  return undefined;
}

/** `x[i] …`, then `if i == len(x): break`, in a loop that has no other end. */
function readBeforeEnd(facts: ProgramFacts, loop: While): Read | undefined {
  if (loop.test.kind !== "Constant") return undefined;
  for (const [at, end] of loop.body.entries()) {
    if (end.kind !== "If" || end.test.kind !== "Compare" || !leaves(end.body.at(-1))) continue;
    const margin = endOf(facts, end.test);
    const before = loop.body.slice(0, at);
    const read = before
      .flatMap((statement) => (statement.kind === "If" ? readsAlways(statement.test) : []))
      .find((each) => margin && isPastAt(facts, each, margin) && isCountedUp(facts, loop, each.slice));
    const isSet = (name: string): boolean =>
      before.some((statement) =>
        facts.parts(statement).some((part) => isName(part, name) && part.ctx !== "Load"),
      );
    if (read && !namesIn(facts, read.slice).some(isSet)) return read;
  }
  return undefined;
}

function leaves(statement: Statement | undefined): boolean {
  return statement?.kind === "Break" || statement?.kind === "Return";
}

/** What is 0 as soon as a test for the end holds. */
function endOf(facts: ProgramFacts, { left, ops, comparators }: Compare): Linear | undefined {
  const [a, b] = [linearOf(facts, left), linearOf(facts, comparators[0]!)];
  if (ops.length !== 1 || !a || !b) return undefined;
  return ops[0] === "Eq" || ops[0] === "GtE" ? sum(a, b, -1) : undefined;
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
  if (!index || isAskedAsDict(facts, value) || mayHaveKeys(facts, value)) return false;
  const over = sum(sum(index, symbol(`len ${value.id}`), -1), margin, -1);
  return over.terms.size === 0 && over.plus >= 0;
}

/** `x[i] != wanted`, with `wanted` put at the end of `x` before: the search always ends there. */
function isGuarded(facts: ProgramFacts, { value, parent }: Read): boolean {
  if (parent?.kind !== "Compare" || parent.ops[0] !== "NotEq") return false;
  const sides = [parent.left, parent.comparators[0]!].filter(({ kind }) => kind !== "Subscript");
  const texts = new Set(sides.map((side) => textOf(facts, side)));
  const isPutIn = (node: Expression): boolean => texts.has(textOf(facts, node));
  const variable = facts.names.variableOf(value)!;
  const given = variable.bindings.flatMap(({ parent: bound }) =>
    bound?.kind === "Assign" || bound?.kind === "AnnAssign" ? (bound.value ?? []) : [],
  );
  // What was put together here may end in it under another name.
  if (given.some(({ kind }) => kind === "BinOp")) return true;
  return variable.mentions.some(({ parent: use }) => {
    if (use?.kind === "BinOp") return [use.right, ...itemsOf(use.right)].some(isPutIn);
    if (use?.kind === "AugAssign") return [use.value, ...itemsOf(use.value)].some(isPutIn);
    return use?.kind === "Attribute" && use.parent?.kind === "Call" && use.parent.args.some(isPutIn);
  });
}

function itemsOf(node: Expression): readonly Expression[] {
  return node.kind === "List" ? node.elts : [];
}

function textOf({ tree }: ProgramFacts, { start, end }: Expression): string {
  return tree.text.slice(start, end);
}

function isCountedUp(facts: ProgramFacts, loop: While, index: Expression): boolean {
  const names = namesIn(facts, index);
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

function namesIn(facts: ProgramFacts, node: Expression): string[] {
  return [node, ...facts.parts(node)].flatMap((part) => (part.kind === "Name" ? [part.id] : []));
}
