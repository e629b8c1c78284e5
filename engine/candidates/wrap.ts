import type { Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, binary, call, type Code, member } from "../tree/code.ts";
import { ownFunctions } from "./called-name.ts";
import { isCallOf, methodName, type CandidateContext } from "./context.ts";
import { isOperand } from "../program/roles.ts";
import { may, numeric, sized, surely, textual, type PossibleTypes } from "./value-types.ts";
import { replacement } from "../text/splices.ts";

const anything = new Set<string>();
const iterable = new Set([
  ...sized,
  "map",
  "filter",
  "generator",
  "zip",
  "dict_keys",
  "dict_values",
  "dict_items",
  "reversed",
]);

/** How a value can be wrapped, for which types, and the price. */
const wraps: readonly (readonly [wrap: string, types: ReadonlySet<string>, detail: number])[] = [
  ["sorted()", iterable, 0.3],
  ["abs()", numeric, 0.4],
  [".lower()", textual, 0.4],
  [".upper()", textual, 0.4],
  ["set()", iterable, 0.5],
  ["list()", iterable, 0.5],
  ["int()", new Set([...textual, "float"]), 0.5],
  ["str()", new Set([...numeric, "list"]), 0.5],
  ["len()", sized, 0.6],
  [".strip()", textual, 0.6],
  ["sum()", new Set(["list", "tuple", "generator", "range", "set"]), 0.8],
  ["max()", iterable, 0.8],
  ["min()", iterable, 0.8],
  ["round()", new Set(["float"]), 0.8],
  ["tuple()", iterable, 0.8],
  [".split()", textual, 0.9],
  ["float()", new Set(["str", "int"]), 1],
  [".title()", textual, 1.2],
  [".capitalize()", textual, 1.2],
  [".swapcase()", textual, 1.2],
  ["bool()", anything, 1.4],
  [".copy()", new Set(["list", "dict", "set"]), 0.8],
  ["reversed()", iterable, 1.2],
  [".values()", new Set(["dict", "Counter", "defaultdict"]), 0.6],
  [".items()", new Set(["dict", "Counter", "defaultdict"]), 0.8],
  ["ord()", textual, 1],
  ["chr()", new Set(["int"]), 1],
];

/** A value put through a function or a method. */
export const wrapping: Family = {
  name: "wrapping",
  base: 1.2,
  *propose(context) {
    const own = [...ownFunctions(context)].filter(([, arity]) => arity === 1).map(([name]) => name);
    for (const node of context.expressions) {
      yield* digits(context, node);
      yield* integerBounds(context, node);
      if (!isOperand(node) || !isWorthWrapping(node)) continue;
      const types = context.typesOf(node);
      for (const [wrap, group, detail] of wraps) {
        if (!fits(types, group, node) || isAlready(node, wrap)) continue;
        yield context.replace(node, wrapped(context.code(node), wrap), detail);
      }
      if (types !== undefined && may(types, iterable)) yield* sortedBy(context, node);
      for (const name of own)
        if (!isCallOf(node, name)) yield context.replace(node, call(name, context.code(node)), 0.9);
    }
  },
};

/** In the order of a table's values. */
function* sortedBy(context: CandidateContext, node: Expression): Generator<EditProposal> {
  for (const { name, types } of context.variables(node)) {
    if (!surely(types, new Set(["dict", "Counter", "defaultdict"]))) continue;
    yield context.replace(node, atom(`sorted(${context.text(node)}, key=${name}.get)`), 1);
  }
}

function wrapped(code: Code, wrap: string): Code {
  return wrap.startsWith(".") ? member(code, wrap) : call(wrap.slice(0, -2), code);
}

function fits(types: PossibleTypes, group: ReadonlySet<string>, node: Expression): boolean {
  if (group === anything)
    return node.parent?.kind === "Return" && (types === undefined || !types.has("bool"));
  return types === undefined ? node.kind !== "BinOp" || node.parent?.kind === "Return" : may(types, group);
}

function isAlready(node: Expression, wrap: string): boolean {
  const name = wrap.replace(/[.()]/g, "");
  const { parent } = node;
  return (
    isCallOf(node, name) ||
    methodName(node) === name ||
    (parent?.kind === "Call" && parent.func !== node && isCallOf(parent, name))
  );
}

function isWorthWrapping(node: Expression): boolean {
  if (
    node.kind === "Constant" ||
    node.kind === "Compare" ||
    node.kind === "Lambda" ||
    node.kind === "JoinedStr"
  )
    return false;
  const { parent } = node;
  if (parent?.kind === "Subscript" && parent.value === node) return false;
  return parent?.kind !== "Attribute" || node.kind !== "Name";
}

/** `c - '0'` is a number in C only. */
function* digits(context: CandidateContext, node: Expression): Generator<EditProposal> {
  if (node.kind !== "BinOp" || (node.op !== "Sub" && node.op !== "Add")) return;
  const text = [node.left, node.right].filter((side) => surely(context.typesOf(side), textual));
  if (text.length === 0 || (node.op === "Add" && text.length === 2)) return;
  const ord = (side: Expression): Code =>
    text.includes(side) || node.op === "Sub" ? call("ord", context.code(side)) : context.code(side);
  yield context.replace(node, binary(ord(node.left), node.op === "Sub" ? "-" : "+", ord(node.right)), -0.6);
}

/** A computed index or bound may be a float. */
function* integerBounds(context: CandidateContext, node: Expression): Generator<EditProposal> {
  const { parent } = node;
  const index =
    parent?.kind === "Subscript" &&
    parent.slice === node &&
    node.kind !== "Slice" &&
    node.kind !== "Tuple" &&
    node.kind !== "Constant";
  const bound =
    parent?.kind === "Slice" ||
    (parent?.kind === "Call" && isCallOf(parent, "range") && parent.func !== node);
  if ((!index && !bound) || node.kind === "Starred") return;
  const types = context.typesOf(node);
  if (types === undefined || types.has("float"))
    yield context.replace(node, call("int", context.code(node)), types?.has("float") ? -0.4 : 0.2);
}

/** Both sides of a comparison brought to one form. */
export const bothSides: Family = {
  name: "both-sides",
  base: 1,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Compare" || node.ops.length !== 1) continue;
      const [left, right] = [node.left, node.comparators[0]!];
      for (const [wrap, group, detail] of [
        ["set()", iterable, 0.2],
        ["sorted()", iterable, 0.8],
        ["len()", sized, 0.8],
        ["abs()", numeric, 0.8],
        [".lower()", textual, 0.8],
        ["str()", numeric, 0.8],
        ["int()", textual, 0.8],
      ] as const) {
        if (!may(context.typesOf(left), group) || !may(context.typesOf(right), group)) continue;
        const splices = [left, right].map((side) =>
          replacement(side, wrapped(context.code(side), wrap).text),
        );
        yield context.edit(node, splices, detail, `\`${wrap}\` was put on both sides`);
      }
    }
  },
};
