import { functionAround } from "../tree/around.ts";
import type { Expression, Node, Statement } from "../tree/nodes.ts";
import type { Tree } from "../tree/tree.ts";
import { raisedBy } from "./raised-errors.ts";
import { lastName } from "../tree/written-names.ts";

/** A piece of a program in which somebody waits for an error; without classes, for any. */
type Piece = Readonly<{ start: number; end: number; classes: Classes; who: "handler" | "test" }>;
type Classes = ReadonlySet<string> | undefined;

type Waiting = Readonly<{
  pieces: readonly Piece[];
  /** What the tests that expect an error call, each with what they expect. */
  tested: ReadonlyMap<string, readonly Classes[]>;
}>;

const known = new WeakMap<Tree, Waiting>();

/** Who waits for the error that a repair would take away at one of these places. */
export function whoAwaits(
  tree: Tree,
  repair: string,
  places: readonly number[],
): "handler" | "test" | undefined {
  let waiting = known.get(tree);
  if (!waiting) known.set(tree, (waiting = readWaiting(tree)));
  const { pieces, tested } = waiting;
  if (pieces.length === 0) return undefined;
  const raised = raisedBy(repair);
  const isMeant = (classes: Classes): boolean =>
    classes === undefined || raised === undefined || raised.some((name) => classes.has(name));
  const around = pieces.filter(
    ({ start, end, classes }) => isMeant(classes) && places.some((at) => start <= at && at < end),
  );
  const isTested = (at: number): boolean =>
    namesAround(tree, at).some((name) => tested.get(name)?.some(isMeant));
  if (around.some(({ who }) => who === "test") || (tested.size > 0 && places.some(isTested))) return "test";
  return around.length > 0 ? "handler" : undefined;
}

function readWaiting({ nodes }: Tree): Waiting {
  const pieces: Piece[] = [];
  const tested = new Map<string, Classes[]>();
  let places: ReadonlyMap<Node, number> | undefined;
  const wait = (who: Piece["who"], parts: readonly Node[], classes: Classes): void => {
    pieces.push(...parts.map(({ start, end }) => ({ start, end, classes, who })));
    if (who === "handler") return;
    places ??= new Map(nodes.map((node, at) => [node, at]));
    for (const name of new Set(namesIn(nodes, places, parts)))
      tested.set(name, [...(tested.get(name) ?? []), classes]);
  };
  for (const node of nodes) {
    if ((node.kind === "Try" || node.kind === "TryStar") && node.handlers.length > 0)
      wait("handler", node.body, caughtBy(node));
    if (node.kind === "With" || node.kind === "AsyncWith")
      for (const { context_expr: manager } of node.items) {
        const name = manager.kind === "Call" ? lastName(manager.func) : "";
        if (manager.kind === "Call" && (name === "suppress" || expecting.has(name)))
          wait(name === "suppress" ? "handler" : "test", node.body, classesIn(manager.args));
      }
    // `assertRaises(TypeError, f, 1)`
    if (node.kind === "Call" && node.args.length > 1 && expecting.has(lastName(node.func)))
      wait("test", node.args.slice(1), classesIn(node.args.slice(0, 1)));
    if (node.kind === "FunctionDef" && node.decorator_list.some(isExpectedFailure))
      wait("test", node.body, undefined);
  }
  return { pieces, tested };
}

const expecting = new Set(["raises", "assertRaises", "assertRaisesRegex", "RaisesGroup"]);

/** `@pytest.mark.xfail`, `@unittest.expectedFailure` */
function isExpectedFailure(decorator: Expression): boolean {
  return /^(?:xfail|expectedFailure)$/.test(lastName(decorator.kind === "Call" ? decorator.func : decorator));
}

function caughtBy({ handlers }: Extract<Statement, { handlers: unknown }>): Classes {
  const types = handlers.flatMap(({ type }) => (type ? [type] : []));
  return types.length === handlers.length ? classesIn(types) : undefined;
}

/** The names of classes; undefined where one of them is not written out. */
function classesIn(types: readonly Expression[]): Classes {
  const parts = types.flatMap((type) => (type.kind === "Tuple" ? type.elts : [type]));
  const names = parts.map(lastName);
  return names.length > 0 && !names.includes("") ? new Set(names) : undefined;
}

/** What is called, or given to be called. */
function* namesIn(
  nodes: readonly Node[],
  at: ReadonlyMap<Node, number>,
  parts: readonly Node[],
): Generator<string> {
  for (const part of parts) {
    // The parts of a node come right behind it.
    for (let index = at.get(part)!; index < nodes.length; index += 1) {
      const node = nodes[index]!;
      if (node.start < part.start || node.end > part.end) break;
      const name = lastName(node);
      if (name !== "") yield name;
    }
  }
}

/** The function that a place is in; its class where that is what is called. */
function namesAround(tree: Tree, at: number): string[] {
  const inner = tree.nodes.findLast(({ start, end }) => start <= at && at < end);
  const definition = inner && functionAround(inner);
  if (!definition) return [];
  const { name, parent: owner } = definition;
  return owner?.kind === "ClassDef" && name === "__init__" ? [owner.name] : [name];
}
