import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { readScopes, type Scope, type Scopes } from "../tree/scopes.ts";

/**
 * What must stay although it never runs, with everything it stands in: a name bound anywhere in a function is its
 * own everywhere in it, a `yield` makes it a generator, an example in a string is run by whoever reads it.
 */
export function readPins(tree: Tree): ReadonlySet<Node> {
  const pinned = new Set<Node>();
  const isCaptured = captures(tree, readScopes(tree));
  for (let n = tree.nodes.length - 1; n >= 0; n -= 1) {
    const node = tree.nodes[n]!;
    if (!pinned.has(node) && !decidesMeaning(node) && !isCaptured(node)) continue;
    pinned.add(node);
    if (node.parent) pinned.add(node.parent);
  }
  return pinned;
}

const deciding = new Set([
  "NamedExpr",
  "Yield",
  "YieldFrom",
  "Await",
  "AsyncFor",
  "AsyncWith",
  "FunctionDef",
  "AsyncFunctionDef",
  "ClassDef",
  "Import",
  "ImportFrom",
  "Global",
  "Nonlocal",
  "Delete",
  "AnnAssign",
  "TypeAlias",
]);

function decidesMeaning(node: Node): boolean {
  if (deciding.has(node.kind)) return true;
  switch (node.kind) {
    case "Name":
      // The mere mention of these two gives a method its `__class__`.
      return (
        node.id === "super" || node.id === "__class__" || (node.ctx !== "Load" && !isOfComprehension(node))
      );
    case "Comprehension":
      return node.is_async === 1;
    case "ExceptHandler":
    case "MatchAs":
    case "MatchStar":
      return Boolean(node.name);
    case "MatchMapping":
      return Boolean(node.rest);
    case "Constant":
      return node.value.type === "str" && node.value.value.includes(">>>");
    default:
      return false;
  }
}

function isOfComprehension(node: Node): boolean {
  let at = node.parent;
  while (at && (at.kind === "Tuple" || at.kind === "List" || at.kind === "Starred")) at = at.parent;
  return at?.kind === "Comprehension";
}

/** Reading a name of a function around gives `eval` and `locals` that name, even where the reading never runs. */
function captures(tree: Tree, scopes: Scopes): (node: Node) => boolean {
  const scopeOf = new Map<Node, Scope>(scopes.all.map((scope) => [scope.owner, scope]));
  const around = new Map<Node, Scope>();
  for (const node of tree.nodes) {
    const owner = node.parent && defines(node.parent) ? scopeOf.get(node.parent) : around.get(node.parent!);
    if (owner) around.set(node, owner);
  }
  return (node) => {
    if (node.kind !== "Name") return false;
    const own = around.get(node);
    if (own === undefined || own.names.has(node.id)) return false;
    for (let scope = own.parent; scope; scope = scope.parent) {
      if (scope.owner.kind !== "Module" && scope.owner.kind !== "ClassDef" && scope.names.has(node.id))
        return true;
    }
    return false;
  };
}

function defines(node: Node): boolean {
  return node.kind === "FunctionDef" || node.kind === "AsyncFunctionDef" || node.kind === "ClassDef";
}
