import { compareText } from "../../kernel/characters.ts";
import { asBoolean, inheritsFrom, same } from "./equality.ts";
import { TypeError } from "./errors.ts";
import { hasMethod, isNumeric, NotImplemented, typeName } from "./kinds.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `<`. */
export function less(a: unknown, b: unknown): boolean {
  if (isNumeric(a) && isNumeric(b)) return a < b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b) < 0;
  const pair = firstDifference(a, b);
  if (pair) return pair.differs ? less(pair.a, pair.b) : pair.lengths < 0;
  return compareObjects(a, b, "<", "__lt__", "__gt__");
}

/** Python's `<=`. */
export function lessEqual(a: unknown, b: unknown): boolean {
  if (isNumeric(a) && isNumeric(b)) return a <= b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b) <= 0;
  const pair = firstDifference(a, b);
  if (pair) return pair.differs ? lessEqual(pair.a, pair.b) : pair.lengths <= 0;
  return compareObjects(a, b, "<=", "__le__", "__ge__");
}

/** Python's `>`. */
export function greater(a: unknown, b: unknown): boolean {
  if (isNumeric(a) && isNumeric(b)) return a > b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b) > 0;
  const pair = firstDifference(a, b);
  if (pair) return pair.differs ? greater(pair.a, pair.b) : pair.lengths > 0;
  return compareObjects(a, b, ">", "__gt__", "__lt__");
}

/** Python's `>=`. */
export function greaterEqual(a: unknown, b: unknown): boolean {
  if (isNumeric(a) && isNumeric(b)) return a >= b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b) >= 0;
  const pair = firstDifference(a, b);
  if (pair) return pair.differs ? greaterEqual(pair.a, pair.b) : pair.lengths >= 0;
  return compareObjects(a, b, ">=", "__ge__", "__le__");
}

/** Two items that differ, or by how much one sequence is longer than the other. */
export type SequenceDifference =
  | { differs: true; a: unknown; b: unknown }
  | { differs: false; lengths: number };

/** Where two lists or two tuples begin to differ; nothing for other values. */
export function firstDifference(a: Dynamic, b: Dynamic): SequenceDifference | undefined {
  const lists: boolean = Array.isArray(a) && Array.isArray(b);
  if (!lists && !(a instanceof Tuple && b instanceof Tuple)) return undefined;
  const left: readonly unknown[] = lists ? a : a.items;
  const right: readonly unknown[] = lists ? b : b.items;
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++)
    if (!same(left[at], right[at])) return { differs: true, a: left[at], b: right[at] };
  return { differs: false, lengths: left.length - right.length };
}

/** Asks the methods of the two operands; the class that inherits from the other goes first. */
export function compareObjects(
  a: unknown,
  b: unknown,
  sign: string,
  method: string,
  reflected: string,
): boolean {
  const ways = [() => (hasMethod(a, method) ? a[method]!(b) : NotImplemented)];
  const back = (): unknown => (hasMethod(b, reflected) ? b[reflected]!(a) : NotImplemented);
  if (inheritsFrom(b, a)) ways.unshift(back);
  else ways.push(back);
  for (const way of ways) {
    const answer = way();
    if (answer !== NotImplemented) return asBoolean(answer);
  }
  throw new TypeError(`'${sign}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
}
