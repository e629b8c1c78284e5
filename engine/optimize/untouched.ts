import { isText } from "../values/value.ts";
import type { Tree } from "../tree/tree.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import type { Values } from "./constants.ts";

/** Expressions in which nothing is folded, because their text is read by people or tools, and not only run. */
export function readUntouched(tree: Tree, values: Values): ReadonlySet<Node> {
  const untouched = new Set<Node>();
  const identities = new Set<Node>();
  for (const node of tree.nodes) {
    const { parent } = node;
    if (node.kind === "Compare" && node.ops.some((op) => op === "Is" || op === "IsNot")) identities.add(node);
    if (!parent) continue;
    if (untouched.has(parent) || identities.has(parent) || isWritten(node, parent, values))
      untouched.add(node);
  }
  return untouched;
}

function isWritten(node: Node, parent: Node, values: Values): boolean {
  switch (parent.kind) {
    case "JoinedStr":
    case "TemplateStr":
    case "MatchValue":
    case "MatchMapping":
    case "MatchClass":
    case "TypeAlias":
    case "TypeVar":
    case "ParamSpec":
    case "TypeVarTuple":
    case "Assert":
    case "Arg":
      return true;
    case "FunctionDef":
    case "AsyncFunctionDef":
      return parent.returns === node;
    case "AnnAssign":
      return parent.annotation === node || (parent.value === node && isDunder(parent.target));
    case "Assign":
      return parent.value === node && parent.targets.some(isDunder);
    case "Expr":
      // A constant that stands alone says something to its reader, and text at the start would become a docstring.
      return values.has(node) || (node.kind === "IfExp" && [node.body, node.orelse].some(isConstant));
    case "BinOp":
      return parent.op === "Mod" && parent.left === node && standsForText(node, values);
    default:
      return false;
  }
}

const isConstant = (node: Expression): boolean => node.kind === "Constant";

/** `__all__`, `__slots__` and their like are read by tools that run nothing. */
function isDunder(target: Expression): boolean {
  return target.kind === "Name" && /^__\w+__$/.test(target.id);
}

function standsForText(node: Node, values: Values): boolean {
  const value = values.get(node);
  return value !== undefined && isText(value);
}
