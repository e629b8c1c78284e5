import type { ComparisonOperator } from "../tree/nodes.ts";
import { compareText } from "../kernel/characters.ts";
import { isText, numberOf, raises, type Concrete, type Numeric, type Raises } from "./value.ts";

type Order = Extract<ComparisonOperator, "Lt" | "LtE" | "Gt" | "GtE">;
type Verdict = boolean | Raises | undefined;

/** One comparison of a chain. */
export function compare(op: ComparisonOperator, left: Concrete, right: Concrete): Verdict {
  switch (op) {
    case "Eq":
      return isEqual(left, right);
    case "NotEq":
      return opposite(isEqual(left, right));
    case "In":
      return contains(right, left);
    case "NotIn":
      return opposite(contains(right, left));
    case "Is":
      return isIdentical(left, right);
    case "IsNot":
      return opposite(isIdentical(left, right));
    default:
      return inOrder(op, left, right);
  }
}

function opposite<Unclear>(verdict: boolean | Unclear): boolean | Unclear {
  return typeof verdict === "boolean" ? !verdict : verdict;
}

export function isEqual(left: Concrete, right: Concrete): boolean | undefined {
  const [a, b] = [numberOf(left), numberOf(right)];
  // oxlint-disable-next-line eqeqeq -- a whole float equals an int
  if (a !== undefined && b !== undefined) return a == b;
  if (left.kind !== right.kind) return false;
  if ("items" in left) return areEqual(left.items, (right as typeof left).items, isEqualItem);
  return !isText(left) || left.value === (right as typeof left).value;
}

/** Not being equal to itself, a `nan` is found in a list by its identity. */
function isEqualItem(left: Concrete, right: Concrete): boolean | undefined {
  return isNan(left) && isNan(right) ? undefined : isEqual(left, right);
}

function isNan(value: Concrete): boolean {
  return value.kind === "float" && Number.isNaN(value.value);
}

/** Whether two sequences are equal, by what is known of their items. */
export function areEqual<Item>(
  a: readonly Item[],
  b: readonly Item[],
  isSame: (one: Item, other: Item) => boolean | undefined,
): boolean | undefined {
  if (a.length !== b.length) return false;
  const each = a.map((item, at) => isSame(item, b[at]!));
  return each.includes(false) ? false : each.includes(undefined) ? undefined : true;
}

/** Only of values that exist once, and of types that have nothing in common. */
function isIdentical(left: Concrete, right: Concrete): boolean | undefined {
  if (left.kind !== right.kind) return false;
  if (left.kind === "none") return true;
  return left.kind === "bool" ? left.value === (right as typeof left).value : undefined;
}

function contains(whole: Concrete, part: Concrete): Verdict {
  if ("items" in whole) {
    const found = whole.items.map((item) => isEqualItem(item, part));
    return found.includes(true) || (found.includes(undefined) ? undefined : false);
  }
  if (whole.kind === "bytes" && part.kind !== "bytes") return containsByte(whole.value, part);
  if (!isText(whole) || part.kind !== whole.kind) return raises("TypeError");
  return whole.value.includes(part.value);
}

function containsByte(bytes: string, part: Concrete): Verdict {
  const code = part.kind === "float" ? undefined : numberOf(part);
  if (code === undefined) return raises("TypeError");
  return code < 0 || code > 255 ? raises("ValueError") : bytes.includes(String.fromCodePoint(Number(code)));
}

function inOrder(op: Order, left: Concrete, right: Concrete): Verdict {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== undefined && b !== undefined) return holds(op, a, b);
  if (left.kind !== right.kind || left.kind === "none") return raises("TypeError");
  if (isText(left)) return holds(op, compareText(left.value, (right as typeof left).value), 0);
  if (!("items" in left)) return undefined;
  const others = (right as typeof left).items;
  const end = Math.min(left.items.length, others.length);
  for (let at = 0; at < end; at += 1) {
    const isSame = isEqualItem(left.items[at]!, others[at]!);
    if (isSame !== true) return isSame === undefined ? undefined : inOrder(op, left.items[at]!, others[at]!);
  }
  return holds(op, left.items.length, others.length);
}

function holds(op: Order, a: Numeric, b: Numeric): boolean {
  if (op === "Lt") return a < b;
  if (op === "LtE") return a <= b;
  return op === "Gt" ? a > b : a >= b;
}
