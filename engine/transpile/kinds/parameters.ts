import type { Arg, Call, Expression, FunctionDef } from "../../tree/nodes.ts";
import type { Names } from "../../program/names.ts";
import { join, joinAll, type ValueKind } from "./kind.ts";

/** What a parameter can hold when every call of its function is in sight. */
export function parameterKind(node: Arg, names: Names, of: (node: Expression) => ValueKind): ValueKind {
  const args = node.parent;
  if (args?.kind !== "Arguments") return "unknown";
  if (args.vararg === node) return "tuple";
  if (args.kwarg === node) return "dict";
  const owner = args.parent;
  if (owner?.kind !== "FunctionDef") return "unknown";
  if (owner.parent?.kind === "ClassDef")
    return isReceiver(node, owner) ? `instance ${owner.parent.name}` : "unknown";
  if (owner.decorator_list.length > 0) return "unknown";
  const calls = callsOf(owner, names);
  if (!calls || calls.length === 0) return "unknown";
  return joinAll(calls.map((call) => argumentKind(node, owner, call, of)));
}

/** The calls of a function; undefined when it is also used in other ways. */
function callsOf(owner: FunctionDef, names: Names): Call[] | undefined {
  const variable = names.variableOf(owner);
  if (!variable || variable.bindings.length > 1) return undefined;
  const calls: Call[] = [];
  for (const read of variable.reads) {
    const { parent } = read;
    if (parent?.kind !== "Call" || parent.func !== read) return undefined;
    if (parent.args.some(({ kind }) => kind === "Starred")) return undefined;
    if (parent.keywords.some(({ arg }) => arg === undefined || arg === null)) return undefined;
    calls.push(parent);
  }
  return calls;
}

function argumentKind(
  node: Arg,
  owner: FunctionDef,
  call: Call,
  of: (node: Expression) => ValueKind,
): ValueKind {
  const { args } = owner;
  const positional = [...args.posonlyargs, ...args.args];
  const index = positional.indexOf(node);
  const value =
    (index >= 0 ? call.args[index] : undefined) ?? call.keywords.find(({ arg }) => arg === node.arg)?.value;
  if (value) return of(value);
  const fallback =
    index >= 0
      ? args.defaults[index - positional.length + args.defaults.length]
      : args.kw_defaults[args.kwonlyargs.indexOf(node)];
  return fallback ? join("never", of(fallback)) : "unknown";
}

/** Is this the `self` of a plain method or of a property? */
function isReceiver(node: Arg, owner: FunctionDef): boolean {
  const { args } = owner;
  const first = args.posonlyargs[0] ?? args.args[0];
  const plain = owner.decorator_list.every(
    (one) =>
      (one.kind === "Name" && (one.id === "property" || one.id === "abstractmethod")) ||
      (one.kind === "Attribute" && (one.attr === "setter" || one.attr === "deleter")),
  );
  return first === node && plain && owner.parent?.kind === "ClassDef";
}
