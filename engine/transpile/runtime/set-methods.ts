import { Dict } from "./dict.ts";
import { KeyError, TranslationLimit } from "./errors.ts";
import { iterateUnordered } from "./iterate.ts";
import {
  AnySet,
  copySet,
  differenceOf,
  emptyLike,
  fill,
  FrozenSetValue,
  intersectionOf,
  isSubset,
  merge,
  removeAll,
  SetValue,
  takeItems,
  toggle,
} from "./set.ts";
import type { Dynamic } from "./tuple.ts";

export function set_add(set: SetValue, item: unknown): null {
  set.insert(item);
  return null;
}

export function set_discard(set: SetValue, item: unknown): null {
  set.remove(item);
  return null;
}

export function set_remove(set: SetValue, item: unknown): null {
  if (!set.remove(item)) throw new KeyError(item);
  return null;
}

export function set_pop(set: SetValue): Dynamic {
  if (set.table.size === 0) throw new KeyError("pop from an empty set");
  if (set.__hides_order__()) throw new TranslationLimit("The order of a set is not translated.");
  const item = set.layout === null ? set.__unordered__().next().value : set.layout.pop();
  set.remove(item);
  return item;
}

export function set_clear(set: SetValue): null {
  set.clear();
  return null;
}

export function set_copy(set: AnySet): AnySet {
  return set instanceof FrozenSetValue ? set : copySet(set);
}

/** Adds whatever an iterable gives, with the room that Python makes for it. */
export function addAll<Kind extends AnySet>(set: Kind, values: unknown): Kind {
  if (values instanceof AnySet) return merge(set, values);
  if (values instanceof Dict) set.layout?.reserve(values.table.size);
  return fill(set, iterateUnordered(values));
}

/** Any iterable as a set. */
export function toSet(values: unknown): AnySet {
  return values instanceof AnySet ? values : addAll(new SetValue(), values);
}

export function set_union(set: AnySet, others: readonly unknown[]): AnySet {
  const result = copySet(set);
  for (const other of others) addAll(result, other);
  return result;
}

export function set_intersection(set: AnySet, others: readonly unknown[]): AnySet {
  return others.length === 0 ? copySet(set) : others.reduce(commonItems, set);
}

export function commonItems(set: AnySet, other: unknown): AnySet {
  if (other instanceof AnySet) return intersectionOf(set, other);
  const common = emptyLike(set);
  for (const item of iterateUnordered(other)) if (set.__contains__(item)) common.insert(item);
  return common;
}

export function set_difference(set: AnySet, others: readonly unknown[]): AnySet {
  const [first, ...rest] = others;
  const direct = first instanceof AnySet || first instanceof Dict;
  let result = direct ? differenceOf(set, toSet(first)) : copySet(set);
  for (const other of direct ? rest : others) result = removeAll(result, iterateUnordered(other));
  return result;
}

export function set_symmetric_difference(set: AnySet, other: unknown): AnySet {
  return toggle(addAll(emptyLike(set), other), set);
}

export function set_update(set: SetValue, others: readonly unknown[]): null {
  for (const other of others) addAll(set, other);
  return null;
}

export function set_intersection_update(set: SetValue, others: readonly unknown[]): null {
  takeItems(set, set_intersection(set, others));
  return null;
}

export function set_difference_update(set: SetValue, others: readonly unknown[]): null {
  for (const other of others) removeAll(set, iterateUnordered(other));
  return null;
}

export function set_symmetric_difference_update(set: SetValue, other: unknown): null {
  toggle(set, toSet(other));
  return null;
}

export function set_issubset(set: AnySet, other: unknown): boolean {
  return isSubset(set, toSet(other));
}

export function set_issuperset(set: AnySet, other: unknown): boolean {
  return isSubset(toSet(other), set);
}

export function set_isdisjoint(set: AnySet, other: unknown): boolean {
  for (const item of iterateUnordered(other)) if (set.__contains__(item)) return false;
  return true;
}
