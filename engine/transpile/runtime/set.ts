import { TranslationLimit, RuntimeError } from "./errors.ts";
import { hashOf } from "./hash.ts";
import { NotImplemented, type OperatorAnswer } from "./kinds.ts";
import { guarded, repr } from "./repr.ts";
import { fixedHash, SetLayout } from "./set-layout.ts";
import { Table } from "./table.ts";
import type { Dynamic } from "./tuple.ts";

/** What set and frozenset have in common. */
export abstract class AnySet {
  table = new Table();
  /** The order of the items; nothing as soon as one has no hash that is always the same. */
  layout: SetLayout | null = new SetLayout();

  insert(item: unknown): void {
    if (this.table.find(item) !== undefined) return;
    this.table.set(item, null);
    const hash = this.layout === null ? undefined : fixedHash(item);
    if (hash === undefined) this.layout = null;
    else this.layout!.add(item, hash);
  }

  remove(item: unknown): boolean {
    const entry = this.table.find(item);
    if (entry === undefined) return false;
    this.layout?.remove(entry.key, fixedHash(entry.key)!);
    return this.table.delete(entry.key);
  }

  clear(): void {
    this.table.clear();
    this.layout = new SetLayout();
  }

  __len__(): bigint {
    return BigInt(this.table.size);
  }

  /** The order of texts changes from one run of Python to the next: it is not translated. */
  *__iter__(): Generator<Dynamic> {
    const { size } = this.table;
    if (this.__hides_order__()) throw new TranslationLimit("The order of a set is not translated.");
    for (const item of this.__unordered__()) {
      if (this.table.size !== size) throw new RuntimeError("Set changed size during iteration");
      yield item;
    }
  }

  /** Is the order of the items unknown here? */
  __hides_order__(): boolean {
    return this.layout === null && this.table.size > 1;
  }

  /** The items for uses where no order can be seen. */
  __unordered__(): ArrayIterator<unknown> {
    const entries: Iterable<{ key: unknown }> = this.layout?.entries() ?? this.table.entries.values();
    return Array.from(entries, ({ key }) => key).values();
  }

  __contains__(item: unknown): boolean {
    return this.table.find(item) !== undefined;
  }

  __eq__(other: unknown): OperatorAnswer<boolean> {
    if (!(other instanceof AnySet)) return NotImplemented;
    return this.table.size === other.table.size && isSubset(this, other);
  }

  __le__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof AnySet ? isSubset(this, other) : NotImplemented;
  }

  __lt__(other: unknown): OperatorAnswer<boolean> {
    if (!(other instanceof AnySet)) return NotImplemented;
    return this.table.size < other.table.size && isSubset(this, other);
  }

  __ge__(other: unknown): OperatorAnswer<boolean> {
    return other instanceof AnySet ? isSubset(other, this) : NotImplemented;
  }

  __gt__(other: unknown): OperatorAnswer<boolean> {
    if (!(other instanceof AnySet)) return NotImplemented;
    return other.table.size < this.table.size && isSubset(other, this);
  }

  __or__(other: unknown): OperatorAnswer<AnySet> {
    return other instanceof AnySet ? merge(copySet(this), other) : NotImplemented;
  }

  __and__(other: unknown): OperatorAnswer<AnySet> {
    return other instanceof AnySet ? intersectionOf(this, other) : NotImplemented;
  }

  __sub__(other: unknown): OperatorAnswer<AnySet> {
    return other instanceof AnySet ? differenceOf(this, other) : NotImplemented;
  }

  __xor__(other: unknown): OperatorAnswer<AnySet> {
    return other instanceof AnySet ? toggle(merge(emptyLike(this), other), this) : NotImplemented;
  }

  __repr__(): string {
    return setText(this);
  }
}

/** Python's set. */
export class SetValue extends AnySet {
  static readonly __name__: string = "set";

  static of(items: Iterable<unknown>): SetValue {
    return fill(new SetValue(), items);
  }

  /** Python makes a display of three constants or more from a frozenset, which can give another order. */
  static ofConstants(items: Iterable<unknown>): SetValue {
    return merge(new SetValue(), FrozenSetValue.of(items));
  }

  __ior__(other: unknown): OperatorAnswer<SetValue> {
    return other instanceof AnySet ? merge(this, other) : NotImplemented;
  }

  __iand__(other: unknown): OperatorAnswer<SetValue> {
    return other instanceof AnySet ? takeItems(this, intersectionOf(this, other)) : NotImplemented;
  }

  __isub__(other: unknown): OperatorAnswer<SetValue> {
    return other instanceof AnySet ? removeAll(this, other.__unordered__()) : NotImplemented;
  }

  __ixor__(other: unknown): OperatorAnswer<SetValue> {
    return other instanceof AnySet ? toggle(this, other) : NotImplemented;
  }
}

/** Python's frozenset. */
export class FrozenSetValue extends AnySet {
  static readonly __name__: string = "frozenset";

  static of(items: Iterable<unknown>): FrozenSetValue {
    return fill(new FrozenSetValue(), items);
  }

  __hash__(): bigint {
    let hash = BigInt(this.table.size);
    for (const item of this.__unordered__()) hash ^= hashOf(item) * 0x9e3779b97f4a7c15n;
    return BigInt.asIntN(61, hash);
  }
}

export function fill<Kind extends AnySet>(set: Kind, items: Iterable<unknown>): Kind {
  for (const item of items) set.insert(item);
  return set;
}

/** Adds the items of another set. */
export function merge<Kind extends AnySet>(set: Kind, other: AnySet): Kind {
  if (other.table.size === 0 || (other as AnySet) === set) return set;
  if (set.layout !== null && other.layout !== null && set.layout.fill === 0) {
    set.layout.copyFrom(other.layout);
    for (const item of other.__unordered__()) set.table.set(item, null);
    return set;
  }
  set.layout?.reserve(other.table.size);
  return fill(set, other.__unordered__());
}

export function emptyLike(set: AnySet): AnySet {
  return set instanceof FrozenSetValue ? new FrozenSetValue() : new SetValue();
}

export function copySet(set: AnySet): AnySet {
  return merge(emptyLike(set), set);
}

export function isSubset(a: AnySet, b: AnySet): boolean {
  for (const item of a.__unordered__()) if (!b.__contains__(item)) return false;
  return true;
}

/** Of two equal items the one of the smaller set is kept, of the second one when they are of one size. */
export function intersectionOf(a: AnySet, b: AnySet): AnySet {
  const [kept, sought] = b.table.size > a.table.size ? [a, b] : [b, a];
  const result = emptyLike(a);
  for (const item of kept.__unordered__()) if (sought.__contains__(item)) result.insert(item);
  return result;
}

export function differenceOf(a: AnySet, b: AnySet): AnySet {
  if (a.table.size >> 2 > b.table.size) return removeAll(copySet(a), b.__unordered__());
  const result = emptyLike(a);
  for (const item of a.__unordered__()) if (!b.__contains__(item)) result.insert(item);
  return result;
}

export function removeAll<Kind extends AnySet>(set: Kind, items: Iterable<unknown>): Kind {
  for (const item of items) set.remove(item);
  set.layout?.tidy();
  return set;
}

/** Removes what it has of another set, and adds what it has not. */
export function toggle<Kind extends AnySet>(set: Kind, other: AnySet): Kind {
  for (const item of other.__unordered__()) if (!set.remove(item)) set.insert(item);
  return set;
}

export function takeItems(set: SetValue, other: AnySet): SetValue {
  set.table = other.table;
  set.layout = other.layout;
  return set;
}

export function setText(set: AnySet): string {
  const frozen = set instanceof FrozenSetValue;
  if (set.table.size === 0) return frozen ? "frozenset()" : "set()";
  const items = guarded(set, "...", () => Array.from(set.__iter__(), repr).join(", "));
  return frozen ? `frozenset({${items}})` : `{${items}}`;
}
