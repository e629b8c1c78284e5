import type { Tree } from "./tree.ts";
import type { Arguments, ClassDef, FunctionDef, Node } from "./nodes.ts";

type Owner = Extract<
  Node,
  {
    kind:
      | "Module"
      | "FunctionDef"
      | "AsyncFunctionDef"
      | "Lambda"
      | "ClassDef"
      | "ListComp"
      | "SetComp"
      | "DictComp"
      | "GeneratorExp";
  }
>;

/** What a name is bound by: only values are worth putting in each other's place. */
export type Binding = "parameter" | "variable" | "function" | "class" | "import";

/** A region in which names are bound: a module, a function, a class or a comprehension. */
export type Scope = Readonly<{
  owner: Owner;
  parent: Scope | undefined;
  /** As Python writes it in `__qualname__`; empty for the module. */
  qualname: string;
  /** The names bound here, in the order of the text. */
  names: Map<string, Binding>;
}>;

export type Scopes = Readonly<{
  module: Scope;
  all: readonly Scope[];
  /** The scope whose names a node sees first. */
  of(node: Node): Scope;
  /** Every name a node can read, the nearest first; a class's own names are not seen from its methods. */
  visibleFrom(node: Node): Map<string, Binding>;
}>;

const comprehensions = new Set(["ListComp", "SetComp", "DictComp", "GeneratorExp"]);

/** Reads who binds which names. */
export function readScopes(tree: Tree): Scopes {
  const scopes = new Map<Node, Scope>();
  const outside = new Map<Node, Set<string>>();
  const scopeOf = (node: Node): Scope => {
    for (let at: Node | undefined = node; at; at = at.parent) {
      const scope = scopes.get(at);
      if (scope && (at !== node || at.kind === "Module") && !isOutside(node, at)) return scope;
    }
    return scopes.get(tree.module)!;
  };
  const bind = (node: Node, name: string, binding: Binding): void => {
    let scope = scopeOf(node);
    if (node.kind === "Name" && node.parent?.kind === "NamedExpr" && node === node.parent.target) {
      while (comprehensions.has(scope.owner.kind)) scope = scope.parent!;
    }
    if (outside.get(scope.owner)?.has(name) || scope.names.has(name)) return;
    scope.names.set(name, binding);
  };
  for (const node of tree.nodes) {
    if (isOwner(node)) {
      const parent = node.kind === "Module" ? undefined : scopeOf(node);
      scopes.set(node, { owner: node, parent, qualname: qualnameOf(node, parent), names: new Map() });
    }
    if (node.kind === "FunctionDef" || node.kind === "AsyncFunctionDef") {
      bind(node, node.name, "function");
    } else if (node.kind === "ClassDef") {
      bind(node, node.name, "class");
    } else if (node.kind === "Arg") {
      scopes.get(node.parent!.parent!)!.names.set(node.arg, "parameter");
    } else if (node.kind === "Name") {
      if (node.ctx === "Store") bind(node, node.id, "variable");
    } else if (node.kind === "Alias") {
      bind(node, node.asname ?? node.name.split(".")[0]!, "import");
    } else if (node.kind === "ExceptHandler" || node.kind === "MatchStar" || node.kind === "MatchAs") {
      if (node.name !== undefined && node.name !== null) bind(node, node.name, "variable");
    } else if (node.kind === "MatchMapping") {
      if (node.rest !== undefined && node.rest !== null) bind(node, node.rest, "variable");
    } else if (node.kind === "Global" || node.kind === "Nonlocal") {
      const owner = scopeOf(node).owner;
      outside.set(owner, new Set([...(outside.get(owner) ?? []), ...node.names]));
    }
  }
  return {
    module: scopes.get(tree.module)!,
    all: [...scopes.values()],
    of: scopeOf,
    visibleFrom(node) {
      const names = new Map<string, Binding>();
      const first = scopeOf(node);
      for (let scope: Scope | undefined = first; scope; scope = scope.parent) {
        if (scope.owner.kind === "ClassDef" && scope !== first) continue;
        for (const [name, binding] of scope.names) if (!names.has(name)) names.set(name, binding);
      }
      return names;
    },
  };
}

/** Decorators, defaults and annotations are evaluated outside the function or class they belong to. */
function isOutside(node: Node, owner: Node): boolean {
  if (owner.kind !== "FunctionDef" && owner.kind !== "AsyncFunctionDef" && owner.kind !== "ClassDef")
    return false;
  return owner.body.length > 0 && node.start < owner.body[0]!.start;
}

function isOwner(node: Node): node is Owner {
  return (
    node.kind === "Module" ||
    node.kind === "FunctionDef" ||
    node.kind === "AsyncFunctionDef" ||
    node.kind === "ClassDef" ||
    node.kind === "Lambda" ||
    comprehensions.has(node.kind)
  );
}

function qualnameOf(node: Owner, parent: Scope | undefined): string {
  if (parent === undefined) return "";
  const base = nameOf(node);
  if (parent.owner.kind === "Module") return base;
  return parent.owner.kind === "ClassDef"
    ? `${parent.qualname}.${base}`
    : `${parent.qualname}.<locals>.${base}`;
}

const unnamed: Readonly<Record<string, string>> = {
  Lambda: "<lambda>",
  ListComp: "<listcomp>",
  SetComp: "<setcomp>",
  DictComp: "<dictcomp>",
  GeneratorExp: "<genexpr>",
};

function nameOf(node: Owner): string {
  return "name" in node ? node.name : (unnamed[node.kind] ?? "");
}

/** The parameters of a function that can be given by position, in order. */
export function positionalParameters(args: Arguments): string[] {
  return [...args.posonlyargs, ...args.args].map(({ arg }) => arg);
}

/** The nearest function a node stands in. */
export function functionAround(node: Node): FunctionDef | undefined {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") return at;
  }
  return undefined;
}

/** The class whose method a node stands in. */
export function classAround(node: Node): ClassDef | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.kind === "ClassDef") return at;
  return undefined;
}
