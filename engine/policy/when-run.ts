import type { FunctionDef, Node } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";

/** The innermost function around a node. */
export function functionAround(node: Node): FunctionDef | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") return at;
  return undefined;
}

/** Whether a node is run as soon as its module is imported: it stands in no function, or in one that is called right away. */
export function runsOnImport(tree: Tree, node: Node): boolean {
  const around = functionAround(node);
  if (around === undefined) return !isForMain(node);
  return tree.nodes.some(
    (call) =>
      call.kind === "Call" &&
      call.func.kind === "Name" &&
      call.func.id === around.name &&
      functionAround(call) === undefined &&
      !isForMain(call),
  );
}

/** Under `if __name__ == "__main__"`. */
function isForMain(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "If" && at.test.kind === "Compare" && at.test.left.kind === "Name")
      if (at.test.left.id === "__name__") return true;
  return false;
}
