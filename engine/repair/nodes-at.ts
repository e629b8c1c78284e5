import type { Node } from "../tree/nodes.ts";
import type { RepairableProgram } from "./repair.ts";

type OfKind<Kind extends Node["kind"]> = Extract<Node, { kind: Kind }>;
type Index = { byStart: Map<number, Node[]>; byLine: Map<number, Node[]> };

const known = new WeakMap<RepairableProgram, Map<string, Index>>();

function indexOf(program: RepairableProgram, kind: Node["kind"]): Index {
  let indices = known.get(program);
  if (!indices) known.set(program, (indices = new Map()));
  let index = indices.get(kind);
  if (!index) {
    const nodes: Node[] = program.facts.all(kind);
    const { positions } = program.tree;
    index = {
      byStart: Map.groupBy(nodes, ({ start }) => start),
      byLine: Map.groupBy(nodes, ({ start }) => positions.lineOf(start)),
    };
    indices.set(kind, index);
  }
  return index;
}

/** The nodes of a kind that start where a checker points. */
export function nodesAt<Kind extends Node["kind"]>(
  program: RepairableProgram,
  kind: Kind,
  start: number | undefined,
): readonly OfKind<Kind>[] {
  return start === undefined ? [] : ((indexOf(program, kind).byStart.get(start) ?? []) as OfKind<Kind>[]);
}

/** The nodes of a kind that start on a line. */
export function nodesOn<Kind extends Node["kind"]>(
  program: RepairableProgram,
  kind: Kind,
  line: number,
): readonly OfKind<Kind>[] {
  return (indexOf(program, kind).byLine.get(line) ?? []) as OfKind<Kind>[];
}

/** The only item of a list. */
export function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
