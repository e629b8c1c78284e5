import { follow } from "../../engine/evaluate/follow.ts";
import type { Raised } from "../../engine/evaluate/failure.ts";
import { readFacts } from "../../engine/program/facts.ts";
import { readTree } from "../../engine/tree/tree.ts";

function raisedBy(text: string): readonly Raised[] {
  const tree = readTree(text);
  if (!tree) throw new Error(`This is no Python: ${text}`);
  return follow(readFacts(tree));
}

/** The exceptions that a program is proven to raise, each with its line. */
export function failures(text: string): string[] {
  return raisedBy(text)
    .toSorted((a, b) => a.node.start - b.node.start)
    .map(({ exception, node }) => `${exception} in line ${text.slice(0, node.start).split("\n").length}`);
}

/**
 * What is known of an expression behind a program: a whole number by its value, anything else by its type. An empty
 * list that is asked for it raises, and the finding says what it was asked for.
 */
export function known(program: string, expression: string): string {
  const text = `${program}\n[][${expression}]\n`;
  const last = raisedBy(text).find(({ node }) => node.kind === "Subscript" && node.end === text.length - 1);
  const [, index, type] = /index (-?\d+) raises|not `?(\w+)`?:/.exec(last?.message ?? "") ?? [];
  return index ?? type ?? "unknown";
}
