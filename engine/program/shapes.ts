import { isNone } from "../tree/constants.ts";
import type { Tree } from "../tree/tree.ts";
import type { FunctionDef, Node } from "../tree/nodes.ts";
import type { Names } from "./names.ts";

/** What a function's own body shows of it. */
export type Shape = Readonly<{
  isGenerator: boolean;
  /** No `return` gives a value, and the body is more than a stub for others to fill. */
  returnsNothing: boolean;
  returns: readonly Extract<Node, { kind: "Return" }>[];
}>;

export type Shapes = Readonly<{ of(definition: FunctionDef): Shape }>;

export function readShapes(tree: Tree, names: Names): Shapes {
  const found = new Map<Node, { isGenerator: boolean; returns: Extract<Node, { kind: "Return" }>[] }>();
  const entry = (node: Node) => {
    let scope = names.scopeOf(node);
    while (
      scope.parent &&
      scope.owner.kind !== "FunctionDef" &&
      scope.owner.kind !== "AsyncFunctionDef" &&
      scope.owner.kind !== "Lambda"
    )
      scope = scope.parent;
    let shape = found.get(scope.owner);
    if (!shape) found.set(scope.owner, (shape = { isGenerator: false, returns: [] }));
    return shape;
  };
  for (const node of tree.nodes) {
    if (node.kind === "Yield" || node.kind === "YieldFrom") entry(node).isGenerator = true;
    if (node.kind === "Return") entry(node).returns.push(node);
  }
  return {
    of(definition) {
      const { isGenerator = false, returns = [] } = found.get(definition) ?? {};
      const returnsNothing =
        !isGenerator && returns.every(({ value }) => !value || isNone(value)) && !isStub(definition);
      return { isGenerator, returnsNothing, returns };
    },
  };
}

/** A body that only documents, passes or raises is left for others to fill. */
function isStub({ body }: FunctionDef): boolean {
  return body.every(
    (statement) =>
      statement.kind === "Pass" ||
      statement.kind === "Raise" ||
      (statement.kind === "Expr" && statement.value.kind === "Constant"),
  );
}
