import type { Node } from "./nodes.ts";

/** A statement that is nothing but a text: it says something to people and does nothing. */
export function isLoneText(node: Node): boolean {
  return node.kind === "Expr" && node.value.kind === "Constant" && node.value.value.type === "str";
}

/** The text that Python keeps as `__doc__`: the first statement of a module, a class or a function. */
export function isDocstring(node: Node): boolean {
  const { parent } = node;
  const holder =
    parent?.kind === "Module" ||
    parent?.kind === "ClassDef" ||
    parent?.kind === "FunctionDef" ||
    parent?.kind === "AsyncFunctionDef";
  return holder && parent.body[0] === node && isLoneText(node);
}
