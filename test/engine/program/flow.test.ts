import { expect, test } from "vitest";
import { readFlow } from "../../../engine/program/flow.ts";
import type { FunctionDef } from "../../../engine/tree/nodes.ts";
import { factsOf } from "./facts-of.ts";

/** Bodies of a function whose end cannot be reached, and the place of the statement that sees to it. */
const ending: readonly [string, number][] = [
  ["return 1", 0],
  ["x = 1; raise E; y = 2", 1],
  ["if a: return 1\n else: raise E", 0],
  ["if a: return 1\n elif b: return 2\n else: return 3", 0],
  ["while True: pass", 0],
  ["while 1:\n  for i in a: break", 0],
  ["while True:\n  if a: return 1", 0],
  ["for i in a: pass\n else: return 1", 0],
  ["try: return 1\n except E: return 2", 0],
  ["try: pass\n except E: return 2\n else: return 3", 0],
  ["try: pass\n finally: return 1", 0],
  ["try: return 1\n finally: pass", 0],
  ["match a:\n  case 1: return 1\n  case _: return 2", 0],
  ["while True:\n  return 1\n  if a: break", 0],
  ["while True:\n  try: return 1\n  finally: continue", 0],
  ["if a: return 1\n elif b: raise E\n else:\n  while 1: pass", 0],
];

const passing: readonly string[] = [
  "pass",
  "if a: return 1",
  "while a: return 1",
  "while True:\n  if a: break",
  "while True:\n  try: break\n  finally: pass",
  "for i in a: return 1",
  "for i in a: break\n else: return 1",
  "try: return 1\n except E: pass",
  "try: pass\n except E: return 2",
  "try: return 1\n except* E: raise",
  "with a: return 1",
  "match a:\n  case 1: return 1\n  case _ if b: return 2",
  "while True:\n  try: return 1\n  finally:\n   if a: break",
  "def g(): return 1",
];

const bodyOf = (text: string) => {
  const facts = factsOf(`def f():\n ${text.replaceAll("; ", "\n ")}\n`);
  return { facts, body: (facts.tree.module.body[0] as FunctionDef).body };
};

test.for(ending)("nothing runs after %s", ([text, at]) => {
  const { facts, body } = bodyOf(text);
  expect(facts.flow.endOf(body)).toBe(at);
});

test.for(passing)("something may run after %s", (text) => {
  const { facts, body } = bodyOf(text);
  expect(facts.flow.endOf(body)).toBe(-1);
});

test("a test with a result known from elsewhere decides the flow", () => {
  const { facts, body } = bodyOf("while a: pass");
  expect(readFlow(facts.tree, () => true).endOf(body)).toBe(0);
  expect(readFlow(facts.tree, () => false).endOf(body)).toBe(-1);
});
