import type { Expression, Node } from "../tree/nodes.ts";

/** Whether a node decides which way the program goes. */
export function isCondition(node: Node): boolean {
  const { parent } = node;
  if (
    parent?.kind === "If" ||
    parent?.kind === "While" ||
    parent?.kind === "IfExp" ||
    parent?.kind === "Assert"
  ) {
    return parent.test === node;
  }
  if (parent?.kind === "Comprehension") {
    return parent.ifs.includes(node as Expression);
  }
  return false;
}

/** Whether a node is written to, or is part of what is. */
export function isTarget(node: Node): boolean {
  return "ctx" in node && node.ctx !== "Load";
}

/** Whether a node stands where only one number or word off changes the result: index, bound, argument, comparison. */
export function isDelicate(node: Node): boolean {
  const { parent } = node;
  if (parent?.kind === "Subscript") {
    return parent.slice === node;
  }
  if (parent?.kind === "Slice" || parent?.kind === "Compare") {
    return true;
  }
  if (parent?.kind === "Call") {
    return parent.func !== node;
  }
  return false;
}

/** Whether a node is the whole of a statement's value: what is returned or assigned. */
export function isWhole(node: Node): boolean {
  const { parent } = node;
  if (
    parent?.kind === "Return" ||
    parent?.kind === "Assign" ||
    parent?.kind === "AugAssign" ||
    parent?.kind === "AnnAssign" ||
    parent?.kind === "Yield"
  ) {
    return parent.value === node;
  }
  return false;
}

/** A name that is called, or whose attribute is called, as in `f(…)`. */
export function isCalled(node: Node): boolean {
  return node.parent?.kind === "Call" && node.parent.func === node;
}

/** Slices, stars and generators cannot be the operand of an operator. */
export function isOperand(node: Expression): boolean {
  if (node.kind === "Slice" || node.kind === "Starred" || node.kind === "Yield" || node.kind === "YieldFrom")
    return false;
  if (isTarget(node) || isCalled(node)) return false;
  const { parent } = node;
  if (parent?.kind === "Subscript" && parent.slice === node && node.kind === "Tuple") return false;
  return (
    parent?.kind !== "Expr" &&
    parent?.kind !== "Delete" &&
    !(parent?.kind === "NamedExpr" && parent.target === node)
  );
}

/** Whether a statement can leave a loop: one stands around it in the same function. */
export function isInLoop(node: Node): boolean {
  for (let at = node.parent; at && at.kind !== "FunctionDef" && at.kind !== "ClassDef"; at = at.parent) {
    if (
      (at.kind === "For" || at.kind === "While") &&
      !at.orelse.some((other) => other.start <= node.start && node.end <= other.end)
    )
      return true;
  }
  return false;
}

/** Whether a loop or a statement holds a jump that would lose its loop. */
export function holdsJump(nodes: readonly Node[], { start, end }: Node): boolean {
  return nodes.some(
    (node) => (node.kind === "Break" || node.kind === "Continue") && node.start >= start && node.end <= end,
  );
}
