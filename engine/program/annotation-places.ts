import type { Node } from "../tree/nodes.ts";

/** Whether a node stands in an annotation: those may be left unevaluated, and are from Python 3.14 on. */
export function isInAnnotation(node: Node): boolean {
  for (let at: Node = node; at.parent; at = at.parent) {
    const parent: Node = at.parent;
    if (parent.kind === "Arg" || (parent.kind === "AnnAssign" && parent.annotation === at)) return true;
    if ((parent.kind === "FunctionDef" || parent.kind === "AsyncFunctionDef") && parent.returns === at)
      return true;
  }
  return false;
}
