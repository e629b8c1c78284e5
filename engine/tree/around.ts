import type { ClassDef, FunctionDef, Node } from "./nodes.ts";

/** The nearest function a node stands in. */
export function functionAround(node: Node): FunctionDef | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") return at;
  }
  return undefined;
}

/** `__name__ == "__main__"` */
export function isMainGuard(test: Node): boolean {
  return test.kind === "Compare" && test.left.kind === "Name" && test.left.id === "__name__";
}

/** The class whose method a node stands in. */
export function classAround(node: Node): ClassDef | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.kind === "ClassDef") return at;
  return undefined;
}
