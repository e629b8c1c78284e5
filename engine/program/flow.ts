import type { Expression, Module, Node, Statement } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { readFlowGraph, type FlowGraph, type Truth } from "./flow-graph.ts";

/** Where control goes in each scope of a text. */
export type Flow = Readonly<{
  /** The place in a block of the statement that nothing runs behind, since it leaves or never ends; -1 where there is none. */
  endOf(block: readonly Statement[]): number;
  /** The ways through a module, a function or a class. */
  graphOf(owner: FlowOwner): FlowGraph;
}>;

type FlowOwner = Module | Extract<Node, { kind: "FunctionDef" | "AsyncFunctionDef" | "ClassDef" }>;

/** The graph of a scope is read when something in it is first asked for. */
export function readFlow(tree: Tree, truth: Truth): Flow {
  const graphs = new Map<Node, FlowGraph>();
  const graphOf = (owner: FlowOwner): FlowGraph => {
    let graph = graphs.get(owner);
    if (!graph) graphs.set(owner, (graph = readFlowGraph(owner.body, truth)));
    return graph;
  };
  const endOf = (block: readonly Statement[]): number =>
    block.length === 0 ? -1 : graphOf(ownerOf(block[0]!) ?? tree.module).endOf(block);
  return { endOf, graphOf };
}

/** The definition whose body a node is part of. */
function ownerOf(node: Node): FlowOwner | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (
      at.kind === "FunctionDef" ||
      at.kind === "AsyncFunctionDef" ||
      at.kind === "ClassDef" ||
      at.kind === "Module"
    )
      return at;
  return undefined;
}

/** Only what is written out is known: `while True`, `while 1`. */
export function literalTruth(test: Expression): boolean | undefined {
  if (test.kind !== "Constant" || (test.value.type !== "bool" && test.value.type !== "int")) return undefined;
  return Boolean(test.value.value);
}
