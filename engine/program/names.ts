import type { Tree } from "../tree/tree.ts";
import type { Node } from "../tree/nodes.ts";
import { nameBoundBy } from "./bindings.ts";
import {
  moduleOf,
  openScopes,
  runScope,
  scopeWithin,
  visibleScopes,
  type Scope,
  type Variable,
} from "./scopes.ts";

/** Who binds which name, and who reads it: by the rules of Python 3.13. */
export type Names = Readonly<{
  module: Scope;
  scopes: readonly Scope[];
  /** The scope in which a node is evaluated; a parameter stands in that of its function. */
  scopeOf(node: Node): Scope;
  /** The scope that a function, class or comprehension opens. */
  inside(owner: Node): Scope | undefined;
  /** What a name, or a node that binds one, means; undefined for builtins and for names bound nowhere. */
  variableOf(node: Node): Variable | undefined;
  /** What a name would mean if it stood where a node stands. */
  lookUp(node: Node, name: string): Variable | undefined;
}>;

/** Goes from the root down, so that deep expressions cost no more than flat ones. */
export function readNames(tree: Tree): Names {
  const at = new Map<Node, Scope>();
  const opened = new Map<Node, Scope>();
  const scopes: Scope[] = [];
  const outer = (node: Node): Scope => at.get(node)!;
  for (const node of tree.nodes) {
    const { parent } = node;
    const around = parent && scopeWithin(node, parent, outer(parent), opened.get(parent), outer);
    const own = openScopes(node, around);
    for (const scope of own) {
      scopes.push(scope);
      opened.set(node, scope);
    }
    at.set(node, around ?? own[0]!);
    if (node.kind === "Global" || node.kind === "Nonlocal")
      for (const name of node.names) around!.declared.set(name, node.kind);
  }
  const module = scopes[0]!;
  const scopeOf = (node: Node): Scope => at.get(node) ?? module;
  const visible = new Map(scopes.map((scope) => [scope, visibleScopes(scope)]));
  const lookUp = (node: Node, name: string): Variable | undefined => find(name, visible.get(scopeOf(node))!);
  bindAll(tree, scopeOf);
  const meant = readMentions(tree, scopeOf, lookUp);
  return {
    module,
    scopes,
    scopeOf,
    inside: (owner) => opened.get(owner),
    variableOf: (node) => meant.get(node),
    lookUp,
  };
}

/** What is declared `nonlocal` belongs to a scope that binds it itself, perhaps further down in the text. */
function bindAll(tree: Tree, scopeOf: Names["scopeOf"]): void {
  const elsewhere: [Node, string, Scope][] = [];
  for (const node of tree.nodes) {
    const name = nameBoundBy(node);
    if (name === undefined) continue;
    const scope = bindingScope(node, scopeOf(node));
    if (scope.declared.has(name)) elsewhere.push([node, name, scope]);
    else bind(node, name, scope);
  }
  for (const [node, name, scope] of elsewhere) bind(node, name, homeOf(name, scope));
}

/** A walrus inside a comprehension binds outside of it. */
function bindingScope(node: Node, around: Scope): Scope {
  let scope = around;
  if (node.parent?.kind === "NamedExpr" && node.parent.target === node)
    while (scope.kind === "comprehension") scope = scope.parent!;
  return scope;
}

function bind(node: Node, name: string, scope: Scope): void {
  let variable = scope.variables.get(name);
  if (!variable) {
    variable = { name, scope, bindings: [], mentions: [], reads: [], isDeleted: false, isCaptured: false };
    scope.variables.set(name, variable);
  }
  variable.bindings.push(node);
  if (node.kind === "Name" && node.ctx === "Del") variable.isDeleted = true;
}

/** Where a name that is declared `global` or `nonlocal` lives. */
function homeOf(name: string, scope: Scope): Scope {
  if (scope.declared.get(name) === "Nonlocal")
    for (let at = scope.parent; at?.parent; at = at.parent)
      if (at.kind !== "class" && at.variables.has(name) && !at.declared.has(name)) return at;
  return moduleOf(scope);
}

function find(name: string, visible: readonly Scope[]): Variable | undefined {
  for (const scope of visible) {
    if (scope.declared.get(name) === "Global") return moduleOf(scope).variables.get(name);
    const variable = scope.variables.get(name);
    if (variable && !scope.declared.has(name)) return variable;
  }
  return undefined;
}

/** Finds what every name and every binding means, and which variables functions share. */
function readMentions(
  tree: Tree,
  scopeOf: Names["scopeOf"],
  lookUp: Names["lookUp"],
): ReadonlyMap<Node, Variable> {
  const meant = new Map<Node, Variable>();
  for (const node of tree.nodes) {
    const name = node.kind === "Name" ? node.id : nameBoundBy(node);
    if (name === undefined) continue;
    const scope = scopeOf(node);
    const variable = lookUp(node, name);
    if (!variable) continue;
    meant.set(node, variable);
    if (node.kind === "Name") variable.mentions.push(node);
    if (node.kind === "Name" && node.ctx === "Load") variable.reads.push(node);
    if (scope !== variable.scope && runScope(scope) !== runScope(variable.scope)) variable.isCaptured = true;
  }
  return meant;
}
