/** What is known of a value before the program runs. `instance X` is an object of the program's class X or of a subclass. */
export type ValueKind =
  | "never"
  | "unknown"
  | "int"
  | "float"
  | "bool"
  | "str"
  | "none"
  | "list"
  | "tuple"
  | "dict"
  | "set"
  | "frozenset"
  | "range"
  | "function"
  | "iterator"
  | "view"
  | "deque"
  | `instance ${string}`
  | `class ${string}`;

export function join(a: ValueKind, b: ValueKind): ValueKind {
  if (a === b || b === "never") return a;
  return a === "never" ? b : "unknown";
}

export function joinAll(kinds: Iterable<ValueKind>): ValueKind {
  let all: ValueKind = "never";
  for (const kind of kinds) all = join(all, kind);
  return all;
}

const whole = new Set<string>([
  "Add",
  "Sub",
  "Mult",
  "FloorDiv",
  "Mod",
  "LShift",
  "RShift",
  "BitOr",
  "BitXor",
  "BitAnd",
]);
const fractional = new Set<string>(["Add", "Sub", "Mult", "Div", "FloorDiv", "Mod"]);
const setOperators = new Set<string>(["BitOr", "BitAnd", "Sub", "BitXor"]);

/** The kind of `left op right`. */
export function binaryKind(left: ValueKind, op: string, right: ValueKind): ValueKind {
  if (left === "never" || right === "never") return "never";
  const wholes = [left, right].every((kind) => kind === "int" || kind === "bool");
  const numbers = [left, right].every((kind) => kind === "int" || kind === "bool" || kind === "float");
  if (wholes && whole.has(op))
    return left === "bool" && right === "bool" && op.startsWith("Bit") ? "bool" : "int";
  if (wholes && op === "Div") return "float";
  if (numbers && fractional.has(op)) return "float";
  if (left === "str" && op === "Mod") return "str";
  if (op === "Add" && left === right && (left === "str" || left === "list" || left === "tuple")) return left;
  if (op === "Mult" && right === "int" && (left === "str" || left === "list" || left === "tuple"))
    return left;
  if (op === "Mult" && left === "int" && (right === "str" || right === "list" || right === "tuple"))
    return right;
  if (left === "set" && setOperators.has(op)) return "set";
  return "unknown";
}
