import { functionAround, isMainGuard } from "../tree/around.ts";
import type { Node } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { isName } from "../tree/written-names.ts";

/** Whether a node is run as soon as its module is imported: it stands in no function, or in one that is called right away. */
export function runsOnImport(tree: Tree, node: Node): boolean {
  const around = functionAround(node);
  if (around === undefined) return !isForMain(node);
  return tree.nodes.some(
    (call) =>
      call.kind === "Call" &&
      isName(call.func, around.name) &&
      functionAround(call) === undefined &&
      !isForMain(call),
  );
}

/** Under `if __name__ == "__main__"`. */
function isForMain(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.kind === "If" && isMainGuard(at.test)) return true;
  return false;
}
