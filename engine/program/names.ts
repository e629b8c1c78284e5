import type { Tree } from "../tree/tree.ts";
import type { ClassDef, FunctionDef, Module, Name, Node } from "../tree/nodes.ts";

type Comprehended = Extract<Node, { kind: "ListComp" | "SetComp" | "DictComp" | "GeneratorExp" }>;
type Owner = Module | FunctionDef | ClassDef | Extract<Node, { kind: "Lambda" }> | Comprehended;

/** A part of the text with names of its own. */
export type Region = Readonly<{
  owner: Owner;
  parent: Region | undefined;
  /** Every place that binds (or deletes) a name here, in the order of the text. */
  bound: Map<string, Node[]>;
  /** Names that belong elsewhere, by `global` or `nonlocal`. */
  outer: Map<string, "Global" | "Nonlocal">;
}>;

/** Who binds which name, and who reads it. */
export type Names = Readonly<{
  module: Region;
  regions: readonly Region[];
  /** The region in which a node is evaluated. */
  of(node: Node): Region;
  /** The region a function, class or comprehension opens. */
  inside(owner: Node): Region | undefined;
  /** The region that binds a name as seen from a node; undefined for builtins and for names bound nowhere. */
  lookUp(node: Node, name: string): Region | undefined;
  /** Every mention of a region's name, wherever it stands. */
  mentions(region: Region, name: string): readonly Name[];
}>;

/** One pass from the root down, so that deep expressions cost no more than flat ones. */
export function readNames(tree: Tree): Names {
  const at = new Map<Node, Region>();
  const opened = new Map<Node, Region>();
  const regions: Region[] = [];
  const loads: Name[] = [];
  for (const node of tree.nodes) {
    at.set(node, regionOf(node, at, opened));
    if (isOwner(node)) {
      const region: Region = {
        owner: node,
        parent: node.kind === "Module" ? undefined : at.get(node),
        bound: new Map(),
        outer: new Map(),
      };
      opened.set(node, region);
      regions.push(region);
    }
    if (node.kind === "Global" || node.kind === "Nonlocal") {
      for (const name of node.names) at.get(node)!.outer.set(name, node.kind);
    }
    if (node.kind === "Name") loads.push(node);
  }
  const module = opened.get(tree.module)!;
  at.set(tree.module, module);
  const elsewhere: [Region, string, Node][] = [];
  for (const node of tree.nodes) {
    for (const name of namesBoundBy(node)) {
      const home = homeOf(node, at);
      if (home.outer.has(name)) elsewhere.push([home, name, node]);
      else push(home.bound, name, node);
    }
  }
  for (const [region, name, node] of elsewhere) push(declaredHome(region, name).bound, name, node);

  const lookUp = (node: Node, name: string): Region | undefined => find(at.get(node)!, name, module);
  const mentions = new Map<Region, Map<string, Name[]>>();
  for (const name of loads) {
    const region = lookUp(name, name.id);
    if (region) push(inner(mentions, region), name.id, name);
  }
  return {
    module,
    regions,
    of: (node) => at.get(node) ?? module,
    inside: (owner) => opened.get(owner),
    lookUp,
    mentions: (region, name) => mentions.get(region)?.get(name) ?? [],
  };
}

function regionOf(node: Node, at: ReadonlyMap<Node, Region>, opened: ReadonlyMap<Node, Region>): Region {
  const { parent } = node;
  // The module is its own region; it is set right once it exists.
  if (parent === undefined) return undefined as unknown as Region;
  const around = at.get(parent) ?? opened.get(parent)!;
  if (parent.kind === "Arguments") return node.kind === "Arg" ? around : around.parent!;
  if (parent.kind === "Arg") return around.parent!;
  if (parent.kind === "Comprehension") {
    const first = (parent.parent as Comprehended).generators[0] === parent && parent.iter === node;
    return first ? around.parent! : around;
  }
  const own = opened.get(parent);
  return own && !isEvaluatedOutside(node, parent) ? own : around;
}

/** Decorators, base classes and what is returned belong to the text around a definition. */
function isEvaluatedOutside(node: Node, owner: Node): boolean {
  if (owner.kind === "ClassDef") return node.start < owner.body[0]!.start;
  if (owner.kind === "FunctionDef" || owner.kind === "AsyncFunctionDef") {
    return node.kind !== "Arguments" && node.start < owner.body[0]!.start;
  }
  return false;
}

function isOwner(node: Node): node is Owner {
  return (
    node.kind === "Module" ||
    node.kind === "FunctionDef" ||
    node.kind === "AsyncFunctionDef" ||
    node.kind === "ClassDef" ||
    node.kind === "Lambda" ||
    isComprehension(node)
  );
}

export function isComprehension(node: Node): node is Comprehended {
  return (
    node.kind === "ListComp" ||
    node.kind === "SetComp" ||
    node.kind === "DictComp" ||
    node.kind === "GeneratorExp"
  );
}

/** The names a node binds or deletes in its region. */
function namesBoundBy(node: Node): readonly string[] {
  switch (node.kind) {
    case "Name":
      return node.ctx === "Load" ? [] : [node.id];
    case "FunctionDef":
    case "AsyncFunctionDef":
    case "ClassDef":
    case "TypeVar":
    case "ParamSpec":
    case "TypeVarTuple":
      return [node.name];
    case "Arg":
      return [node.arg];
    case "Alias":
      return [node.asname ?? node.name.split(".")[0]!];
    case "ExceptHandler":
    case "MatchStar":
    case "MatchAs":
      return typeof node.name === "string" ? [node.name] : [];
    case "MatchMapping":
      return typeof node.rest === "string" ? [node.rest] : [];
    default:
      return [];
  }
}

/** Where a binding takes effect: a walrus inside a comprehension binds outside of it. */
function homeOf(node: Node, at: ReadonlyMap<Node, Region>): Region {
  let region = at.get(node)!;
  if (node.parent?.kind === "NamedExpr" && node.parent.target === node) {
    while (isComprehension(region.owner)) region = region.parent!;
  }
  return region;
}

/** Where a `global` or `nonlocal` name really lives. */
function declaredHome(region: Region, name: string): Region {
  const isGlobal = region.outer.get(name) === "Global";
  let home = region;
  while (home.parent && (isGlobal || home === region || !isBinder(home, name))) home = home.parent;
  return home;
}

function isBinder(region: Region, name: string): boolean {
  return region.owner.kind !== "ClassDef" && region.bound.has(name) && !region.outer.has(name);
}

function find(start: Region, name: string, module: Region): Region | undefined {
  for (let region: Region | undefined = start; region; region = region.parent) {
    if (region.outer.get(name) === "Global") return module.bound.has(name) ? module : undefined;
    if (region.owner.kind === "ClassDef" && region !== start) continue;
    if (region.bound.has(name) && !region.outer.has(name)) return region;
  }
  return undefined;
}

function push<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

function inner<Key, InnerKey, Item>(map: Map<Key, Map<InnerKey, Item>>, key: Key): Map<InnerKey, Item> {
  let found = map.get(key);
  if (!found) map.set(key, (found = new Map()));
  return found;
}
