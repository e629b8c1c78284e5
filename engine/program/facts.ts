import { defaultPython, type PythonVersion } from "../python-version.ts";
import type { Tree } from "../tree/tree.ts";
import type { ClassDef, FunctionDef, Name, Node } from "../tree/nodes.ts";
import { literalTruth, readFlow, type Flow } from "./flow.ts";
import { readNames, type Names } from "./names.ts";
import { readShapes, type Shapes } from "./shapes.ts";

/** The nodes that may be of a kind; several kinds share one type where their fields are the same. */
type OfKind<Kind, Each extends Node = Node> = Each extends Node
  ? Kind & Each["kind"] extends never
    ? never
    : Each
  : never;

/** What every check may ask about a text, read once. */
export type ProgramFacts = Readonly<{
  tree: Tree;
  /** What the text is for. */
  python: PythonVersion;
  names: Names;
  shapes: Shapes;
  flow: Flow;
  /** The nodes of one kind, in the order of the text. */
  all<Kind extends Node["kind"]>(...kinds: Kind[]): OfKind<Kind>[];
  /** A node's parts, at every depth, in the order of the text. */
  parts(node: Node): readonly Node[];
  functions: readonly FunctionDef[];
  classes: readonly ClassDef[];
  /** The text changes names in ways that cannot be read off it: `from x import *`, `exec`, `globals()` … */
  isDynamic: boolean;
  /** The text may give one of Python's own functions another meaning: `builtins.print = …`. */
  changesBuiltins: boolean;
}>;

const reachesNames = new Set(["exec", "eval", "globals", "locals", "vars", "__import__", "compile"]);

export function readFacts(tree: Tree, python: PythonVersion = defaultPython): ProgramFacts {
  const byKind = Map.groupBy(tree.nodes, ({ kind }) => kind);
  const all = ((...kinds: Node["kind"][]) => {
    const there = kinds.filter((kind) => byKind.has(kind));
    if (there.length <= 1) return byKind.get(there[0]!) ?? [];
    return tree.nodes.filter(({ kind }) => there.includes(kind));
  }) as ProgramFacts["all"];
  const names = readNames(tree);
  let flow: Flow | undefined;
  return {
    tree,
    python,
    names,
    shapes: readShapes(tree, names),
    get flow() {
      return (flow ??= readFlow(tree, literalTruth));
    },
    all,
    parts: partsOf(tree),
    functions: all("FunctionDef", "AsyncFunctionDef"),
    classes: all("ClassDef"),
    isDynamic:
      all("Name").some(({ id, ctx }) => ctx === "Load" && reachesNames.has(id)) ||
      all("ImportFrom").some(({ names }) => names.some(({ name }) => name === "*")),
    changesBuiltins:
      all("Name").some(({ id }) => id === "__builtins__") ||
      (all("Import").some(({ names }) => names.some(({ name }) => name === "builtins")) &&
        all("Name").some((use) => standsForBuiltins(names, use) && !isReadFrom(use))),
  };
}

function standsForBuiltins(names: Names, use: Name): boolean {
  const bindings = names.lookUp(use, use.id)?.bindings ?? [];
  return use.ctx === "Load" && bindings.some((each) => each.kind === "Alias" && each.name === "builtins");
}

function isReadFrom({ parent }: Name): boolean {
  return parent?.kind === "Attribute" && parent.ctx === "Load";
}

/** A node stands before its parts in the list of all nodes, and nothing else stands between them. */
function partsOf(tree: Tree): (node: Node) => readonly Node[] {
  const places = new Map(tree.nodes.map((node, at) => [node, at]));
  const known = new Map<Node, readonly Node[]>();
  return (node) => {
    let parts = known.get(node);
    if (parts) return parts;
    const start = places.get(node)! + 1;
    let end = start;
    while (end < tree.nodes.length && isPartOf(tree.nodes[end]!, node)) end += 1;
    known.set(node, (parts = tree.nodes.slice(start, end)));
    return parts;
  };
}

function isPartOf(node: Node, whole: Node): boolean {
  return node.start >= whole.start && node.end <= whole.end && node.parent !== whole.parent;
}
