import { expect, test } from "vitest";
import {
  holdsJump,
  isCalled,
  isCondition,
  isDelicate,
  isInLoop,
  isOperand,
  isTarget,
  isWhole,
} from "../../../engine/program/roles.ts";
import type { Node } from "../../../engine/tree/nodes.ts";
import { factsOf, nodeOf } from "./facts-of.ts";

const roles: Readonly<Record<string, (node: never) => boolean>> = {
  isCalled,
  isCondition,
  isDelicate,
  isOperand,
  isTarget,
  isWhole,
};

test.for<[string, string[]]>([
  ["x()", ["isCalled"]],
  ["if x: pass", ["isCondition", "isOperand"]],
  ["[y for y in z if x]", ["isCondition", "isOperand"]],
  ["a[x]", ["isDelicate", "isOperand"]],
  ["f(x)", ["isDelicate", "isOperand"]],
  ["x = 1", ["isTarget"]],
  ["y = x", ["isOperand", "isWhole"]],
  ["x", []],
])("the roles of x in %j are known", ([text, expected]) => {
  const node: Node = nodeOf(factsOf(`${text}\n`), "Name", "x");
  expect(Object.keys(roles).filter((role) => roles[role]!(node as never))).toEqual(expected);
});

test("a jump belongs to the loop around it, not to the loop whose else contains it", () => {
  const facts = factsOf("for i in a:\n    break\nfor i in a:\n    pass\nelse:\n    x\n");
  expect(isInLoop(nodeOf(facts, "Break"))).toBe(true);
  expect(isInLoop(nodeOf(facts, "Expr", "x"))).toBe(false);
  expect(facts.all("For").map((loop) => holdsJump(facts.tree.nodes, loop))).toEqual([true, false]);
});
