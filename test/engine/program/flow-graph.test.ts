import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { literalTruth } from "../../../engine/program/flow.ts";
import {
  readFlowGraph,
  reachedFrom,
  type FlowGraph,
  type FlowNode,
} from "../../../engine/program/flow-graph.ts";
import type { FunctionDef, Node } from "../../../engine/tree/nodes.ts";
import { readTree, type Tree } from "../../../engine/tree/tree.ts";
import { createDice } from "../../support/dice.ts";
import { askSandboxPython } from "../../support/sandbox-python.ts";
import { requireDocker } from "../../support/sandbox.ts";
import { randomProgram } from "./flow-programs.ts";

function graphOf(text: string): { tree: Tree; graph: FlowGraph } {
  const tree = readTree(text)!;
  return { tree, graph: readFlowGraph((tree.module.body[0] as FunctionDef).body, literalTruth) };
}

/** The lines that may come next, with the condition that leads to each. */
function waysFrom(text: string, line: number): string[] {
  const { tree, graph } = graphOf(text);
  const lineOf = ({ node }: FlowNode): string => (node ? String(tree.positions.lineOf(node.start)) : "end");
  const at = tree.nodes.map((node) => graph.at(node)).find((one) => one && lineOf(one) === String(line))!;
  return at.next.map(({ to, when }) =>
    when
      ? `${lineOf(to)} when ${tree.text.slice(when.test.start, when.test.end)} is ${when.holds}`
      : lineOf(to),
  );
}

test("a branch is taken when its condition holds", () => {
  const text = "def f(a):\n if a:\n  x = 1\n else:\n  x = 2\n return x\n";
  expect(waysFrom(text, 2)).toEqual(["3 when a is true", "5 when a is false", "end"]);
  expect(waysFrom(text, 3)).toEqual(["6", "end"]);
});

test("an exception goes to the handlers in turn and then through finally", () => {
  const text = "def f():\n try:\n  x()\n except A:\n  y()\n finally:\n  z()\n return 1\n";
  expect(waysFrom(text, 3)).toContain("4");
  expect(waysFrom(text, 4)).toEqual(["5", "7"]);
  expect(waysFrom(text, 7).toSorted()).toEqual(["8", "end", "end"]);
});

test("a test with a known result has one exit", () => {
  expect(waysFrom("def f():\n while True:\n  x()\n y()\n", 2)).toEqual(["3 when True is true", "end"]);
  const { tree, graph } = graphOf("def f():\n while True:\n  x()\n y()\n");
  const last = tree.nodes.findLast((node) => node.kind === "Expr") as Node;
  expect(graph.at(last)!.isReached).toBe(false);
  expect(reachedFrom(graph.entry).has(graph.at(last)!)).toBe(false);
});

test("many elif are as deep as one", () => {
  const many = Array.from({ length: 4000 }, (_, at) => ` elif a == ${at}:\n  return ${at}\n`).join("");
  const { tree, graph } = graphOf(`def f(a):\n if a:\n  return 1\n${many} else:\n  return 2\n`);
  expect(graph.endOf((tree.module.body[0] as FunctionDef).body)).toBe(0);
});

/** Places of which CPython does not always tell that it passes them. */
function isSilent({ node }: FlowNode): boolean {
  return (
    node?.kind === "MatchCase" ||
    node?.kind === "ExceptHandler" ||
    node?.kind === "Try" ||
    (node?.kind === "While" && node.test.kind === "Constant")
  );
}

function leadsTo(from: FlowNode, to: FlowNode): boolean {
  const seen = new Set<FlowNode>();
  const waiting = [from];
  for (let at = waiting.pop(); at; at = waiting.pop())
    for (const { to: next } of at.next) {
      if (next === to) return true;
      if (isSilent(next) && !seen.has(next)) {
        seen.add(next);
        waiting.push(next);
      }
    }
  return false;
}

/** The first step of runs that the graph does not have. */
function strangeStep(text: string, runs: readonly (readonly number[])[]): string | undefined {
  const { tree, graph } = graphOf(text);
  const byLine = new Map<number, FlowNode>();
  for (const node of tree.nodes) {
    const place = graph.at(node);
    if (place) byLine.set(tree.positions.lineOf(node.start), place);
  }
  return runs.map((lines) => strangeIn(graph, byLine, lines)).find((strange) => strange !== undefined);
}

function strangeIn(
  graph: FlowGraph,
  byLine: ReadonlyMap<number, FlowNode>,
  lines: readonly number[],
): string | undefined {
  let at = graph.entry;
  for (const line of lines) {
    const next = byLine.get(line);
    if (!next) return `line ${line} has no place`;
    // A manager is asked on the line of its `with` again when it is left.
    const isLeaving = next.node?.kind === "With" && at.node && isInside(at.node, next.node);
    if (isLeaving) continue;
    if (!next.isReached) return `line ${line} is said never to be reached`;
    if (!leadsTo(at, next)) return `no way to line ${line}`;
    at = next;
  }
  return leadsTo(at, graph.end) ? undefined : "no way to the end";
}

function isInside(node: Node, outer: Node): boolean {
  return node.start > outer.start && node.end <= outer.end;
}

describe("the paths that CPython takes", () => {
  beforeAll(requireDocker);

  test("are paths of the graph in random programs", { timeout: 120_000 }, async () => {
    const dice = createDice(20261116);
    const texts = Array.from({ length: 400 }, () => randomProgram(dice));
    const answers = await askSandboxPython<number[][][]>(
      readFileSync(new URL("trace.py", import.meta.url), "utf8"),
      texts,
    );
    let steps = 0;
    for (const [at, runs] of answers.entries()) {
      expect({ text: texts[at], strange: strangeStep(texts[at]!, runs) }).toEqual({
        text: texts[at],
        strange: undefined,
      });
      steps += runs.flat().length;
    }
    expect(steps).toBeGreaterThan(20_000);
  });
});
