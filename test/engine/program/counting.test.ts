import { expect, test } from "vitest";
import { countOf } from "../../../engine/program/counting.ts";
import type { Linear } from "../../../engine/program/linear.ts";
import { factsOf } from "./facts-of.ts";

const written = (sum: Linear | undefined): string | undefined =>
  sum && [...Array.from(sum.terms, ([name, factor]) => `${factor}*${name}`), sum.plus].join(" + ");

test.for<[string, string | undefined, string | undefined]>([
  ["for i in range(n): pass", "0", "1*n + -1"],
  ["for i in range(2, len(x)): pass", "2", "1*len x + -1"],
  ["for i in range(n, 0, -1): pass", "1", "1*n + 0"],
  ["for i, v in enumerate(x): pass", "0", "1*len x + -1"],
  ["while i < n:\n    i += 1", undefined, "1*n + -1"],
  ["while i <= n:\n    i += 1", undefined, "1*n + 0"],
])("%j counts from %s to %s", ([text, low, high]) => {
  const facts = factsOf(`${text}\n`);
  const count = countOf(facts, facts.tree.module.body[0]!)!;
  expect([count.name, written(count.low), written(count.high)]).toEqual(["i", low, high]);
});

test.for([
  "for i in range(0, n, 2): pass",
  "for i in x: pass",
  "while i < n:\n    i += 2",
  "while i < n:\n    i += 1\n    i = 0",
  "for i in range(n): pass\nrange = f",
])("%j does not count by ones", (text) => {
  const facts = factsOf(`${text}\n`);
  expect(countOf(facts, facts.tree.module.body[0]!)).toBeUndefined();
});
