import type { Node } from "../tree/nodes.ts";

/** What a name is bound by. */
export type BindingKind = "parameter" | "variable" | "function" | "class" | "import" | "type parameter";

/** The name that a node binds or deletes. */
export function nameBoundBy(node: Node): string | undefined {
  switch (node.kind) {
    case "Name":
      return node.ctx === "Load" || isOnlyAnnotated(node) ? undefined : node.id;
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
    case "TypeVar":
    case "ParamSpec":
    case "TypeVarTuple":
      return node.name;
    case "Arg":
      return node.arg;
    case "Alias":
      return node.asname ?? (node.name === "*" ? undefined : node.name.split(".")[0]);
    case "ExceptHandler":
    case "MatchStar":
    case "MatchAs":
      return node.name ?? undefined;
    case "MatchMapping":
      return node.rest ?? undefined;
    default:
      return undefined;
  }
}

/** `(x): int` says something of a name, and binds nothing; the brackets tell. */
function isOnlyAnnotated(node: Node): boolean {
  const { parent } = node;
  return parent?.kind === "AnnAssign" && parent.target === node && parent.start < node.start && !parent.value;
}

const kinds: Readonly<Partial<Record<Node["kind"], BindingKind>>> = {
  Arg: "parameter",
  FunctionDef: "function",
  AsyncFunctionDef: "function",
  ClassDef: "class",
  Alias: "import",
  TypeVar: "type parameter",
  ParamSpec: "type parameter",
  TypeVarTuple: "type parameter",
};

export function bindingKind(binding: Node): BindingKind {
  return kinds[binding.kind] ?? "variable";
}
