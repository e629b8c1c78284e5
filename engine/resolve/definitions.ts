import { isText } from "../tree/constants.ts";
import type { ClassDef, Expression, FunctionDef, Node } from "../tree/nodes.ts";
import { followSignature } from "./annotations.ts";
import { createFrame, writeName } from "./frame.ts";
import { makeFunction } from "./functions.ts";
import { routes } from "./follow-callbacks.ts";
import { noArguments, withArgs, type Machine } from "./machine.ts";
import { taints } from "./taint.ts";
import { followSources } from "./written-code.ts";
import { joinAll, pathsOf, type OwnClass, type OwnFunction, type PossibleValues } from "./value.ts";

const kinds: ReadonlyMap<string, OwnFunction["how"]> = new Map<string, OwnFunction["how"]>(
  Object.entries({
    "builtins.staticmethod": "static",
    "builtins.classmethod": "class",
    "builtins.property": "property",
    "functools.cached_property": "property",
  } as const),
);
/** The class whose body is being run, for each frame of one. */
const holders = new WeakMap<object, OwnClass>();

export function defineFunction(machine: Machine, node: FunctionDef): void {
  const decorators = node.decorator_list.map((decorator) => ({
    decorator,
    value: machine.evaluate(decorator),
  }));
  const paths = decorators.flatMap(({ value }) => pathsOf(value));
  followSignature(machine, node);
  for (const { kind, bound } of node.type_params as Extract<Node, { kind: "TypeVar" }>[])
    if (kind === "TypeVar" && bound) machine.evaluate(bound);
  const how =
    paths.map((path) => kinds.get(path)).find((kind) => kind !== undefined) ?? implicitKind(node.name);
  machine.hasOpenRoutes ||= addressesOf(node).some((address) => address.includes("<"));
  const isRoute = paths.some((path) => routes.test(path));
  const made = makeFunction(machine, node, {
    how,
    holder: holders.get(machine.frame),
    ...(isRoute && { taint: taintOfRoute(paths), converted: convertedBy(node) }),
    answersPages: isRoute
      ? paths.some((path) => /^(?:flask|bottle)\.|\.route(?:\(\))?$/.test(path))
      : paths.some((path) => /^flask\..*\.(?:app_)?errorhandler\(\)$/.test(path)),
  });
  writeName(machine.frame, node.name, decorate(machine, decorators, made));
}

const plainTypes = new Set(["int", "float", "bool", "UUID", "date", "datetime", "Decimal"]);

/** Parameters that arrive as numbers and the like: by annotation, or by `<int:number>` in the route. */
function convertedBy(node: FunctionDef): ReadonlySet<string> {
  const { args } = node;
  const annotated = [...args.posonlyargs, ...args.args, ...args.kwonlyargs].filter(({ annotation }) => {
    const name =
      annotation?.kind === "Attribute" ? annotation.attr : annotation?.kind === "Name" && annotation.id;
    return plainTypes.has(name || "");
  });
  const inRoutes = addressesOf(node).flatMap((path) => [
    ...path.matchAll(/<(?:int|float|uuid):(\w+)>|<(\w+):(?:int|float)>/g),
  ]);
  return new Set([...annotated.map(({ arg }) => arg), ...inRoutes.map(([, a, b]) => a ?? b!)]);
}

/** The texts that the decorators of a function are given first. */
function addressesOf({ decorator_list }: FunctionDef): string[] {
  return decorator_list.flatMap((decorator) => {
    const path = decorator.kind === "Call" ? decorator.args[0] : undefined;
    return isText(path) ? [path.value.value] : [];
  });
}

/** The command line is no less unknown than a request, but it is its user's own. */
function taintOfRoute(paths: readonly string[]): number {
  return paths.some((path) => /^(?:click|typer)\./.test(path)) ? taints.local : taints.web;
}

function implicitKind(name: string): OwnFunction["how"] {
  if (name === "__class_getitem__" || name === "__init_subclass__") return "class";
  return name === "__new__" ? "static" : "plain";
}

type Decorator = Readonly<{ decorator: Expression; value: PossibleValues }>;

/** Foreign decorators are taken to leave what they decorate callable as before. */
function decorate(machine: Machine, decorators: readonly Decorator[], made: PossibleValues): PossibleValues {
  let value = made;
  for (const { decorator, value: with_ } of decorators.toReversed()) {
    const answer = machine.call(with_, withArgs(value), decorator);
    const isOwn = with_.some(({ kind }) => kind !== "reference" && kind !== "anything");
    if (isOwn && answer.every(({ kind }) => kind !== "anything")) value = answer;
  }
  return value;
}

export function defineClass(machine: Machine, node: ClassDef): void {
  const bases = node.bases.map((base) => machine.evaluate(base));
  const keywords = new Map(node.keywords.map(({ arg, value }) => [arg ?? "", machine.evaluate(value)]));
  const decorators = node.decorator_list.map((decorator) => ({
    decorator,
    value: machine.evaluate(decorator),
  }));
  const outer = machine.frame;
  const frame = createFrame("class", outer);
  const metaclass = keywords.get("metaclass") ?? inherited(bases);
  const made: OwnClass = {
    kind: "class",
    name: node.name,
    node,
    attributes: frame.layers[0]!,
    bases,
    metaclass,
    fields: new Map(),
  };
  holders.set(frame, made);
  const before = machine.waiting.length;
  machine.frame = frame;
  try {
    machine.run(node.body);
  } finally {
    machine.frame = outer;
  }
  setUpFirst(machine.waiting, before);
  followSources(machine, made, node);
  const own = keywords.get("metaclass");
  if (own && own.every(({ kind }) => kind !== "class"))
    machine.call(own, withArgs([made], joinAll(bases), [made]), node);
  else if (own) callClassHook(machine, own, "__new__", made, node);
  for (const base of bases) callClassHook(machine, base, "__init_subclass__", made, node);
  writeName(outer, node.name, decorate(machine, decorators, [made]));
}

function inherited(bases: readonly PossibleValues[]): PossibleValues | undefined {
  for (const base of bases)
    for (const thing of base) if (thing.kind === "class" && thing.metaclass) return thing.metaclass;
  return undefined;
}

function callClassHook(
  machine: Machine,
  of: PossibleValues,
  name: string,
  made: OwnClass,
  node: ClassDef,
): void {
  for (const thing of of) {
    const hook = thing.kind === "class" ? thing.attributes.get(name) : undefined;
    if (hook)
      machine.call(
        hook.map((one) => (one.kind === "function" ? { ...one, self: made } : one)),
        { ...noArguments, isOpen: true },
        node,
      );
  }
}

/** What `__init__` puts into `self` is known to the methods that are followed after it. */
function setUpFirst(waiting: OwnFunction[], from: number): void {
  const added = waiting.splice(from);
  const isSetUp = ({ name }: OwnFunction): boolean =>
    ["__init__", "__new__", "__post_init__", "setUp"].includes(name);
  waiting.push(...added.filter(isSetUp), ...added.filter((one) => !isSetUp(one)));
}
