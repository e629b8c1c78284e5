import type { ComparisonOperator, Operator, UnaryOp } from "../tree/nodes.ts";
import * as comparison from "../values/comparison.ts";
import * as operators from "../values/operators.ts";
import * as slices from "../values/slices.ts";
import { integerOf } from "../values/value.ts";
import { writtenLike, type WrittenValue } from "./value.ts";

/** What Python makes of two values; undefined where it raises or where that is not told here. */
export function operate(op: Operator, left: WrittenValue, right: WrittenValue): WrittenValue | undefined {
  return writtenLike(operators.operate(op, left, right), left, right);
}

export function operateOn(op: UnaryOp["op"], value: WrittenValue): WrittenValue | undefined {
  // `~True` is on its way out of the language, and warns.
  if (op === "Invert" && value.kind === "bool") return undefined;
  return writtenLike(operators.operateOn(op, value), value);
}

/** One comparison of a chain. Identity is never told: it is the interpreter's affair. */
export function compare(
  op: ComparisonOperator,
  left: WrittenValue,
  right: WrittenValue,
): boolean | undefined {
  if (op === "Is" || op === "IsNot" || mayWarn(left, right)) return undefined;
  const verdict = comparison.compare(op, left, right);
  return typeof verdict === "boolean" ? verdict : undefined;
}

/** With `-b`, the interpreter warns of bytes that are compared with anything else. */
function mayWarn(left: WrittenValue, right: WrittenValue): boolean {
  const kinds = new Set([...kindsIn(left), ...kindsIn(right)]);
  return kinds.has("bytes") && kinds.size > 1;
}

function kindsIn(value: WrittenValue): string[] {
  return "items" in value ? value.items.flatMap(kindsIn) : [value.kind];
}

/** `(1, 2)[0]`, `"abc"[-1]`. */
export function itemOf(whole: WrittenValue, index: WrittenValue): WrittenValue | undefined {
  const at = integerOf(index);
  if (at === undefined) return undefined;
  if ("items" in whole) return whole.items[slices.placeOf(at, whole.items.length) ?? -1];
  return writtenLike(slices.itemOf(whole, at), whole);
}
