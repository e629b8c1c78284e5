import { Dict, dictEntries } from "./dict.ts";
import { same } from "./equality.ts";
import { NotImplemented, type OperatorAnswer } from "./kinds.ts";
import { iterateUnordered } from "./iterate.ts";
import { guarded, repr } from "./repr.ts";
import { addAll, toSet } from "./set-methods.ts";
import { AnySet, fill, removeAll, SetValue, toggle } from "./set.ts";
import type { TableEntry } from "./table.ts";
import { type Dynamic, Tuple } from "./tuple.ts";

/** What `keys()`, `values()` and `items()` of a dict have in common: they follow its changes. */
export abstract class DictView {
  readonly dict: Dict;

  constructor(dict: Dict) {
    this.dict = dict;
  }

  abstract pick(entry: TableEntry): unknown;

  *__iter__(): Generator<Dynamic> {
    for (const entry of dictEntries(this.dict)) yield this.pick(entry);
  }

  *__reversed__(): Generator<Dynamic> {
    for (const entry of Array.from(dictEntries(this.dict)).reverse()) yield this.pick(entry);
  }

  __len__(): bigint {
    return this.dict.__len__();
  }

  __repr__(): string {
    const { __name__ } = this.constructor as Function & { __name__: string };
    return guarded(this, "...", () => `${__name__}([${Array.from(this.__iter__(), repr).join(", ")}])`);
  }
}

export class DictValues extends DictView {
  static readonly __name__: string = "dict_values";

  pick(entry: TableEntry): unknown {
    return entry.value;
  }
}

/** Keys and items can be used as sets. */
export abstract class SetView extends DictView {
  abstract __contains__(item: unknown): boolean;

  asSet(): SetValue {
    return fill(new SetValue(), this.__iter__());
  }

  __eq__(other: unknown): OperatorAnswer<boolean> {
    const items = setOperand(other);
    return items === undefined ? NotImplemented : this.asSet().__eq__(items);
  }

  __le__(other: unknown): OperatorAnswer<boolean> {
    const items = setOperand(other);
    return items === undefined ? NotImplemented : this.asSet().__le__(items);
  }

  __lt__(other: unknown): OperatorAnswer<boolean> {
    const items = setOperand(other);
    return items === undefined ? NotImplemented : this.asSet().__lt__(items);
  }

  __ge__(other: unknown): OperatorAnswer<boolean> {
    const items = setOperand(other);
    return items === undefined ? NotImplemented : this.asSet().__ge__(items);
  }

  __gt__(other: unknown): OperatorAnswer<boolean> {
    const items = setOperand(other);
    return items === undefined ? NotImplemented : this.asSet().__gt__(items);
  }

  __and__(other: unknown): SetValue {
    return viewIntersection(this, other);
  }

  __or__(other: unknown): SetValue {
    return addAll(this.asSet(), other);
  }

  __sub__(other: unknown): SetValue {
    return removeAll(this.asSet(), iterateUnordered(other));
  }

  __xor__(other: unknown): SetValue {
    return toggle(this.asSet(), toSet(other));
  }

  __rand__(other: unknown): SetValue {
    return viewIntersection(this, other);
  }

  __ror__(other: unknown): SetValue {
    return addAll(addAll(new SetValue(), other), this);
  }

  __rsub__(other: unknown): SetValue {
    return removeAll(addAll(new SetValue(), other), this.__iter__());
  }

  __rxor__(other: unknown): SetValue {
    return toggle(addAll(new SetValue(), other), this.asSet());
  }
}

/** The common items, in the order in which CPython finds them. */
export function viewIntersection(view: SetView, other: unknown): SetValue {
  if (other instanceof SetValue && view.__len__() <= other.__len__())
    return fill(
      new SetValue(),
      Array.from(view.__iter__()).filter((item) => other.__contains__(item)),
    );
  if (other instanceof SetView && other.__len__() > view.__len__()) return viewIntersection(other, view);
  const items: unknown[] = Array.from(iterateUnordered(other));
  return fill(
    new SetValue(),
    items.filter((item) => view.__contains__(item)),
  );
}

/** The other operand of a comparison, which has to be a set or a view. */
export function setOperand(other: unknown): AnySet | undefined {
  return other instanceof SetView ? other.asSet() : other instanceof AnySet ? other : undefined;
}

export class DictKeys extends SetView {
  static readonly __name__: string = "dict_keys";

  pick(entry: TableEntry): unknown {
    return entry.key;
  }

  override asSet(): SetValue {
    return this.dict.constructor === Dict ? addAll(new SetValue(), this.dict) : super.asSet();
  }

  __contains__(key: unknown): boolean {
    return this.dict.__contains__(key);
  }
}

export class DictItems extends SetView {
  static readonly __name__: string = "dict_items";

  pick(entry: TableEntry): Tuple {
    return new Tuple([entry.key, entry.value]);
  }

  __contains__(item: unknown): boolean {
    if (!(item instanceof Tuple) || item.items.length !== 2) return false;
    const entry = this.dict.table.find(item.items[0]);
    return entry !== undefined && same(entry.value, item.items[1]);
  }
}
