import type { Tree } from "../../tree/tree.ts";
import type { Call } from "../../tree/nodes.ts";
import { method, ownersOf } from "../library.ts";
import type { EmitContext } from "./context.ts";
import { placeInLibrary, writeList } from "./arguments.ts";

/** Names the function that finds a method by the kind of its receiver, and asks for it to be written. */
export function dispatcher(
  name: string,
  owners: readonly string[] | undefined,
  context: EmitContext,
): string {
  const known = context.dispatched.get(name) ?? new Set<string>();
  for (const owner of owners ?? reachable(name, context)) known.add(owner);
  context.dispatched.set(name, known);
  context.use("dispatch");
  for (const owner of known) context.use(method(owner, name)!.runtime);
  return dispatcherName(name);
}

/** Kinds the program can have values of: those of the library only if it imports them. */
function reachable(name: string, context: EmitContext): string[] {
  const always = new Set("str list dict set frozenset tuple int float generator range".split(" "));
  return ownersOf(name).filter((owner) => always.has(owner) || namesIn(context.tree).has(owner));
}

/** The arguments of a method call on a value of unknown kind, and the kinds they fit. */
export function placeForAll(
  name: string,
  call: Call,
  context: EmitContext,
): { owners: string[]; args: string } | undefined {
  const plain = call.keywords.length === 0 && call.args.every(({ kind }) => kind !== "Starred");
  const fitting = new Map<string, string>();
  for (const owner of reachable(name, context)) {
    const parameters = method(owner, name)!.parameters ?? [];
    const placed = placeInLibrary(parameters, call, context);
    if (placed && (plain || !parameters.some(isVariadic))) fitting.set(owner, plain ? "" : writeList(placed));
  }
  const texts = new Set(fitting.values());
  if (texts.size !== 1) return undefined;
  return {
    owners: [...fitting.keys()],
    args: plain ? writeList(call.args.map(context.expression)) : [...texts][0]!,
  };
}

function isVariadic(parameter: string): boolean {
  return /^\*\w/.test(parameter);
}

/** The table of a dispatcher: variadic functions of the library take their values as one array. */
export function writeDispatcher(name: string, owners: Iterable<string>, context: EmitContext): string {
  const type = context.typed ? ": any" : "";
  const known = [...owners];
  const rows = known
    .flatMap((owner) => keysOf(owner, known, context).map((key) => [key, method(owner, name)!] as const))
    .map(([key, entry]) => {
      const { runtime, parameters } = entry;
      if (!parameters.some(isVariadic)) return `${key}: ${context.use(runtime)}`;
      return `${key}: (target${type}, ...values${context.typed ? ": any[]" : ""}) => ${context.use(runtime)}(target, values)`;
    });
  const others = ownersOf(name).filter((owner) => !known.includes(owner));
  const rest = others.length > 0 ? `, ${JSON.stringify(others)}` : "";
  return `const ${dispatcherName(name)} = ${context.use("dispatch")}("${name}", { ${rows.join(", ")} }${rest});`;
}

/** The dicts of the library have dict's methods, where they have none of their own. */
function keysOf(owner: string, known: readonly string[], context: EmitContext): string[] {
  if (owner !== "dict") return [owner];
  const kinds = ["defaultdict", "Counter", "OrderedDict"].filter(
    (one) => !known.includes(one) && namesIn(context.tree).has(one),
  );
  return [owner, ...kinds];
}

export function dispatcherName(name: string): string {
  return `call_${name}`;
}

const named = new WeakMap<Tree, ReadonlySet<string>>();

/** What a program imports, by any name. */
function namesIn(tree: Tree): ReadonlySet<string> {
  let names = named.get(tree);
  if (!names) {
    names = new Set(
      tree.nodes.flatMap((node) =>
        node.kind === "Alias" ? [node.name] : node.kind === "Attribute" ? [node.attr] : [],
      ),
    );
    named.set(tree, names);
  }
  return names;
}
