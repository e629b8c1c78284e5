import type { Operator } from "../tree/nodes.ts";
import { operate, repeatedItems } from "../values/operators.ts";
import { integerOf } from "../values/value.ts";
import { formatPercent } from "./fold-percent.ts";
import { addPieces } from "./mixed.ts";
import { taintOf, taints } from "./taint.ts";
import { addEntries } from "./fold-items.ts";
import { asEntries } from "./powers.ts";
import {
  anything,
  concreteValue,
  items,
  ofOutcome,
  reference,
  tainted,
  type Entries,
  type Items,
  type AbstractValue,
  type PossibleValues,
} from "./value.ts";

const maxItems = 2000;

/** What an operator makes of two values, tried on each pair of things they may be. */
export function foldOperator(op: Operator, left: PossibleValues, right: PossibleValues): PossibleValues {
  const results: AbstractValue[] = [];
  for (const a of left.slice(0, 4)) {
    for (const b of right.slice(0, 4)) {
      const folded = foldPair(op, a, b, right);
      if (folded === undefined) results.push(...unfolded(left, right));
      else results.push(...folded);
      if (results.length > 8) return [...results.slice(0, 8), ...unfolded(left, right)];
    }
  }
  return results.length === 0 ? anything : results;
}

function unfolded(left: PossibleValues, right: PossibleValues): PossibleValues {
  return tainted(taintOf(left, right));
}

function foldPair(
  op: Operator,
  a: AbstractValue,
  b: AbstractValue,
  right: PossibleValues,
): PossibleValues | undefined {
  if (op === "Mod" && (a.kind === "str" || a.kind === "mixed" || a.kind === "bytes"))
    return formatPercent(a, right);
  const [x, y] = [concreteValue(a), concreteValue(b)];
  if (x && y) return ofOutcome(operate(op, x, y), isDecoded(a) || isDecoded(b));
  if (op === "Add") return add(a, b);
  if (op === "Mult" && isList(a) && y && integerOf(y) !== undefined) return repeat(a, integerOf(y)!);
  if (op === "Mult" && isList(b) && x && integerOf(x) !== undefined) return repeat(b, integerOf(x)!);
  if (op === "Mult" && (a.kind === "str" || b.kind === "str")) return tainted(taints.harmless);
  if (op === "Mult" && (a.kind === "list" || b.kind === "list"))
    return [{ ...(a.kind === "list" ? a : (b as Items)), isOpen: true }];
  // `Path(a) / b` is a path made of both.
  if (op === "Div" && a.kind === "reference" && a.path.startsWith("pathlib."))
    return reference("pathlib.Path()", taintOf([a], [b]));
  if (op !== "BitOr") return undefined;
  if ([a, b].some((thing) => thing.kind === "reference" && thing.path === "sys.modules"))
    return reference("sys.modules");
  const [left, more] = [asEntries(a), asEntries(b)];
  return left.kind === "dict" && more.kind === "dict" ? merged(left, more) : undefined;
}

function isDecoded(thing: AbstractValue): boolean {
  return "decoded" in thing && thing.decoded;
}

function isList(thing: AbstractValue): thing is Items {
  return thing.kind === "tuple" || (thing.kind === "list" && thing.isOneShot !== true);
}

/** `a | b`, or `{**a, **b}`: what `b` has under the same key counts. */
function merged(a: Entries, b: Entries): PossibleValues {
  const both: Entries = { kind: "dict", entries: new Map(a.entries), isOpen: a.isOpen };
  addEntries(both, b);
  return [both];
}

function add(a: AbstractValue, b: AbstractValue): PossibleValues | undefined {
  if (isList(a) && isList(b) && a.kind === b.kind) {
    const isTooMany = a.items.length + b.items.length > maxItems;
    return items(a.kind, [...a.items, ...b.items].slice(0, maxItems), a.isOpen || b.isOpen || isTooMany);
  }
  const mayBeText = (thing: AbstractValue): boolean =>
    ["str", "mixed", "anything", "reference"].includes(thing.kind);
  const isText = (thing: AbstractValue): boolean => thing.kind === "str" || thing.kind === "mixed";
  return (isText(a) && mayBeText(b)) || (isText(b) && mayBeText(a)) ? addPieces([a, b]) : undefined;
}

function repeat(of: Items, times: bigint): PossibleValues | undefined {
  const repeated = repeatedItems(of.items, times, maxItems);
  return repeated && items(of.kind, repeated, of.isOpen);
}
