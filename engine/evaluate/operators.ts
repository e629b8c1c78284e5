import type { BinOp, ComparisonOperator, Expression, Node, Operator } from "../tree/nodes.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { list, make, type Run } from "./run.ts";
import { thingOf, typeOf } from "./state.ts";
import { bool, int, integerOf, numberOf, some, str, unknown, type Value } from "./values.ts";

const numeric = new Set(["int", "float", "bool"]);
const integral = new Set(["int", "bool"]);
/** Types that no one else's code can teach an operator. */
const core = new Set([
  ...numeric,
  "str",
  "bytes",
  "list",
  "tuple",
  "dict",
  "set",
  "NoneType",
  "function",
  "range",
]);
type Binary = Readonly<{ node: Node; op: Operator; left: Value; right: Value }>;

export function binary(run: Run, operation: Binary): Value {
  const { op, left, right, node } = operation;
  const types = [typeOf(run.state, left), typeOf(run.state, right)] as const;
  const [a, b] = types;
  if (isZero(right) && (op === "Div" || op === "FloorDiv" || op === "Mod")) {
    divideByZero(node, op, a);
    return unknown;
  }
  if (a === undefined || b === undefined) return halfKnown(operation, b);
  if (core.has(a) && core.has(b) && !isSupported(op, a, b)) {
    throw new Raised(
      node,
      a === "NoneType" || b === "NoneType" ? "none-used" : "operand-types",
      "TypeError",
      `\`${operatorSigns[op]}\` cannot take ${typeName(a)} and ${typeName(b)}: this raises TypeError. Convert one of them first.`,
    );
  }
  if (isQuotient(op, a, b)) return some("quotient");
  return combine(run, operation, a, b);
}

/** What `/` gives stays no whole number when numbers are added to it. */
function isQuotient(op: Operator, a: string, b: string): boolean {
  const others = new Set([...numeric, "quotient"]);
  return (
    (a === "quotient" || b === "quotient") &&
    others.has(a) &&
    others.has(b) &&
    op !== "FloorDiv" &&
    op !== "Mod"
  );
}

function isZero(value: Value): boolean {
  const number = numberOf(value);
  return number !== undefined && Number(number) === 0;
}

/** `%` may be formatting, and unknown objects may divide as they like; a literal zero is never meant. */
function divideByZero(node: Node, op: Operator, left: string | undefined): void {
  const isWritten = node.kind === "BinOp" && (node as BinOp).right.kind === "Constant";
  const isNumber = left !== undefined && (numeric.has(left) || left === "number");
  if (!isNumber && !(isWritten && op !== "Mod" && left === undefined)) return;
  if (isMeant(node)) return;
  throw new Raised(
    node,
    "division-by-zero",
    "ZeroDivisionError",
    `The divisor is zero here: \`${operatorSigns[op]}\` raises ZeroDivisionError. Divide by something else, or test it first.`,
  );
}

/** `1 / 0` on a line of its own in a `__repr__` or the like is there to raise. */
function isMeant({ parent }: Node): boolean {
  return (
    parent?.kind === "Expr" && parent.parent?.kind === "FunctionDef" && parent.parent.name.startsWith("__")
  );
}

function halfKnown({ node, op, left, right }: Binary, type: string | undefined): Value {
  if (
    op === "Sub" &&
    left.kind === "unknown" &&
    type === "str" &&
    (node as BinOp).right?.kind === "Constant"
  ) {
    throw new Raised(
      node,
      "operand-types",
      "TypeError",
      "`-` cannot take a string on its right: this raises TypeError. Use `int(…)` or `ord(…)` to count with it, or `replace` to remove it.",
    );
  }
  if (op === "Div" && right.kind !== "unknown" && type !== undefined && numeric.has(type))
    return some("quotient");
  return unknown;
}

function isSupported(op: Operator, a: string, b: string): boolean {
  if (numeric.has(a) && numeric.has(b)) {
    return isBitwise(op) ? integral.has(a) && integral.has(b) : op !== "MatMult";
  }
  if (op === "Add") return a === b && ["str", "bytes", "list", "tuple"].includes(a);
  if (op === "Mult") return isRepeatable(a, b) || isRepeatable(b, a);
  if (op === "Mod") return a === "str" || a === "bytes";
  if (op === "BitOr" && a === "dict") return b === "dict";
  return (op === "Sub" || op === "BitOr" || op === "BitAnd" || op === "BitXor") && a === "set" && b === "set";
}

function isBitwise(op: Operator): boolean {
  return ["BitOr", "BitAnd", "BitXor", "LShift", "RShift"].includes(op);
}

function isRepeatable(a: string, b: string): boolean {
  return ["str", "bytes", "list", "tuple"].includes(a) && integral.has(b);
}

function combine(run: Run, { op, left, right }: Binary, a: string, b: string): Value {
  if (numeric.has(a) && numeric.has(b) && (left.kind === "length" || right.kind === "length")) {
    return shift(op, left, right);
  }
  const one = numberOf(left);
  const two = numberOf(right);
  if (one !== undefined && two !== undefined) return calculate(op, one, two);
  if (left.kind === "str" && right.kind === "str" && op === "Add") return str(left.value + right.value);
  if (left.kind === "str" && op === "Mult") return repeatText(left.value, integerOf(right));
  if (["list", "tuple"].includes(a) && op === "Add") return concatenate(run, left, right, a);
  if (["list", "tuple"].includes(a) && op === "Mult") return repeat(run, left, integerOf(right), a);
  if (["list", "tuple"].includes(b) && op === "Mult") return repeat(run, right, integerOf(left), b);
  if (numeric.has(a) && numeric.has(b)) return some(resultType(op, a, b));
  if (op === "Mod" && a === "str") return some("str");
  return a === b && core.has(a) ? some(a) : unknown;
}

function resultType(op: Operator, a: string, b: string): string {
  if (op === "Div") return "float";
  if (op === "Pow") return "number";
  return a === "float" || b === "float" ? "float" : "int";
}

function shift(op: Operator, left: Value, right: Value): Value {
  const plus = integerOf(right);
  if (left.kind === "length" && plus !== undefined) {
    if (op === "Add") return { ...left, plus: left.plus + plus };
    if (op === "Sub") return { ...left, plus: left.plus - plus };
  }
  return right.kind === "length" && op === "Add" && integerOf(left) !== undefined
    ? { ...right, plus: right.plus + integerOf(left)! }
    : some(op === "Div" ? "float" : op === "Pow" ? "number" : "int");
}

function calculate(op: Operator, a: bigint | number, b: bigint | number): Value {
  if (typeof a === "number" || typeof b === "number" || op === "Div")
    return calculateFloat(op, Number(a), Number(b));
  const most = 4000n;
  if (op === "Pow") {
    if (b < 0n) return some("float");
    return b > most || a > 1n << 64n ? some("int") : int(a ** b);
  }
  if (op === "LShift") return b < 0n || b > most ? some("int") : int(a << b);
  if (op === "RShift") return b < 0n ? some("int") : int(a >> b);
  if (op === "Mod") return int(((a % b) + b) % b);
  if (op === "FloorDiv") return int((a - (((a % b) + b) % b)) / b);
  const results: Partial<Record<Operator, () => bigint>> = {
    Add: () => a + b,
    Sub: () => a - b,
    Mult: () => a * b,
    BitOr: () => a | b,
    BitAnd: () => a & b,
    BitXor: () => a ^ b,
  };
  const result = results[op]?.();
  return result === undefined || result > 1n << most || -result > 1n << most ? some("int") : int(result);
}

function calculateFloat(op: Operator, a: number, b: number): Value {
  const results: Partial<Record<Operator, () => number>> = {
    Add: () => a + b,
    Sub: () => a - b,
    Mult: () => a * b,
    Div: () => a / b,
  };
  const value = results[op]?.();
  return value === undefined || !Number.isFinite(value) ? some("float") : { kind: "float", value };
}

function repeatText(text: string, times: bigint | undefined): Value {
  return times === undefined || times > 5000n || Number(times) * text.length > 5000
    ? some("str")
    : str(text.repeat(Math.max(0, Number(times))));
}

function repeat(run: Run, value: Value, times: bigint | undefined, type: string): Value {
  const items = thingOf(run.state, value)?.items;
  if (items === undefined) return make(run, { type, each: thingOf(run.state, value)?.each });
  if (times === undefined || times * BigInt(items.length) > 2000n) {
    return make(run, { type, each: items.length === 1 ? items[0] : undefined });
  }
  return make(run, { type, items: Array.from({ length: Math.max(0, Number(times)) }, () => items).flat() });
}

function concatenate(run: Run, left: Value, right: Value, type: string): Value {
  const a = thingOf(run.state, left)?.items;
  const b = thingOf(run.state, right)?.items;
  return a && b
    ? make(run, { type, items: [...a, ...b] })
    : type === "list"
      ? list(run, undefined)
      : some(type);
}

const ordered = new Set(["str", "bytes", "list", "tuple", "set"]);

export function compare(
  run: Run,
  node: Expression,
  op: ComparisonOperator,
  [left, right]: readonly [Value, Value],
): Value {
  const a = typeOf(run.state, left);
  const b = typeOf(run.state, right);
  if (op === "Is" || op === "IsNot") return isIdentical(left, right, a, b, op === "Is");
  if (op === "Eq" || op === "NotEq") return isEqual(run, left, right, op === "Eq");
  if (a === undefined || b === undefined || !core.has(a) || !core.has(b)) return unknown;
  if (!(numeric.has(a) && numeric.has(b)) && !(a === b && ordered.has(a))) {
    throw new Raised(
      node,
      a === "NoneType" || b === "NoneType" ? "none-used" : "operand-types",
      "TypeError",
      `${typeName(a)} and ${typeName(b)} have no order: comparing them raises TypeError. Convert one of them first.`,
    );
  }
  return orderOf(left, right, op);
}

function orderOf(left: Value, right: Value, op: ComparisonOperator): Value {
  const one = left.kind === "str" ? left.value : numberOf(left);
  const two = right.kind === "str" ? right.value : numberOf(right);
  if (
    left.kind === "length" &&
    right.kind === "length" &&
    left.of === right.of &&
    left.epoch === right.epoch
  ) {
    return orderOf(int(left.plus), int(right.plus), op);
  }
  if (one === undefined || two === undefined) return some("bool");
  return bool(op === "Lt" ? one < two : op === "LtE" ? one <= two : op === "Gt" ? one > two : one >= two);
}

function isIdentical(
  left: Value,
  right: Value,
  a: string | undefined,
  b: string | undefined,
  wanted: boolean,
): Value {
  if (a === undefined || b === undefined) return some("bool");
  if (a === "NoneType" && b === "NoneType") return bool(wanted);
  if (a === "NoneType" || b === "NoneType") return core.has(a) && core.has(b) ? bool(!wanted) : some("bool");
  if (left.kind === "bool" && right.kind === "bool") return bool((left.value === right.value) === wanted);
  return some("bool");
}

function isEqual(run: Run, left: Value, right: Value, wanted: boolean): Value {
  const same = equality(run, left, right);
  return same === undefined ? some("bool") : bool(same === wanted);
}

/** Whether two values are equal, where that is known. */
export function equality(run: Run, left: Value, right: Value): boolean | undefined {
  const one = numberOf(left);
  const two = numberOf(right);
  // oxlint-disable-next-line eqeqeq -- a whole float equals an int
  if (one !== undefined && two !== undefined) return one == two;
  if (left.kind === "str" && right.kind === "str") return left.value === right.value;
  if (
    left.kind === "length" &&
    right.kind === "length" &&
    left.of === right.of &&
    left.epoch === right.epoch
  ) {
    return left.plus === right.plus;
  }
  const a = typeOf(run.state, left);
  const b = typeOf(run.state, right);
  if (a === undefined || b === undefined || !core.has(a) || !core.has(b)) return undefined;
  if (a !== b && !(numeric.has(a) && numeric.has(b))) return false;
  if (a === "NoneType") return true;
  return a === "list" || a === "tuple" ? sameItems(run, left, right) : undefined;
}

function sameItems(run: Run, left: Value, right: Value): boolean | undefined {
  const a = thingOf(run.state, left)?.items;
  const b = thingOf(run.state, right)?.items;
  if (!a || !b) return undefined;
  if (a.length !== b.length) return false;
  const each = a.map((item, at) => equality(run, item, b[at]!));
  return each.includes(false) ? false : each.includes(undefined) ? undefined : true;
}

/** Whether a value counts as true, where that is known. */
export function truth(run: Run, value: Value): boolean | undefined {
  const number = numberOf(value);
  if (number !== undefined) return Number(number) !== 0;
  if (value.kind === "none") return false;
  if (value.kind === "str") return value.value !== "";
  if (value.kind === "function" || value.kind === "class") return true;
  const thing = thingOf(run.state, value);
  if (thing === undefined || thing.isMany) return undefined;
  const size = thing.items?.length ?? thing.entries?.size;
  return size === undefined ? undefined : size > 0;
}
