import type { Arguments, ClassDef, Expression, FunctionDef, Node, Statement } from "../tree/nodes.ts";
import { bindName } from "./assign.ts";
import { captured } from "./capture.ts";
import { leave, type BlockEnd, type Run } from "./run.ts";
import { share } from "./state.ts";
import { unknown, type KnownValue } from "./values.ts";

/** Decorators that only mark what they are given. */
const marking = new Set(
  "staticmethod classmethod property abstractmethod override final dataclass overload total_ordering wraps lru_cache cache cached_property".split(
    " ",
  ),
);

/** `def` and `class`: decorators, defaults, bases and annotations run now, the body of a class too. */
export function define(run: Run, node: Extract<Statement, { name: string }>): BlockEnd {
  for (const decorator of node.decorator_list) run.evaluate(decorator);
  if (node.kind === "ClassDef") prepareClass(run, node);
  else evaluateDefaults(run, node.args);
  captured(run, node);
  const runsCode =
    node.kind === "ClassDef" ||
    !node.decorator_list.every((decorator) => marking.has(nameOf(decorator))) ||
    annotationsOf(node).some((annotation) => callsSomething(run, annotation));
  if (runsCode) leave(run);
  const isPlain = node.decorator_list.length === 0 && node.kind !== "AsyncFunctionDef";
  const bound = run.facts.names.lookUp(node, node.name)?.bindings;
  const home = run.state.frames.at(-1)!.id;
  const value: KnownValue =
    node.kind === "ClassDef" ? { kind: "class", node, home } : { kind: "function", node, home };
  bindName(run, node, isPlain && bound?.length === 1 ? value : unknown);
  return "next";
}

function prepareClass(run: Run, { bases, keywords }: ClassDef): void {
  for (const base of bases) share(run.state, run.evaluate(base));
  for (const { value } of keywords) share(run.state, run.evaluate(value));
}

/** What a parameter has by default is one object for all calls. */
function evaluateDefaults(run: Run, { defaults, kw_defaults }: Arguments): void {
  for (const value of [...defaults, ...kw_defaults]) if (value) share(run.state, run.evaluate(value));
}

function annotationsOf({ args, returns }: FunctionDef): Expression[] {
  const all = [...args.posonlyargs, ...args.args, ...args.kwonlyargs, args.vararg, args.kwarg];
  return [...all.map((each) => each?.annotation), returns].flatMap((annotation) => annotation ?? []);
}

function callsSomething(run: Run, node: Node): boolean {
  const runs = ({ kind }: Node): boolean => kind === "Call" || kind === "NamedExpr";
  return runs(node) || run.facts.parts(node).some(runs);
}

function nameOf(node: Expression): string {
  if (node.kind === "Call") return nameOf(node.func);
  if (node.kind === "Attribute") return node.attr;
  return node.kind === "Name" ? node.id : "";
}
