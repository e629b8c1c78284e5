import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { readNames, type Names } from "../program/names.ts";
import { codeScope } from "../program/scopes.ts";

/**
 * What must stay although it never runs, with everything it stands in: a name bound anywhere in a function is its
 * own everywhere in it, a `yield` makes it a generator, an example in a string may be run by a tool that reads it.
 */
export function readPins(tree: Tree): ReadonlySet<Node> {
  const pinned = new Set<Node>();
  const names = readNames(tree);
  for (let n = tree.nodes.length - 1; n >= 0; n -= 1) {
    const node = tree.nodes[n]!;
    if (!pinned.has(node) && !decidesMeaning(node) && !isCapture(node, names)) continue;
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
function isCapture(node: Node, names: Names): boolean {
  const variable = node.kind === "Name" ? names.variableOf(node) : undefined;
  if (variable === undefined) return false;
  const home = codeScope(variable.scope);
  return home.kind !== "module" && home.kind !== "class" && home !== codeScope(names.scopeOf(node));
}
