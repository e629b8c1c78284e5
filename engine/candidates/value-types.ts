import type { Expression, Operator } from "../tree/nodes.ts";
import { builtin } from "../library/builtins.ts";
import { moduleMembers } from "../library/entries.ts";
import { resultOfMethod } from "../library/types.ts";

/** The names of the types a value can have; undefined when nothing is known. */
export type PossibleTypes = ReadonlySet<string> | undefined;

export const numeric = new Set(["int", "float", "bool", "complex", "Fraction", "Decimal"]);
export const integral = new Set(["int", "bool"]);
export const textual = new Set(["str"]);
export const sequences = new Set(["str", "list", "tuple", "bytes", "deque", "range"]);
export const sized = new Set([
  ...sequences,
  "dict",
  "set",
  "frozenset",
  "Counter",
  "defaultdict",
  "OrderedDict",
]);

/** Whether a value can be of one of these types, as far as is known. */
export function may(types: PossibleTypes, group: ReadonlySet<string>): boolean {
  return types === undefined || [...types].some((type) => group.has(type));
}

/** Whether a value is known to be of these types, None left aside. */
export function surely(types: PossibleTypes, group: ReadonlySet<string>): boolean {
  if (types === undefined) return false;
  const proper = [...types].filter((type) => type !== "NoneType");
  return proper.length > 0 && proper.every((type) => group.has(type));
}

/** Whether one value could stand in the other's place: a common type, both numbers, or one unknown. */
export function compatible(a: PossibleTypes, b: PossibleTypes): boolean {
  if (a === undefined || b === undefined) return true;
  return [...a].some((type) => b.has(type)) || (may(a, numeric) && may(b, numeric));
}

/** What a function gives that is called by its name. */
function resultOfFunction(name: string, count: number): string | undefined {
  if (name === "round") return count === 1 ? "int" : "float";
  return (builtin(name) ?? moduleMembers("collections")!.get(name))?.result;
}

const kinds: Readonly<Record<string, string>> = {
  List: "list",
  ListComp: "list",
  Tuple: "tuple",
  Set: "set",
  SetComp: "set",
  Dict: "dict",
  DictComp: "dict",
  JoinedStr: "str",
  Compare: "bool",
  GeneratorExp: "generator",
  Lambda: "function",
};

/** Reads an expression's types from its shape; names are asked of `nameTypes`. */
export function typesOf(
  node: Expression,
  nameTypes: (name: Expression & { kind: "Name" }) => PossibleTypes,
  depth = 0,
): PossibleTypes {
  const inner = (part: Expression): PossibleTypes =>
    depth > 20 ? undefined : typesOf(part, nameTypes, depth + 1);
  if (node.kind === "Constant") {
    return new Set([node.value.type === "none" ? "NoneType" : node.value.type]);
  }
  if (node.kind === "Name") {
    return nameTypes(node);
  }
  if (node.kind === "UnaryOp") {
    return node.op === "Not" ? new Set(["bool"]) : inner(node.operand);
  }
  if (node.kind === "BoolOp") {
    return union(node.values.map(inner));
  }
  if (node.kind === "IfExp") {
    return union([inner(node.body), inner(node.orelse)]);
  }
  if (node.kind === "BinOp") {
    return ofOperation(node.op, inner(node.left), inner(node.right));
  }
  if (node.kind === "Subscript") {
    const value = inner(node.value);
    if (node.slice.kind === "Slice" || surely(value, textual)) return value;
    return undefined;
  }
  if (node.kind === "Call") {
    const { func } = node;
    const result =
      func.kind === "Name"
        ? resultOfFunction(func.id, node.args.length)
        : func.kind === "Attribute"
          ? resultOfMethod(func.attr)
          : undefined;
    return result === undefined ? undefined : new Set([result === "None" ? "NoneType" : result]);
  }
  const kind = kinds[node.kind];
  return kind === undefined ? undefined : new Set([kind]);
}

function union(all: readonly PossibleTypes[]): PossibleTypes {
  return all.some((types) => types === undefined) ? undefined : new Set(all.flatMap((types) => [...types!]));
}

function ofOperation(op: Operator, left: PossibleTypes, right: PossibleTypes): PossibleTypes {
  const container = [left, right].find((types) => surely(types, sequences));
  if (container && (op === "Add" || op === "Mult" || (op === "Mod" && surely(left, textual))))
    return container;
  if (op === "Div") return new Set(["float"]);
  if (surely(left, integral) && surely(right, integral))
    return new Set(op === "Pow" ? ["int", "float"] : ["int"]);
  if (surely(left, numeric) || surely(right, numeric)) {
    if (op === "Add" || op === "Mult" || op === "Mod")
      return surely(left, numeric) && surely(right, numeric) ? new Set(["int", "float"]) : undefined;
    return new Set(["int", "float"]);
  }
  return surely(left, sized) && surely(right, sized) ? left : undefined;
}
