import { codePoints } from "../../kernel/characters.ts";
import { sliceBounds } from "../../kernel/sequences.ts";
import { IndexError, TypeError, ValueError } from "./errors.ts";
import { collect } from "./iterate.ts";
import { hasMethod, isIterator, typeName } from "./kinds.ts";
import { asIndex, Range } from "./range.ts";
import { boundsOf, indexesOf, isPlainStep, sliceBound } from "./slices.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** Python's `container[key]`. */
export function getItem(container: unknown, key: unknown): Dynamic {
  if (Array.isArray(container)) return container[listIndex(container.length, key, "list")];
  if (typeof container === "string") return charAt(container, key);
  if (hasMethod(container, "__getitem__")) return container.__getitem__(key);
  if (container instanceof Tuple) return container.items[listIndex(container.items.length, key, "tuple")];
  throw new TypeError(`'${typeName(container)}' object is not subscriptable`);
}

export function listIndex(length: number, key: unknown, kind: string, what = "index"): number {
  const index = Number(asIndex(key, `${kind} indices must be integers or slices, not `));
  const at = index < 0 ? index + length : index;
  if (at >= 0 && at < length) return at;
  throw new IndexError(`${kind} ${what} out of range`);
}

export function charAt(text: string, key: unknown): string {
  if (typeof key !== "bigint" && typeof key !== "boolean" && !hasMethod(key, "__index__"))
    throw new TypeError(`string indices must be integers, not '${typeName(key)}'`);
  const chars = codePoints(text);
  return chars[listIndex(chars.length, key, "string")]!;
}

/** Python's `container[key] = value`. */
export function setItem(container: unknown, key: unknown, value: unknown): void {
  if (Array.isArray(container))
    container[listIndex(container.length, key, "list", "assignment index")] = value;
  else if (hasMethod(container, "__setitem__")) container.__setitem__(key, value);
  else throw new TypeError(`'${typeName(container)}' object does not support item assignment`);
}

/** Python's `del container[key]`. */
export function deleteItem(container: unknown, key: unknown): void {
  if (Array.isArray(container))
    container.splice(listIndex(container.length, key, "list", "assignment index"), 1);
  else if (hasMethod(container, "__delitem__")) container.__delitem__(key);
  else throw new TypeError(`'${typeName(container)}' object ${refusal(container)} support item deletion`);
}

/** Python words it in two ways. */
export function refusal(container: unknown): string {
  const sequence = typeof container === "string" || container instanceof Tuple || container instanceof Range;
  return sequence ? "doesn't" : "does not";
}

/** Python's `container[start:stop:step]`. */
export function getSlice(container: unknown, start: unknown, stop: unknown, step?: unknown): Dynamic {
  if (Array.isArray(container)) return sliceItems(container, start, stop, step);
  if (typeof container === "string") return sliceText(container, start, stop, step);
  if (container instanceof Tuple) return new Tuple(sliceItems(container.items, start, stop, step));
  if (container instanceof Range) return sliceRange(container, start, stop, step);
  throw new TypeError(`'${typeName(container)}' object is not subscriptable`);
}

export function sliceItems(
  items: readonly unknown[],
  start: unknown,
  stop: unknown,
  step: unknown,
): unknown[] {
  if (isPlainStep(step)) return items.slice(...boundsOf(items.length, start, stop));
  return indexesOf(items.length, start, stop, step).map((at) => items[at]);
}

export function sliceText(text: string, start: unknown, stop: unknown, step: unknown): string {
  const chars = codePoints(text);
  if (!isPlainStep(step))
    return indexesOf(chars.length, start, stop, step)
      .map((at) => chars[at])
      .join("");
  const [first, last] = boundsOf(chars.length, start, stop);
  const part = chars.slice(first, last);
  return typeof part === "string" ? part : part.join("");
}

export function sliceRange(range: Range, start: unknown, stop: unknown, step: Dynamic): Range {
  const by = step === null || step === undefined ? 1n : BigInt(step);
  if (by === 0n) throw new ValueError("slice step cannot be zero");
  const [first, last] = sliceBounds(Number(range.__len__()), sliceBound(start), sliceBound(stop), Number(by));
  const at = (index: number): bigint => range.start + BigInt(index) * range.step;
  return new Range(at(first), at(last), range.step * by);
}

/** Python's `list[start:stop:step] = values`. */
export function setSlice(list: unknown, start: unknown, stop: unknown, step: unknown, values: unknown): void {
  if (!Array.isArray(list))
    throw new TypeError(`'${typeName(list)}' object does not support item assignment`);
  const items = sliceValues(values);
  if (isPlainStep(step)) return replaceItems(list, start, stop, items);
  const indexes = indexesOf(list.length, start, stop, step);
  if (indexes.length !== items.length)
    throw new ValueError(
      `attempt to assign sequence of size ${items.length} to extended slice of size ${indexes.length}`,
    );
  for (const [at, index] of indexes.entries()) list[index] = items[at];
}

export function sliceValues(values: unknown): unknown[] {
  const iterable = Array.isArray(values) || typeof values === "string" || hasMethod(values, "__iter__");
  if (iterable || isIterator(values) || hasMethod(values, "__getitem__")) return collect(values);
  throw new TypeError("must assign iterable to extended slice");
}

export function replaceItems(
  list: unknown[],
  start: unknown,
  stop: unknown,
  items: readonly unknown[],
): void {
  const [first, last] = boundsOf(list.length, start, stop);
  const tail = list.slice(Math.max(first, last));
  list.length = first;
  for (const item of items) list.push(item);
  for (const item of tail) list.push(item);
}

/** Python's `del list[start:stop:step]`. */
export function deleteSlice(list: unknown, start: unknown, stop: unknown, step?: unknown): void {
  if (!Array.isArray(list)) throw new TypeError(`'${typeName(list)}' object does not support item deletion`);
  const dropped = new Set(indexesOf(list.length, start, stop, step));
  const kept = list.filter((_, at) => !dropped.has(at));
  list.length = 0;
  for (const item of kept) list.push(item);
}
