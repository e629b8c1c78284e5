import type { BinOp, ComparisonOperator, Expression, Node, Operator } from "../tree/nodes.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { areEqual, compare as compareScalars, isEqual as isEqualTo } from "../values/comparison.ts";
import { isSupported, operate, repeatedItems } from "../values/operators.ts";
import { isTrue } from "../values/truth.ts";
import { integerOf, numberOf } from "../values/value.ts";
import { growingType, readingsOf, textType } from "./by-use.ts";
import { typeName } from "./describe.ts";
import { Raised } from "./failure.ts";
import { list, make, type Run } from "./run.ts";
import { oneShot, shareParts, thingOf, typeOf } from "./state.ts";
import { isAtomic, touch, touchLightly } from "./touch.ts";
import { bool, int, isScalar, ofOutcome, some, unknown, type KnownValue } from "./values.ts";

const numeric = new Set(["int", "float", "bool"]);
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
type Binary = Readonly<{ node: Node; op: Operator; left: KnownValue; right: KnownValue }>;

export function binary(run: Run, operation: Binary): KnownValue {
  const { left, right } = operation;
  touchLightly(run, "operate", left, right);
  if (operation.op === "Mod" && typeOf(run.state, left) === "str") touch(run, "text", right);
  const result = resultOf(run, operation);
  // What is put together of parts that cannot be told apart holds them still.
  if (!isAtomic(result) && !thingOf(run.state, result)?.items)
    for (const value of [left, right]) shareParts(run.state, value);
  return result;
}

function resultOf(run: Run, operation: Binary): KnownValue {
  const { op, left, right, node } = operation;
  const types = [typeOf(run.state, left), typeOf(run.state, right)] as const;
  const [a, b] = types;
  if (isZero(right) && (op === "Div" || op === "FloorDiv" || op === "Mod")) {
    divideByZero(run, node, op, a);
    return unknown;
  }
  if (a === undefined || b === undefined) return halfKnown(run, operation, b);
  // `x += …` may add to what it stands for.
  const isInPlace = node.kind === "AugAssign" && (a === growingType || b === growingType);
  if (!isInPlace && isCore(a) && isCore(b) && !isSupportedBySome(op, a, b)) {
    throw new Raised(
      node,
      a === "NoneType" || b === "NoneType" ? "none-used" : "operand-types",
      "TypeError",
      `\`${operatorSigns[op]}\` cannot take ${typeName(a)} and ${typeName(b)}: this raises TypeError. Convert one of them first.`,
    );
  }
  if (op === "Mult" && [a, b].includes("quotient") && [a, b].includes("str")) {
    const message =
      "`*` repeats a string an integer number of times, but `/` returns a float: this raises TypeError. Divide with `//`.";
    throw new Raised(node, "operand-types", "TypeError", message);
  }
  if (isQuotient(op, a, b)) return some("quotient");
  return combine(run, operation, a, b);
}

function isCore(type: string): boolean {
  return readingsOf(type).every((each) => core.has(each));
}

function isSupportedBySome(op: Operator, a: string, b: string): boolean {
  return readingsOf(a).some((one) => readingsOf(b).some((other) => isSupported(op, one, other)));
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

function isZero(value: KnownValue): boolean {
  const number = numberOf(value);
  return number !== undefined && Number(number) === 0;
}

/** `%` may be formatting, and unknown objects may divide as they like; a literal zero is never meant. */
function divideByZero(run: Run, node: Node, op: Operator, left: string | undefined): void {
  const isWritten = node.kind === "BinOp" && (node as BinOp).right.kind === "Constant";
  const isNumber = left !== undefined && (numeric.has(left) || left === "number");
  const isGuessed = isWritten && op !== "Mod" && left === undefined && !run.own.operations.has("operate");
  if (!isNumber && !isGuessed) return;
  if (isMeant(node)) return;
  throw new Raised(
    node,
    "division-by-zero",
    "ZeroDivisionError",
    `The divisor is zero here: \`${operatorSigns[op]}\` raises ZeroDivisionError. Divide by something else, or check it first.`,
  );
}

/** `1 / 0` on a line of its own in a `__repr__` or the like is there to raise. */
function isMeant({ parent }: Node): boolean {
  return (
    parent?.kind === "Expr" && parent.parent?.kind === "FunctionDef" && parent.parent.name.startsWith("__")
  );
}

function halfKnown(run: Run, { node, op, left, right }: Binary, type: string | undefined): KnownValue {
  if (
    op === "Sub" &&
    !run.own.operations.has("operate") &&
    left.kind === "unknown" &&
    type === "str" &&
    (node as BinOp).right?.kind === "Constant"
  ) {
    throw new Raised(
      node,
      "operand-types",
      "TypeError",
      "`-` does not take a string on its right: this raises TypeError. Use `int(…)` or `ord(…)` for arithmetic, or `replace` to remove text.",
    );
  }
  if (op === "Div" && right.kind !== "unknown" && type !== undefined && numeric.has(type))
    return some("quotient");
  return unknown;
}

function combine(run: Run, { op, left, right }: Binary, a: string, b: string): KnownValue {
  if (numeric.has(a) && numeric.has(b) && (left.kind === "length" || right.kind === "length")) {
    return shift(op, left, right);
  }
  if (isScalar(left) && isScalar(right)) return ofOutcome(operate(op, left, right), resultType(op, a, b));
  if (["list", "tuple"].includes(a) && op === "Add") return concatenate(run, left, right, a);
  if (["list", "tuple"].includes(a) && op === "Mult") return repeat(run, left, integerOf(right), a);
  if (["list", "tuple"].includes(b) && op === "Mult") return repeat(run, right, integerOf(left), b);
  if ((numeric.has(a) && numeric.has(b)) || (op === "Mod" && a === "str")) return some(resultType(op, a, b));
  if (op === "Add" && (a === textType || b === textType)) return some(a === textType ? b : a);
  return a === b && core.has(a) ? some(a) : unknown;
}

/** The type of what an operator makes of two scalars that have it. */
function resultType(op: Operator, a: string, b: string): string {
  const [text] = [a, b].filter((type) => type === "str" || type === "bytes");
  if (text !== undefined) return text;
  if (op === "Div") return "float";
  if (op === "Pow") return "number";
  if (a === "bool" && b === "bool" && op.startsWith("Bit")) return "bool";
  return a === "float" || b === "float" ? "float" : "int";
}

function shift(op: Operator, left: KnownValue, right: KnownValue): KnownValue {
  const plus = integerOf(right);
  if (left.kind === "length" && plus !== undefined) {
    if (op === "Add") return { ...left, plus: left.plus + plus };
    if (op === "Sub") return { ...left, plus: left.plus - plus };
  }
  return right.kind === "length" && op === "Add" && integerOf(left) !== undefined
    ? { ...right, plus: right.plus + integerOf(left)! }
    : some(op === "Div" ? "float" : op === "Pow" ? "number" : "int");
}

const maxItems = 2000;

function repeat(run: Run, value: KnownValue, times: bigint | undefined, type: string): KnownValue {
  const items = thingOf(run.state, value)?.items;
  if (items === undefined) return make(run, { type, each: thingOf(run.state, value)?.each });
  const repeated = times === undefined ? undefined : repeatedItems(items, times, maxItems);
  return make(
    run,
    repeated ? { type, items: repeated } : { type, each: items.length === 1 ? items[0] : undefined },
  );
}

function concatenate(run: Run, left: KnownValue, right: KnownValue, type: string): KnownValue {
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
  [left, right]: readonly [KnownValue, KnownValue],
): KnownValue {
  const a = typeOf(run.state, left);
  const b = typeOf(run.state, right);
  if (op === "Is" || op === "IsNot") return isIdentical(left, right, a, b, op === "Is");
  touch(run, "compare", left, right);
  if (op === "Eq" || op === "NotEq") return isEqual(run, left, right, op === "Eq");
  if (a === undefined || b === undefined || !core.has(a) || !core.has(b)) return unknown;
  if (!(numeric.has(a) && numeric.has(b)) && !(a === b && ordered.has(a))) {
    throw new Raised(
      node,
      a === "NoneType" || b === "NoneType" ? "none-used" : "operand-types",
      "TypeError",
      `${typeName(a)} and ${typeName(b)} cannot be ordered: comparing them raises TypeError. Convert one of them first.`,
    );
  }
  return orderOf(left, right, op);
}

function orderOf(left: KnownValue, right: KnownValue, op: ComparisonOperator): KnownValue {
  if (isScalar(left) && isScalar(right)) {
    const holds = compareScalars(op, left, right);
    return typeof holds === "boolean" ? bool(holds) : some("bool");
  }
  const [a, b] = [left, right];
  return a.kind === "length" && b.kind === "length" && a.of === b.of && a.epoch === b.epoch
    ? orderOf(int(a.plus), int(b.plus), op)
    : some("bool");
}

function isIdentical(
  left: KnownValue,
  right: KnownValue,
  a: string | undefined,
  b: string | undefined,
  wanted: boolean,
): KnownValue {
  if (a === undefined || b === undefined) return some("bool");
  if (a === "NoneType" && b === "NoneType") return bool(wanted);
  if (a === "NoneType" || b === "NoneType") return core.has(a) && core.has(b) ? bool(!wanted) : some("bool");
  const same = isScalar(left) && isScalar(right) ? compareScalars("Is", left, right) : undefined;
  return typeof same === "boolean" ? bool(same === wanted) : some("bool");
}

function isEqual(run: Run, left: KnownValue, right: KnownValue, wanted: boolean): KnownValue {
  const same = equality(run, left, right);
  if (same !== undefined) return bool(same === wanted);
  // Objects of others may answer with anything: an array compares each of its items.
  const types = [typeOf(run.state, left), typeOf(run.state, right)];
  return types.every((type) => type !== undefined && core.has(type)) ? some("bool") : unknown;
}

/** Whether two values are equal, where that is known. */
export function equality(run: Run, left: KnownValue, right: KnownValue): boolean | undefined {
  if (isScalar(left) && isScalar(right)) return isEqualTo(left, right);
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

function sameItems(run: Run, left: KnownValue, right: KnownValue): boolean | undefined {
  const a = thingOf(run.state, left)?.items;
  const b = thingOf(run.state, right)?.items;
  return a && b && areEqual(a, b, (one, other) => equality(run, one, other));
}

/** Whether a value counts as true, where that is known. */
export function truth(run: Run, value: KnownValue): boolean | undefined {
  if (isScalar(value)) return isTrue(value);
  if (value.kind === "function") return true;
  touchLightly(run, "truth", value);
  const thing = thingOf(run.state, value);
  if (thing === undefined || thing.isMany) return undefined;
  if (oneShot.has(thing.type)) return true;
  const size = thing.view
    ? thingOf(run.state, thing.view)?.entries?.size
    : (thing.items?.length ?? thing.entries?.size);
  return size === undefined ? undefined : size > 0;
}
