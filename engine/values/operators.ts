import type { Operator, UnaryOp } from "../tree/nodes.ts";
import { repeatItems } from "../kernel/sequences.ts";
import { calculate, calculateOne } from "./arithmetic.ts";
import { isTrue } from "./truth.ts";
import {
  integerOf,
  isText,
  maxTextLength,
  numberOf,
  ofNumber,
  raises,
  type Concrete,
  type Numeric,
  type Outcome,
  type Raises,
} from "./value.ts";

/** What an operator makes of two values. */
export function operate(op: Operator, left: Concrete, right: Concrete): Outcome {
  if (!isSupported(op, typeName(left), typeName(right))) return raises("TypeError");
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) {
    const result = outcome(calculate(op, a, b));
    const isLogic = left.kind === "bool" && right.kind === "bool" && isLogical(op) && result?.kind === "int";
    return isLogic ? { kind: "bool", value: result.value !== 0n } : result;
  }
  if (op === "Add") return joined(left, right);
  if (op !== "Mult") return undefined;
  const [whole, times] = a === undefined ? [left, integerOf(right)] : [right, integerOf(left)];
  if (times === undefined) return undefined;
  return isSize(times) ? repeated(whole, times) : raises("OverflowError");
}

/** What a sign or `not` makes of a value. */
export function operateOn(op: UnaryOp["op"], value: Concrete): Outcome {
  if (op === "Not") return { kind: "bool", value: !isTrue(value) };
  const number = numberOf(value);
  return number === undefined ? raises("TypeError") : outcome(calculateOne(op, number));
}

function outcome(result: Numeric | Raises | undefined): Outcome {
  return result === undefined || typeof result === "object" ? result : ofNumber(result);
}

function joined(left: Concrete, right: Concrete): Outcome {
  if (isText(left) && isText(right)) {
    const value = left.value + right.value;
    return value.length > maxTextLength ? undefined : { kind: left.kind, value };
  }
  return "items" in left && "items" in right
    ? { kind: left.kind, items: [...left.items, ...right.items] }
    : undefined;
}

/** Whether Python takes a number for a count of items. */
function isSize(times: bigint): boolean {
  return times >= -(2n ** 63n) && times < 2n ** 63n;
}

function repeated(whole: Concrete, times: bigint): Outcome {
  if (isText(whole)) {
    const value = repeatedText(whole.value, times);
    return value === undefined ? undefined : { kind: whole.kind, value };
  }
  const items = "items" in whole ? repeatedItems(whole.items, times, maxTextLength) : undefined;
  return items && "items" in whole ? { kind: whole.kind, items } : undefined;
}

function repeatedText(text: string, times: bigint): string | undefined {
  if (times <= 0n || text === "") return "";
  return times * BigInt(text.length) > maxTextLength ? undefined : text.repeat(Number(times));
}

/** Undefined for more items than there may be. */
export function repeatedItems<Item>(
  items: readonly Item[],
  times: bigint,
  maxItems: number,
): Item[] | undefined {
  if (times <= 0n || items.length === 0) return [];
  if (times * BigInt(items.length) > maxItems) return undefined;
  return repeatItems(items, Number(times));
}

function typeName({ kind }: Concrete): string {
  return kind === "none" ? "NoneType" : kind;
}

const numeric = new Set(["int", "float", "bool"]);
const integral = new Set(["int", "bool"]);
const sequences = new Set(["str", "bytes", "list", "tuple"]);

/** Whether Python's own types of these names have an operator between them. */
export function isSupported(op: Operator, a: string, b: string): boolean {
  if (numeric.has(a) && numeric.has(b)) {
    return isBitwise(op) ? integral.has(a) && integral.has(b) : op !== "MatMult";
  }
  if (op === "Add") return a === b && sequences.has(a);
  if (op === "Mult") return (sequences.has(a) && integral.has(b)) || (sequences.has(b) && integral.has(a));
  if (op === "Mod") return a === "str" || a === "bytes";
  if (op === "BitOr" && a === "dict") return b === "dict";
  return (op === "Sub" || isLogical(op)) && a === "set" && b === "set";
}

function isLogical(op: Operator): boolean {
  return op === "BitOr" || op === "BitAnd" || op === "BitXor";
}

function isBitwise(op: Operator): boolean {
  return isLogical(op) || op === "LShift" || op === "RShift";
}
