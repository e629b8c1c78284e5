import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";

type NameNode = Extract<Node, { kind: "Name" }>;

/** A region that binds names. Comprehensions are regions of their own. */
export type Scope = {
  readonly owner: Node;
  readonly kind: "module" | "function" | "class" | "comprehension";
  readonly parent: Scope | undefined;
  readonly variables: Map<string, Variable>;
  readonly elsewhere: Map<string, "Global" | "Nonlocal">;
};

/** One variable of one region, and every place that writes or reads it. */
export type Variable = {
  readonly name: string;
  readonly scope: Scope;
  /** The nodes that bind it: a name, a definition, a parameter, an import, a handler, a pattern. */
  readonly writes: Node[];
  readonly reads: NameNode[];
  deleted: boolean;
  /** A function that may run later reads or writes it. */
  captured: boolean;
};

export type Names = Readonly<{
  module: Scope;
  all: readonly Scope[];
  /** The region a node is evaluated in. */
  scopeOf(node: Node): Scope;
  /** The region a function, class or comprehension makes. */
  madeBy(node: Node): Scope;
  /** The variable a name or a binding node means; undefined for builtins. */
  variableOf(node: Node): Variable | undefined;
  /** The variable a name means in a region. */
  lookUp(name: string, scope: Scope): Variable | undefined;
}>;

const comprehensions = new Set(["ListComp", "SetComp", "DictComp", "GeneratorExp"]);

/** Finds for every name the variable it means. */
export function readNames(tree: Tree): Names {
  const evaluated = new Map<Node, Scope>();
  const made = new Map<Node, Scope>();
  for (const node of tree.nodes) {
    const around = node.parent === undefined ? undefined : scopeFor(node, node.parent, evaluated, made);
    if (around) evaluated.set(node, around);
    const kind = scopeKind(node);
    if (kind)
      made.set(node, { owner: node, kind, parent: around, variables: new Map(), elsewhere: new Map() });
  }
  const module = made.get(tree.module)!;
  evaluated.set(tree.module, module);
  const scopeOf = (node: Node): Scope => evaluated.get(node) ?? module;
  const found = new Map<Node, Variable>();
  for (const node of tree.nodes) {
    if (node.kind === "Global" || node.kind === "Nonlocal")
      for (const name of node.names) scopeOf(node).elsewhere.set(name, node.kind);
  }
  for (const node of tree.nodes) {
    for (const name of boundNames(node)) bind(node, name, bindingScope(node, scopeOf(node), made), found);
  }
  for (const node of tree.nodes) {
    if (node.kind !== "Name" || node.ctx !== "Load") continue;
    const variable = lookUp(node.id, scopeOf(node));
    if (variable === undefined) continue;
    found.set(node, variable);
    variable.reads.push(node);
  }
  for (const [node, variable] of found) {
    const from = node.kind === "Arg" ? variable.scope : scopeOf(node);
    if (laterScope(from) !== laterScope(variable.scope)) variable.captured = true;
  }
  return {
    module,
    all: [...made.values()],
    scopeOf,
    madeBy: (node) => made.get(node)!,
    variableOf: (node) => found.get(node),
    lookUp,
  };
}

function scopeKind(node: Node): Scope["kind"] | undefined {
  if (node.kind === "Module") return "module";
  if (node.kind === "FunctionDef" || node.kind === "AsyncFunctionDef" || node.kind === "Lambda")
    return "function";
  if (node.kind === "ClassDef") return "class";
  return comprehensions.has(node.kind) ? "comprehension" : undefined;
}

/** Defaults, decorators, bases and the first iterable are evaluated outside what they belong to. */
function scopeFor(node: Node, parent: Node, evaluated: Map<Node, Scope>, made: Map<Node, Scope>): Scope {
  const outer = evaluated.get(parent);
  const inner = made.get(parent);
  if (parent.kind === "Module") return inner!;
  if (parent.kind === "FunctionDef" || parent.kind === "AsyncFunctionDef" || parent.kind === "ClassDef")
    return (parent.body as Node[]).includes(node) ? inner! : outer!;
  if (parent.kind === "Lambda") return node === parent.body ? inner! : outer!;
  if (parent.kind === "Comprehension") {
    const whole = parent.parent!;
    const isFirst = "generators" in whole && whole.generators[0] === parent;
    return isFirst && node === parent.iter ? evaluated.get(whole)! : outer!;
  }
  return inner ?? outer!;
}

function boundNames(node: Node): string[] {
  switch (node.kind) {
    case "Name":
      return node.ctx === "Load" ? [] : [node.id];
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
      return [node.name];
    case "Arg":
      return [node.arg];
    case "Alias":
      return node.name === "*" ? [] : [node.asname ?? node.name.split(".")[0]!];
    case "ExceptHandler":
    case "MatchStar":
    case "MatchAs":
      return node.name === undefined || node.name === null ? [] : [node.name];
    case "MatchMapping":
      return node.rest === undefined || node.rest === null ? [] : [node.rest];
    default:
      return [];
  }
}

function bindingScope(node: Node, around: Scope, made: Map<Node, Scope>): Scope {
  if (node.kind === "Arg") return made.get(node.parent!.parent!)!;
  let scope = around;
  if (node.kind === "Name" && node.parent?.kind === "NamedExpr" && node.parent.target === node)
    while (scope.kind === "comprehension") scope = scope.parent!;
  return scope;
}

function bind(node: Node, name: string, scope: Scope, found: Map<Node, Variable>): void {
  const elsewhere = scope.elsewhere.get(name);
  const home =
    elsewhere === "Global" ? moduleOf(scope) : elsewhere === "Nonlocal" ? holderOf(name, scope) : scope;
  let variable = home.variables.get(name);
  if (!variable)
    home.variables.set(
      name,
      (variable = { name, scope: home, writes: [], reads: [], deleted: false, captured: false }),
    );
  found.set(node, variable);
  variable.writes.push(node);
  if (node.kind === "Name" && node.ctx === "Del") variable.deleted = true;
}

function moduleOf(scope: Scope): Scope {
  return scope.parent ? moduleOf(scope.parent) : scope;
}

/** The function that a `nonlocal` name belongs to: it binds the name itself, perhaps further down in the text. */
function holderOf(name: string, scope: Scope): Scope {
  for (let at = scope.parent; at; at = at.parent)
    if (at.kind === "function" && bindsItself(name, at)) return at;
  return scope;
}

function bindsItself(name: string, scope: Scope): boolean {
  return scope.variables.has(name) || (!scope.elsewhere.has(name) && writesLater(name, scope));
}

function writesLater(name: string, scope: Scope): boolean {
  const waiting: Node[] =
    "body" in scope.owner && Array.isArray(scope.owner.body) ? [...scope.owner.body] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (boundNames(node).includes(name)) return true;
    if (scopeKind(node) === undefined)
      for (const value of Object.entries(node)
        .filter(([field]) => field !== "parent")
        .flatMap(([, part]) => part))
        if (typeof value === "object" && value !== null && "kind" in value) waiting.push(value as Node);
  }
  return false;
}

function lookUp(name: string, scope: Scope): Variable | undefined {
  const elsewhere = scope.elsewhere.get(name);
  if (elsewhere === "Global") return moduleOf(scope).variables.get(name);
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    if (at.kind === "class" && at !== scope) continue;
    const variable =
      at.elsewhere.get(name) === "Global" ? moduleOf(at).variables.get(name) : at.variables.get(name);
    if (variable) return variable;
  }
  return undefined;
}

/** The function whose run a region is part of; a generator expression runs later, other comprehensions at once. */
function laterScope(scope: Scope): Scope {
  let at = scope;
  while (at.kind === "class" || (at.kind === "comprehension" && at.owner.kind !== "GeneratorExp"))
    at = at.parent!;
  return at;
}
