import { readFacts, type ProgramFacts } from "../../../engine/program/facts.ts";
import type { Node } from "../../../engine/tree/nodes.ts";
import { readTree } from "../../../engine/tree/tree.ts";

export function factsOf(text: string): ProgramFacts {
  return readFacts(readTree(text)!);
}

/** The first node of a kind that is written so. */
export function nodeOf<Kind extends Node["kind"]>(
  { tree }: ProgramFacts,
  kind: Kind,
  source?: string,
): Extract<Node, { kind: Kind }> {
  const found = tree.nodes.find(
    (node) =>
      node.kind === kind && (source === undefined || tree.text.slice(node.start, node.end) === source),
  );
  if (!found) throw new Error(`no ${kind} ${source ?? ""}`);
  return found as Extract<Node, { kind: Kind }>;
}

/** The last name of a spelling. */
export function lastName({ tree }: ProgramFacts, id: string): Extract<Node, { kind: "Name" }> {
  return tree.nodes.findLast((node) => node.kind === "Name" && node.id === id) as Extract<
    Node,
    { kind: "Name" }
  >;
}
