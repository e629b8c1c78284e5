import type { ClassDef, FunctionDef, Module, Name, Node } from "../tree/nodes.ts";

type Comprehensive = Extract<Node, { kind: "ListComp" | "SetComp" | "DictComp" | "GeneratorExp" }>;
export type ScopeOwner =
  | Module
  | FunctionDef
  | ClassDef
  | Comprehensive
  | Extract<Node, { kind: "Lambda" | "TypeAlias" }>;

/** A part of the text with names of its own. */
export type Scope = Readonly<{
  /** Type parameters, as in `def f[T]()`, stand in a scope between a definition and what is around it. */
  kind: "module" | "class" | "function" | "comprehension" | "type parameters";
  owner: ScopeOwner;
  parent: Scope | undefined;
  /** As Python writes it in `__qualname__`; empty for the module. */
  qualname: string;
  /** The names bound here; those that only other scopes bind, by `global` or `nonlocal`, come last. */
  variables: Map<string, Variable>;
  /** Names that belong elsewhere. */
  declared: Map<string, "Global" | "Nonlocal">;
}>;

/** A name of one scope, and every place that binds or mentions it. */
export type Variable = {
  readonly name: string;
  readonly scope: Scope;
  /** What binds or deletes it: names, definitions, parameters, imports, handlers, patterns. */
  readonly bindings: Node[];
  /** Its names wherever they stand, in the order of the text. */
  readonly mentions: Name[];
  /** Those that read it. */
  readonly reads: Name[];
  isDeleted: boolean;
  /** A function that may run later mentions it. */
  isCaptured: boolean;
};

export function isComprehension(node: Node): node is Comprehensive {
  return (
    node.kind === "ListComp" ||
    node.kind === "SetComp" ||
    node.kind === "DictComp" ||
    node.kind === "GeneratorExp"
  );
}

/** The scopes that a node opens, the outer one first. */
export function openScopes(node: Node, around: Scope | undefined): readonly Scope[] {
  const kind = kindOf(node);
  if (kind === undefined && node.kind !== "TypeAlias") return none;
  const owner = node as ScopeOwner;
  const hasParameters = "type_params" in owner && owner.type_params.length > 0;
  const outer = hasParameters ? open("type parameters", owner, around) : undefined;
  return [...(outer ? [outer] : none), ...(kind ? [open(kind, owner, outer ?? around)] : none)];
}

const none: readonly Scope[] = [];

function open(kind: Scope["kind"], owner: ScopeOwner, parent: Scope | undefined): Scope {
  return {
    kind,
    owner,
    parent,
    qualname: qualnameOf(owner, parent),
    variables: new Map(),
    declared: new Map(),
  };
}

function kindOf(node: Node): Scope["kind"] | undefined {
  switch (node.kind) {
    case "Module":
      return "module";
    case "ClassDef":
      return "class";
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "Lambda":
      return "function";
    default:
      return isComprehension(node) ? "comprehension" : undefined;
  }
}

/** The scope a part of a node is evaluated in, given the one of the node itself and the innermost that it opens. */
export function scopeWithin(
  part: Node,
  node: Node,
  around: Scope,
  own: Scope | undefined,
  outer: (node: Node) => Scope,
): Scope {
  switch (node.kind) {
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
      if (part.kind === "Arguments" || part.start >= node.body[0]!.start) return own!;
      return node.decorator_list.includes(part as never) ? around : own!.parent!;
    case "TypeAlias":
      return part === node.name ? around : (own ?? around);
    case "Arguments":
      return part.kind === "Arg" ? around : outer(node.parent!);
    case "Arg":
      return around.parent!;
    case "Comprehension":
      return part === node.iter && isFirst(node) ? outer(node.parent!) : around;
    default:
      return own ?? around;
  }
}

function isFirst(node: Extract<Node, { kind: "Comprehension" }>): boolean {
  return node.parent !== undefined && isComprehension(node.parent) && node.parent.generators[0] === node;
}

/** The scopes whose names can be read in one, the nearest first: a class shows its names to its own body alone. */
export function visibleScopes(start: Scope): readonly Scope[] {
  const visible: Scope[] = [];
  let isClassVisible = true;
  for (let scope: Scope | undefined = start; scope; scope = scope.parent) {
    if (scope.kind !== "class" || isClassVisible) visible.push(scope);
    isClassVisible &&= scope.kind === "type parameters";
  }
  return visible;
}

/** The variables that can be read in a scope, the nearest first. */
export function visibleVariables(start: Scope): Map<string, Variable> {
  const found = new Map<string, Variable>();
  for (const { variables } of visibleScopes(start))
    for (const [name, variable] of variables) if (!found.has(name)) found.set(name, variable);
  return found;
}

export function moduleOf(scope: Scope): Scope {
  let at = scope;
  while (at.parent) at = at.parent;
  return at;
}

/** The scope whose code a scope is part of: only generator expressions have code of their own among comprehensions. */
export function codeScope(scope: Scope): Scope {
  let at = scope;
  while (at.kind === "type parameters" || (at.kind === "comprehension" && at.owner.kind !== "GeneratorExp"))
    at = at.parent!;
  return at;
}

/** The scope with which a scope is run: the body of a class runs at once, a function later. */
export function runScope(scope: Scope): Scope {
  let at = codeScope(scope);
  while (at.kind === "class") at = codeScope(at.parent!);
  return at;
}

function qualnameOf(owner: ScopeOwner, parent: Scope | undefined): string {
  if (parent === undefined) return "";
  const around = codeScope(parent);
  const name = ownName(owner);
  if (name === undefined) return around.qualname;
  if (around.kind === "module" || around.declared.get(name) === "Global") return name;
  return around.kind === "function" ? `${around.qualname}.<locals>.${name}` : `${around.qualname}.${name}`;
}

function ownName(owner: ScopeOwner): string | undefined {
  if (owner.kind === "Lambda") return "<lambda>";
  if (owner.kind === "GeneratorExp") return "<genexpr>";
  return "name" in owner && typeof owner.name === "string" ? owner.name : undefined;
}
